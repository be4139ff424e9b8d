"""Games in which each throw sets at least one die aside, and the turn ends with the last."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from engine.errors import Refused
from engine.i18n import gettext as _
from engine.reports.win_chances import Spread, WinChances, best_of
from engine.turns.figures import Best
from engine.turns.game import TurnGame, Wait
from engine.turns.options import TurnRules
from engine.turns.setting_aside import set_aside, thrown
from engine.turns.state import Turn, TurnState
from engine.values import GameOutcome

R = TypeVar("R", bound=TurnRules)


class UntilAllAside(TurnGame):
    """A round of one turn each, in which all dice are set aside, some after each throw. The last die goes by itself."""

    best: Best = "game"

    def dice(self, rules: Any) -> int:
        """Return the number of dice of a turn."""
        return int(rules.dice)

    def must_roll(self, state: TurnState[Any], turn: Turn) -> int:
        """Return the number of dice that are not set aside, 0 before one of this throw is."""
        if not turn.throws:
            return self.dice(state.rules)
        return len(turn.loose) if turn.fresh else 0

    def why_no_roll(self, _state: TurnState[Any], _turn: Turn) -> Refused:
        """Return the refusal of a throw before a die is set aside."""
        return Refused("nothing_set_aside", _("Set aside at least one die first."))

    def thrown(self, _state: TurnState[Any], turn: Turn, dice: tuple[int, ...]) -> Turn:
        """Return the turn after a throw. A single die is set aside by itself."""
        after = thrown(turn, dice)
        return to_the_last(after, dice) if len(dice) == 1 else after

    def may_set_aside(self, _state: TurnState[Any], turn: Turn) -> tuple[int, ...]:
        """Return all dice of this throw that are not set aside."""
        return turn.loose

    def why_not_aside(self, _state: TurnState[Any], _turn: Turn, face: int) -> str:
        """Return that no such die lies there."""
        return _("There’s no {face} on the tray.", face=face)

    def closed_to(self, state: TurnState[Any]) -> Wait | None:
        """Return that a player joins the next game, as this one is one round."""
        return None if state.untouched else "mid_game"

    def counted(self, state: TurnState[Any], turn: Turn) -> TurnState[Any]:
        """Return the state with the result of the turn as the player's total."""
        return replace(state, totals={**state.totals, turn.player: self.result(state.rules, turn)[0]})

    def outcome(self, state: TurnState[Any]) -> GameOutcome:
        """Return the results of those whose turn has ended."""
        scores = {name: result[0] for name, result in state.scores.items()}
        return GameOutcome(state.turn is None, scores, state.winner, state.tied)

    def merits(self, state: TurnState[Any]) -> dict[str, tuple[int, ...]]:
        """Return the totals as players rank; those who had no turn come last."""
        return {name: (int(name in state.scores), *worth) for name, worth in super().merits(state).items()}

    def end_of_round(self, state: TurnState[Any]) -> TurnState[Any]:
        """Return the end of the game, or the roll-off of those who tie."""
        return self.settled(state, self.leading(state, state.results))


def move(_state: TurnState[Any], turn: Turn, event: Any) -> Turn:
    """Return the turn after the event that sets dice aside."""
    return to_the_last(turn, event.dice)


def to_the_last(turn: Turn, dice: tuple[int, ...]) -> Turn:
    """Return the turn with these dice set aside, which ends with the last of them."""
    after = set_aside(turn, dice)
    return after if after.loose else replace(after, over=True)


def chances_of(
    state: TurnState[R], spread_of: Callable[[Turn], Spread], to_come: Spread, *, lowest: bool = False
) -> WinChances | None:
    """Return the chances as the round or the roll-off stands; None for a player alone.

    ``spread_of`` gives the spread of the score of the turn that is on, ``to_come`` is that of a turn not yet begun.
    """
    turn = state.turn
    if turn is None or len(state.present) < 2:
        return None
    spreads: dict[str, Spread] = {}
    for name in state.order:
        if name in state.gone:
            continue
        if name in state.results:
            spreads[name] = {state.results[name][0]: 1.0}
        else:
            spreads[name] = spread_of(turn) if name == turn.player else to_come
    found = best_of(spreads, lowest=lowest)
    return WinChances({name: found.get(name, 0.0) for name in state.players})
