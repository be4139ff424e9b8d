"""Characters that steer a terminal or hide in a page, sent from the helm: in names, in rules, in names of rules."""

import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from device.cli.context import warn
from engine import Started
from tests.web.api.conftest import Bridge, bridge_of
from tests.web.attacks.conftest import code_of

CONTROLS = ("\x7f", "\x80", "\x9b", "\x1b")


@pytest.mark.parametrize("control", CONTROLS)
def test_nobody_joins_or_is_called_so(bridge: Bridge, control: str) -> None:
    hand, name = bridge.hand(), f"Lin{control}31mred"
    players = {"preset": "dice-game-depot", "players": [name, "Bo"]}
    asked: list[tuple[str, Mapping[str, Any]]] = [
        ("/api/moves", {"do": "join", "player": name}),
        ("/api/moves", {"do": "rename", "player": "Mia", "name": name}),
        ("/api/games", players),
    ]
    for path, said in asked:
        assert code_of(bridge.ask(hand, path, **said)) == (422, "bad_name")
    assert bridge.table.board.snapshot().state.players == ("Mia", "Jonas")


def test_who_was_called_so_before_comes_back_and_gets_another_name(tmp_path: Path) -> None:
    old = "M\x9ba"
    with bridge_of(tmp_path, Started("dice-game-depot", (old, "Jonas", "Bo"), old)) as bridge:
        hand = bridge.hand()
        for move in ({"do": "leave", "player": old}, {"do": "join", "player": old}):
            assert bridge.ask(hand, "/api/moves", **move).status_code == 200
        renamed = bridge.ask(hand, "/api/moves", do="rename", player=old, name="Mia")
        assert renamed.status_code == 200
        assert "Mia" in bridge.table.board.snapshot().state.players


@pytest.mark.parametrize("control", CONTROLS)
def test_no_rules_have_such_words_or_such_a_name(bridge: Bridge, control: str) -> None:
    hand = bridge.hand()
    rules = {"name": "Friday", "preset": "dice-game-depot", "options": {"labels": {"ship": f"boat{control}"}}}
    answer = hand.post("/api/house-rules", json={"key": uuid.uuid4().hex, **rules})
    assert code_of(answer) == (400, "bad_request")
    rules = {"name": f"Friday{control}", "preset": "dice-game-depot", "options": {}}
    answer = hand.post("/api/house-rules", json={"key": uuid.uuid4().hex, **rules})
    assert code_of(answer) == (422, "bad_name")


def test_what_is_said_on_a_terminal_does_not_steer_it(capsys: pytest.CaptureFixture[str]) -> None:
    warn("It is damaged at \x1b[31m\x9b31m\x7fevil.")
    assert capsys.readouterr().err == "It is damaged at [31m31mevil.\n"
