"""The coach of Pig: the mean of a turn, and the chance to win where the game is solved, or the turn decides it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from engine.errors import Refused
from engine.events import Event
from engine.games.pig import winning
from engine.games.pig.race import MOST
from engine.games.pig.turn_values import of_throw
from engine.turns.coach import TurnWay
from engine.turns.state import Turn, TurnState


class PigCoach:
    """The values of turns: ``points`` is the mean change of the total, ``win`` the chance to win."""

    aims: Sequence[str] = ("points", "win")
    decides: Sequence[type[Event]] = ()

    def aim(self, state: TurnState[Any]) -> str:
        """Return the chance to win where the game is solved or the turn decides it, else points."""
        return "win" if winning.solved(state) or winning.decides(state) else "points"

    def ways(self, state: TurnState[Any], aim: str) -> list[TurnWay]:
        """Return another throw, and standing once there was one."""
        turn, rules = state.turn, state.rules
        assert turn is not None
        if aim == "win":
            return _to_win(state, turn)
        ways = [TurnWay("roll", (), rules.dice, self.of_throw(state))]
        if turn.throws:
            ways.append(TurnWay("stop", (), 0, Fraction(turn.points)))
        return ways

    def of_throw(self, state: TurnState[Any]) -> Fraction:
        """Return the mean change of the total by a throw now."""
        assert state.turn is not None
        return of_throw(state.rules.dice, _at_stake(state), state.turn.points)

    def of_result(self, state: TurnState[Any], turn: Turn) -> Fraction:
        """Return the change of the total by a finished turn."""
        if turn.bust:
            return Fraction(-_at_stake(state) if turn.loose == (1, 1) else 0)
        return Fraction(turn.points)


def _at_stake(state: TurnState[Any]) -> int:
    """Return the points that two 1s lose: none in a roll-off."""
    assert state.turn is not None
    player = state.turn.player
    return 0 if state.leg else int(state.totals[player]) - state.handicap.get(player, 0)


def _to_win(state: TurnState[Any], turn: Turn) -> list[TurnWay]:
    if solved := winning.solved(state):
        game, own, other = solved
        throw, stand = game.of_throw(own, other, turn.points), game.of_standing(own, other, turn.points)
    elif winning.decides(state):
        seats = winning.seats_of(state)
        assert seats is not None
        plan = winning.plan_of(seats, state.rules)
        throw, stand = plan.throw(turn.points), plan.stand(turn.points)
    else:
        raise Refused(
            "no_advice",
            f"There is advice to win for two players with one die, up to {MOST} points, that end the game, and once "
            "the goal is reached.",
        )
    ways = [TurnWay("roll", (), state.rules.dice, throw)]
    return [*ways, TurnWay("stop", (), 0, stand)] if turn.throws else ways
