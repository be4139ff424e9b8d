"""The coach of Bar dice: the dice to keep for a strong hand, and to beat the hands that lie there."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from operator import floordiv
from typing import Any

from engine.bar_dice.hands import HandRank, hand, strength
from engine.bar_dice.rules import DICE, ROLLS
from engine.errors import Refused
from engine.events import Event
from engine.turns.coach import TurnWay
from engine.turns.keeps import keeps
from engine.turns.state import Turn, TurnState
from engine.turns.turn_plan import TurnPlan, parts_of, plan

WHOLE = 2 * 6**DICE * 6 ** (DICE * ROLLS)
"""Certainty as a whole number: a strength is a part of twice 6 to the power of 5, and every throw divides the rest."""


class BarDiceCoach:
    """The values of turns.

    ``hand`` is the mean strength of the hand: the share of single throws that it beats, and half of those it equals.
    ``beat`` is the chance to get more than the best hand so far, ``stay`` more than the lowest. That the first player
    also sets the rolls of the others is not counted.
    """

    aims: Sequence[str] = ("hand", "beat", "stay")
    decides: Sequence[type[Event]] = ()

    def ways(self, state: TurnState[Any], aim: str) -> list[TurnWay]:
        """Return every choice of dice to keep while a roll is left, and standing."""
        turn, ace_needed = state.turn, state.rules.ace_needed
        assert turn is not None
        solved = _plan(ace_needed, None if aim == "hand" else _to_beat(state, max if aim == "beat" else min))
        left = rolls_of(state) - turn.throws
        if not turn.throws:
            return [TurnWay("roll", (), DICE, _part(solved.of_keep(left, ())))]
        ways = [
            TurnWay("roll", keep, DICE - len(keep), _part(solved.of_keep(left, keep)))
            for keep in parts_of(turn.lies)
            if left
        ]
        return [*ways, TurnWay("stop", (), 0, _part(solved.of_dice(0, turn.lies)))]

    def of_throw(self, state: TurnState[Any]) -> Fraction:
        """Return the mean strength when the dice that are not kept are thrown."""
        turn = state.turn
        assert turn is not None
        solved = _plan(state.rules.ace_needed, None)
        return _part(solved.of_keep(rolls_of(state) - turn.throws, turn.fresh))

    def of_result(self, state: TurnState[Any], turn: Turn) -> Fraction:
        """Return the strength of the hand of a finished turn."""
        return strength(state.rules.ace_needed)[hand(state.rules.ace_needed, turn.lies)]


@cache
def _plan(ace_needed: bool, beaten: HandRank | None) -> TurnPlan[int]:
    """Return the turn with the highest mean strength, or with the best chance to beat that hand."""
    rolls = keeps(DICE).rolls
    if beaten is None:
        known = strength(ace_needed)
        worths = [int(known[hand(ace_needed, dice)] * WHOLE) for dice in rolls]
    else:
        worths = [WHOLE if hand(ace_needed, dice) > beaten else 0 for dice in rolls]
    return plan(DICE, ROLLS, worths, floordiv)


def _part(value: int) -> Fraction:
    return Fraction(value, WHOLE)


def rolls_of(state: TurnState[Any]) -> int:
    """Return the rolls of a turn now: one in a roll-off, else as many as the first player of the round took."""
    return 1 if state.leg else state.limit or ROLLS


def _to_beat(state: TurnState[Any], pick: Callable[..., tuple[int, ...]]) -> HandRank:
    if not state.results:
        raise Refused("no_advice", "There is no hand to beat yet: there is advice for “hand”.")
    ace, many, face = pick(state.results.values())
    return ace, many, face
