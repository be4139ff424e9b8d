"""Past players through the API: renamed, merged, hidden and restored, without changing a game."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from device.adapters.files import JsonFiles
from engine import Started
from tests.engine.games.ship.playing import events_of, turn
from tests.web import played
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of

GAMES = (
    (0.0, played.ship(1, ("Mia", "Jonas"))),
    (0.0, played.ship(2, ("Miia", "<b>x</b>"))),
    (0.0, played.yahtzee(3, ("Bo", "Lin"))),
)


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[Bridge]:
    """A table without buttons whose past games are these."""
    with bridge_of(tmp_path, SHIP, buttons=False) as bridge:
        bridge.panel.has_buttons = False
        bridge.drawer = JsonFiles(tmp_path)  # type: ignore[assignment]
        bridge.archive = played.PlayedGames(*GAMES)
        bridge.app = bridge.started()
        yield bridge


@pytest.fixture
def helm(bar: Bridge) -> Held:
    return bar.hand()


def send(client: Held, what: str, **said: Any) -> TestResponse:
    return client.post(f"/api/players/{what}", json=said | {"key": uuid.uuid4().hex})


def test_a_merged_player_is_one_on_every_page_and_the_game_stays(bar: Bridge, helm: Held) -> None:
    before = bar.archive.game(2)
    told = send(helm, "merge", player="Miia", into="Mia").json or {}
    assert told["players"] == ["Bo", "Lin", "Mia", "<b>x</b>", "Jonas"]
    assert told["corrected"] == [{"name": "Miia", "shown": "Mia"}]
    pages = [bar.looker().get(path).text for path in ("/log", "/players", "/board", "/log/2", "/log/2/3", "/log/2/0")]
    assert not any("Miia" in page for page in pages)
    assert all("Mia" in page for page in pages)
    assert "<bdi>Mia</bdi></h1>" in bar.looker().get("/players/Miia").text
    assert bar.archive.game(2) == before
    assert b'"Miia"' in helm.get("/helm/box/game/2").data


def test_a_correction_outlasts_a_restart_and_is_undone(bar: Bridge, helm: Held) -> None:
    assert send(helm, "rename", player="<b>x</b>", name="  Xenia  Y ").status_code == 200
    bar.archive = played.PlayedGames(*GAMES)
    bar.app = bar.started()
    assert "Xenia Y" in bar.looker().get("/players").text
    helm = bar.hand()
    told = send(helm, "restore", player="<b>x</b>").json or {}
    assert (told["corrected"], "Xenia Y" in bar.looker().get("/log").text) == ([], False)


def test_a_hidden_player_is_on_no_page(bar: Bridge, helm: Held) -> None:
    told = send(helm, "hide", player="<b>x</b>").json or {}
    assert told["hidden"] == ["<b>x</b>"]
    for path in ("/log", "/players", "/board", "/log/2", "/log/2/3"):
        page = bar.looker().get(path).text
        assert "x&lt;/b&gt;" not in page
    assert "Hidden player" in bar.looker().get("/log").text
    assert bar.looker().get("/players/~PGI-eDwvYj4").status_code == 404
    assert (send(helm, "restore", player="<b>x</b>").json or {})["hidden"] == []
    assert "x&lt;/b&gt;" in bar.looker().get("/log").text


def test_what_makes_no_sense_is_refused(bar: Bridge, helm: Held) -> None:
    for what, said, code in (
        ("rename", {"player": "Nobody", "name": "Ann"}, "no_such_player"),
        ("rename", {"player": "Mia", "name": "Jonas"}, "name_taken"),
        ("rename", {"player": "Mia", "name": "\u200b"}, "bad_name"),
        ("rename", {"player": "Mia", "name": "a\x07b"}, "bad_name"),
        ("merge", {"player": "Mia", "into": "Mia"}, "same_player"),
        ("merge", {"player": "Mia", "into": "Nobody"}, "no_such_player"),
        ("hide", {"player": "Nobody"}, "no_such_player"),
    ):
        assert code_of(send(helm, what, **said)) == (422, code), said
    assert not bar.archive.player_names
    send(helm, "hide", player="Jonas")
    assert code_of(send(helm, "rename", player="Mia", name="Jonas")) == (422, "name_taken"), "hidden, and still taken"


ROTTEN = [
    *(b"", b"{", b"[]", b"null", b'{"aliases": []}'),
    b'{"aliases": {"Mia": 7, "": "x", "Bo": ""}, "hidden": [7, "", null, []]}',
    b'{"aliases": {"a\\u0000": "x", "Bo": "a\\nb"}, "hidden": ["\\ud800"]}',
    b'{"aliases": {"Mia": "Miia", "Miia": "Mia"}, "hidden": []}',
]


def test_rotten_names_are_left_out_and_the_pages_are_there(bar: Bridge, tmp_path: Path) -> None:
    for data in ROTTEN:
        (tmp_path / "players.json").write_bytes(data)
        bar.app = bar.started()
        assert not bar.archive.player_names or b"Miia" in data, data
        for path in ("/log", "/players", "/board", "/log/1", "/owner"):
            assert bar.looker().get(path).status_code == 200, (data, path)
        assert len((bar.hand().get("/api/players").json or {})["players"]) == 6, data


def test_the_game_that_is_on_keeps_its_names(bar: Bridge, helm: Held) -> None:
    send(helm, "rename", player="Mia", name="Maria")
    assert "Mia" in [one["name"] for one in (bar.looker().get("/api/state").json or {})["players"]]


def test_the_ledger_is_shown_to_all_and_settled_by_the_owner_or_the_helm(bar: Bridge, helm: Held) -> None:
    won = (Started("bar-pot", ("Mia", "<b>x</b>"), "Mia"), *events_of(f"$3 {turn(9)} {turn(5)}"))
    bar.archive = played.PlayedGames((0.0, won))
    bar.app = bar.started()
    helm = bar.hand()
    shown = bar.looker().get("/api/players/ledger").json or {}
    assert shown["purses"] == [
        {"name": "Mia", "chips": 3, "drinks": 0},
        {"name": "<b>x</b>", "chips": -3, "drinks": 0},
    ]
    row = '&lt;b&gt;x&lt;/b&gt;</bdi></th><td class="number">−3</td><td class="number">0</td>'
    assert row in bar.looker().get("/players").text
    assert bar.looker().post("/api/players/settle", json={"key": uuid.uuid4().hex}).status_code == 403
    assert "/api/players/settle" in helm.get("/owner").text
    assert (send(helm, "settle").json or {})["purses"] == []
    assert "/api/players/settle" not in helm.get("/owner").text
