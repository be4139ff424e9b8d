"""Refusals within a turn, and the dice that the tray must show."""

import pytest

from engine import Expectation, Refused, apply, expected_tray, why_not_held
from tests.engine.games.ship.playing import event_of, state_of


@pytest.mark.parametrize(
    ("words", "word", "code", "why"),
    [
        ("", ".", "not_qualified", "Ann can’t stand yet: the ship (6) is missing."),
        ("65111", ".", "not_qualified", "Ann can’t stand yet: the crew (4) is missing."),
        ("", "123", "wrong_number", "Ann rolls 5 dice now, not 3."),
        ("65411", "1", "wrong_number", "Ann rolls 2 dice now, not 1."),
        ("", "12347", "not_a_face", "A die shows 1 to 6, not 7."),
        ("64221", "+4", "order", "The 4 is crew: it needs the captain (5) first."),
    ],
)
def test_a_refusal_has_a_code_and_a_sentence(words: str, word: str, code: str, why: str) -> None:
    with pytest.raises(Refused) as refusal:
        apply(state_of(words), event_of(word))
    assert (refusal.value.code, refusal.value.why) == (code, why)


@pytest.mark.parametrize(
    ("words", "face", "why"),
    [
        ("64221", 4, "The 4 is crew: it needs the captain (5) first."),
        ("54221", 5, "The 5 is captain: it needs the ship (6) first."),
        ("66221", 6, "You already have a ship: roll the other 6 again."),
        ("62221", 2, "The 2 isn’t the captain (5): roll it again."),
        ("65461", 6, "The 6 is cargo: re-roll all cargo dice or none."),
    ],
)
def test_why_a_die_may_not_be_held(words: str, face: int, why: str) -> None:
    assert why_not_held(state_of(words), face) == why


@pytest.mark.parametrize(("words", "held", "throw"), [("", (), 5), ("61111", (6,), 4), ("65411", (6, 5, 4), 2)])
def test_held_dice_must_lie_still(words: str, held: tuple[int, ...], throw: int) -> None:
    assert expected_tray(state_of(words)) == Expectation(held, throw)
