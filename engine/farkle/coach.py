"""The coach of Farkle: the highest mean of a turn, and the chance to win, or to lead after the turn."""

from collections.abc import Sequence
from typing import Any

from engine.errors import Refused
from engine.events import Event
from engine.farkle import winning
from engine.farkle.events import SetAside
from engine.farkle.plan import TurnValues, for_points
from engine.farkle.rules import DICE
from engine.farkle.turns import further_parts, points_of
from engine.turns.coach import TurnWay
from engine.turns.state import Turn, TurnState


class FarkleCoach:
    """The values of turns: ``points`` is the mean, ``beat`` the chance to win, or to lead while nothing is decided."""

    aims: Sequence[str] = ("points", "beat")
    decides: Sequence[type[Event]] = (SetAside,)

    def ways(self, state: TurnState[Any], aim: str) -> list[TurnWay]:
        """Return every choice of dice to set aside, each with a throw of the others, and with standing if possible."""
        turn = state.turn
        assert turn is not None
        values, lost = self._values(state), 0.0
        if aim == "beat":
            seats = winning.seats_of(state)
            if seats is None:
                raise Refused("no_advice", "There are no points to beat: there is advice for “points”.")
            values, lost = winning.to_win(state, seats)
        if not turn.throws:
            return [TurnWay("roll", (), DICE, lost + values.throw(DICE, 0))]
        ways: list[TurnWay] = []
        for dice, left, points in further_parts(state.rules.scores, turn):
            ways.append(TurnWay("roll", dice, left, lost + values.throw(left, points)))
            if (stand := values.stand(points)) is not None:
                ways.append(TurnWay("stop", dice, 0, lost + stand))
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
        assert state.turn is not None
        return for_points(state.rules.scores, winning.opening_of(state, state.turn.player))
