"""The coach of Farkle: the highest mean of a turn, and the chance to get more than the best other player."""

from collections.abc import Sequence
from typing import Any

from engine.errors import Refused
from engine.events import Event
from engine.farkle.events import SetAside
from engine.farkle.plan import STEP, TurnValues, for_points, to_reach
from engine.farkle.rules import DICE
from engine.farkle.turns import further_parts, points_of
from engine.turns.coach import TurnWay
from engine.turns.state import Turn, TurnState


class FarkleCoach:
    """The values of turns: ``points`` is the mean of the turn, ``beat`` the chance to lead after it."""

    aims: Sequence[str] = ("points", "beat")
    decides: Sequence[type[Event]] = (SetAside,)

    def ways(self, state: TurnState[Any], aim: str) -> list[TurnWay]:
        """Return every choice of dice to set aside, each with a throw of the others, and with standing if possible."""
        turn = state.turn
        assert turn is not None
        values = self._values(state) if aim == "points" else to_reach(state.rules.scores, _missing(state))
        if not turn.throws:
            return [TurnWay("roll", (), DICE, values.throw(DICE, 0))]
        ways: list[TurnWay] = []
        for dice, left, points in further_parts(state.rules.scores, turn):
            ways.append(TurnWay("roll", dice, left, values.throw(left, points)))
            if points >= _opening(state):
                ways.append(TurnWay("stop", dice, 0, values.stand(points) or 0.0))
        return ways

    def of_throw(self, state: TurnState[Any]) -> float:
        """Return the mean of the turn when the dice that are not set aside are thrown."""
        turn = state.turn
        assert turn is not None
        left = (len(turn.loose) or DICE) if turn.throws else DICE
        return self._values(state).throw(left, points_of(state.rules.scores, turn))

    def of_result(self, state: TurnState[Any], turn: Turn) -> float:
        """Return the points of a finished turn."""
        return 0.0 if turn.bust else float(points_of(state.rules.scores, turn))

    def _values(self, state: TurnState[Any]) -> TurnValues:
        return for_points(state.rules.scores, _opening(state))


def _opening(state: TurnState[Any]) -> int:
    """Return the points that the player on turn needs to stand, besides a die set aside."""
    assert state.turn is not None
    return 0 if state.leg or state.turn.player in state.opened else int(state.rules.opening)


def _missing(state: TurnState[Any]) -> int:
    """Return the points with which the player on turn leads, in the roll-off or the game, and may stand."""
    turn = state.turn
    assert turn is not None
    if state.leg:
        others = [result[0] for result in state.results.values()]
        own = 0
    else:
        others = [total for name, total in state.totals.items() if name != turn.player and name not in state.gone]
        own = state.totals[turn.player]
    if not others:
        raise Refused("no_advice", "There are no points to beat yet: there is advice for “points”.")
    return max(max(others) - own + STEP, _opening(state), STEP)
