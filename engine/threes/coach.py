"""The coach of Threes: the lowest mean total, and the chance to get below the lowest total so far."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from engine.errors import Refused
from engine.events import Event
from engine.threes.events import SetAside
from engine.threes.rules import points
from engine.threes.totals_to_come import chance, mean
from engine.turns.coach import TurnWay, ways_to_set_aside
from engine.turns.state import Turn, TurnState


class ThreesCoach:
    """The values of turns: ``points`` is the mean total, ``beat`` the chance of less than the lowest total so far."""

    aims: Sequence[str] = ("points", "beat")
    decides: Sequence[type[Event]] = (SetAside,)

    def ways(self, state: TurnState[Any], aim: str) -> list[TurnWay]:
        """Return every choice of dice to set aside, and the throw of the others."""
        turn = state.turn
        assert turn is not None
        worth = _to_beat(state) if aim == "beat" else lambda aside: self._mean(state, aside)
        return ways_to_set_aside(turn, state.rules.dice, worth)

    def of_throw(self, state: TurnState[Any]) -> Fraction:
        """Return the mean total when all dice that are not set aside are thrown."""
        turn = state.turn
        assert turn is not None
        return self._mean(state, turn.aside + turn.fresh)

    def of_result(self, _state: TurnState[Any], turn: Turn) -> Fraction:
        """Return the total of a finished turn."""
        return Fraction(points(turn.aside + turn.fresh))

    def _mean(self, state: TurnState[Any], aside: tuple[int, ...]) -> Fraction:
        return points(aside) + mean(state.rules.dice - len(aside))


def _to_beat(state: TurnState[Any]) -> Callable[[tuple[int, ...]], Fraction]:
    lowest = min((result[0] for result in state.results.values()), default=None)
    if lowest is None:
        raise Refused("no_advice", "There is no total to beat yet: there is advice for “points”.")
    return lambda aside: chance(state.rules.dice - len(aside), lowest - 1 - points(aside))
