"""Corrections: the rolls of the game, and what another reading of one would change."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import Corrected, Rolled, Stopped
from engine.i18n import full_sentence
from tests.engine.games.written import game
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.attacks.conftest import code_of
from tests.web.moments import WAITING
from web.api.rolls import change_in_words, preview_of

CARGO = (Rolled((6, 5, 4, 2, 1)), Stopped())


def preview(helm: Held, roll: int, dice: str) -> dict[str, object]:
    answer = helm.get(f"/api/corrections?roll={roll}&dice={dice}")
    assert answer.status_code == 200, answer.text
    assert isinstance(answer.json, dict)
    return answer.json


def test_rolls_are_told_as_they_were_read_and_corrected_and_whether_they_count(tmp_path: Path) -> None:
    events = (SHIP, Rolled((6, 5, 4, 2, 1)), Rolled((3, 3)), Corrected(1, (1, 1, 1, 2, 2)))
    with bridge_of(tmp_path, *events) as bridge:
        told = (bridge.looker().get("/api/rolls").json or {})["rolls"]
    rows = [(roll["number"], roll["dice"], roll["was"], roll["counts"]) for roll in told]
    assert rows == [(1, [1, 1, 1, 2, 2], [6, 5, 4, 2, 1], True), (2, [3, 3], None, False)]


def test_a_preview_tells_each_change_in_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    with bridge_of(tmp_path, SHIP, *CARGO) as bridge:
        found = preview(bridge.hand(), 1, "6,5,4,6,6")
        assert (found["player"], found["was"], found["now"]) == ("Mia", [6, 5, 4, 2, 1], [6, 5, 4, 6, 6])
        assert [one["says"] for one in found["changes"]] == ["Mia: 3 → 12."]  # type: ignore[attr-defined]
        assert str(found["asks"]).startswith("That roll is from an earlier turn")
        assert bridge.table.board.snapshot().state.scores["Mia"] == 3
        helm = bridge.hand()
        assert code_of(bridge.ask(helm, "/api/corrections", roll=1, dice=[6, 5, 4, 6, 6])) == (422, "confirm")
        answer = bridge.ask(helm, "/api/corrections", roll=1, dice=[6, 5, 4, 6, 6], sure=True)
        assert answer.json["state"]["standing"]["scores"]["Mia"] == 12  # type: ignore[index]


@pytest.mark.parametrize(
    ("preset", "words", "roll", "dice", "says"),
    [
        ("pig", "6 2", 2, "1", ["Mia: 8 → 0 this turn.", "Jonas’s turn."]),
        ("pig", "6 2", 2, "3", ["Mia: 8 → 9 this turn."]),
        ("pig", "6 1", 2, "2", ["Mia: 0 → 8 this turn.", "Mia’s turn again."]),
        ("threes", "33611 +33", 1, "3,3,6,1,2", ["Mia rolled 6 2 1."]),
        ("threes", "33611 +31", 1, "3,2,6,1,1", ["Mia rolled 6 2 1."]),
        ("midnight", "141166 +14", 1, "1,4,1,1,6,5", ["Mia rolled 6 5 1 1."]),
        ("farkle", "115236 +11", 1, "1,1,2,2,3,6", ["Mia rolled 6 3 2 2."]),
        ("farkle", "152236", 1, "2,3,2,3,4,6", ["Mia: no score → 0.", "Jonas’s turn."]),
        ("dice-game-depot", "63321", 1, "6,5,3,2,1", ["Mia holds 6 5."]),
        (
            *("dice-game-depot", "65421 .", 1, "6,5,3,2,1"),
            ["Mia: 3 → no score.", "Mia’s turn again.", "1 later event no longer counts."],
        ),
        ("pig", "6 . 5 . 1", 3, "4", ["Mia: 0 → 4 this turn.", "Mia’s turn again."]),
        ("bar-dice", "66123", 1, "6,6,6,2,3", ["Mia: 3 × 6 → 3 × 6 without a 1 this turn."]),
        ("mexico", "64 54", 2, "6,5", ["Mia: 54 → 65 this turn."]),
        ("bar-dice", "66123", 1, "6,6,1,1,3", ["Mia: 3 × 6 → 4 × 6 this turn."]),
        ("dice-game-depot", "65444", 1, "6,5,4,4,3", ["Mia: 8 → 7 this turn."]),
        ("dice-game-depot", "65443", 1, "6,5,4,3,3", ["Mia: 7 → 6 this turn."]),
        (
            *("bar-dice", "66666 . 55555", 2, "6,6,6,6,6"),
            [
                "Jonas: 5 × 5 without a 1 → 5 × 6 without a 1.",
                "Mia is no longer the winner.",
                "Roll-off: Mia and Jonas.",
            ],
        ),
        ("yahtzee-official", "66621", 1, "6,6,6,6,1", ["Mia rolled 6 6 6 6 1."]),
    ],
)
def test_a_preview_of_a_turn_that_goes_on_says_what_the_turn_is_worth(
    preset: str, words: str, roll: int, dice: str, says: list[str]
) -> None:
    book = game(preset, words, "Mia Jonas", "Mia", **({"match": "single"} if preset == "bar-dice" else {}))
    now = replace(WAITING, state=book.state, log=tuple(book.events))
    found: Any = preview_of(now, Corrected(roll, tuple(map(int, dice.split(",")))))
    assert [full_sentence(change_in_words(one, str, now.state)) for one in found["changes"]] == says


def test_a_roll_that_was_never_thrown_has_no_preview(bridge: Bridge, helm: Held) -> None:
    answer = helm.get("/api/corrections?roll=7&dice=1,2,3,4,5")
    assert code_of(answer) == (422, "no_such_roll")
    assert bridge.looker().get("/api/corrections?roll=1&dice=1").status_code == 403


def test_a_preview_must_be_asked_for_properly(helm: Held) -> None:
    for query in ("", "?roll=1", "?roll=x&dice=1", "?roll=1&dice=a", "?roll=1&dice=" + "1," * 5000):
        assert helm.get(f"/api/corrections{query}").status_code == 400
