"""Queries on a state of any game."""

import pytest

from engine import (
    BadLog,
    BadRules,
    Rolled,
    Scored,
    Started,
    Stopped,
    announcements,
    apply,
    expected_tray,
    fold,
    legal_actions,
    next_game,
    parse,
    rules_of,
    text,
    totals,
    why_not_held,
)

STARTS = [
    pytest.param(Started("dice-game-depot", ("Ann", "Ben"), "Ann"), id="ship"),
    pytest.param(Started("yahtzee-handout", ("Ann", "Ben"), "Ann"), id="yahtzee"),
]


@pytest.mark.parametrize("start", STARTS)
def test_every_game_answers_the_same_questions(start: Started) -> None:
    state = fold([start])
    assert (legal_actions(state), expected_tray(state).throw, totals(state)) == (("roll",), 5, {"Ann": 0, "Ben": 0})
    thrown = apply(state, Rolled((6, 5, 4, 4, 4)))
    assert announcements(state, state) == ()
    assert why_not_held(thrown, 1).endswith(".")
    assert parse(text(thrown)) == thrown
    assert next_game(state).players == ("Ann", "Ben")
    assert rules_of(start.preset, {}) == thrown.rules


def test_each_game_has_events_of_its_own() -> None:
    ship, yahtzee = (fold([start.values[0]]) for start in STARTS)  # type: ignore[list-item]
    for state, event in ((ship, Scored("chance")), (yahtzee, Stopped())):
        with pytest.raises(ValueError, match="Not possible in"):
            apply(state, event)


def test_a_game_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadRules, match="did you mean “yahtzee-official”"):
        rules_of("yahtzee-oficial", {})
    with pytest.raises(BadLog, match="not a state in one line"):
        parse("chess seats:-")
