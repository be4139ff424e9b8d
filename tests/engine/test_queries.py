"""Queries on a state of any game."""

import pytest

from engine import (
    BadRules,
    Event,
    Passed,
    Scored,
    Started,
    Stopped,
    apply,
    fold,
    rules_of,
)


@pytest.mark.parametrize(
    ("preset", "event"), [("dice-game-depot", Scored("chance")), ("yahtzee-handout", Stopped()), ("pig", Passed())]
)
def test_an_event_that_a_game_does_not_have_is_refused(preset: str, event: Event) -> None:
    state = fold([Started(preset, ("Ann", "Ben"), "Ann")])
    with pytest.raises(ValueError, match="Not possible in"):
        apply(state, event)


def test_a_game_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadRules, match="did you mean “yahtzee-official”"):
        rules_of("yahtzee-oficial", {})
