"""The coach of Midnight: the best mean score, the best chance to qualify, and to beat the best score so far."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from engine.errors import Refused
from engine.events import Event
from engine.midnight.chances import AIMS, value
from engine.midnight.events import SetAside
from engine.midnight.rules import DICE, score
from engine.turns.coach import TurnWay, ways_to_set_aside
from engine.turns.state import Turn, TurnState


class MidnightCoach:
    """The values of turns: ``points`` is the mean score, ``qualify`` and ``beat`` are chances."""

    aims: Sequence[str] = AIMS
    decides: Sequence[type[Event]] = (SetAside,)

    def ways(self, state: TurnState[Any], aim: str) -> list[TurnWay]:
        """Return every choice of dice to set aside, and the throw of the others."""
        turn = state.turn
        assert turn is not None
        goal = _to_beat(state) if aim == "beat" else 0
        return ways_to_set_aside(turn, DICE, lambda aside: value(aim, goal, tuple(sorted(aside))))

    def of_throw(self, state: TurnState[Any]) -> Fraction:
        """Return the mean score when all dice that are not set aside are thrown."""
        assert state.turn is not None
        return value("points", 0, tuple(sorted(state.turn.aside + state.turn.fresh)))

    def of_result(self, _state: TurnState[Any], turn: Turn) -> Fraction:
        """Return the score of a finished turn."""
        return Fraction(score(turn.aside + turn.fresh) or 0)


def _to_beat(state: TurnState[Any]) -> int:
    if not state.results:
        raise Refused("no_advice", "There is no score to beat yet: there is advice for “points” and “qualify”.")
    return int(max(result[0] for result in state.results.values()))
