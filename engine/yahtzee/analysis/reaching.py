"""The exact chance to reach a score with the best play for it, while a few boxes are open.

Chances are integers in parts of :func:`whole`, which every throw to come divides, until the end.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import floordiv

from engine.events import MAX_PLAYERS
from engine.turns.turn_plan import TurnPlan, plan
from engine.yahtzee.analysis.position import Position, scored
from engine.yahtzee.rules import Rules

SHARES = lcm(*range(1, MAX_PLAYERS + 1))
"""A number that all equal shares divide."""

MOST_OPEN = 3
"""The most boxes that may be open. Each further box takes about five times as long."""


def chance_to_reach(rules: Rules, position: Position, points: int) -> Fraction:
    """Return the chance to earn that many more points before the next turn; with at most three open boxes."""
    return Fraction(_chance(rules, position, points, 0), whole(rules, position))


def plan_to_reach(rules: Rules, position: Position, points: int, tied: int = 0) -> TurnPlan[int]:
    """Return the turn with the best such chance, in parts of :func:`whole`; ``tied`` as in `worth_of_reaching`."""
    worth = worth_of_reaching(rules, position, points, tied)
    return plan(rules.dice, rules.rolls, scored(rules, position, worth), floordiv)


def worth_of_reaching(rules: Rules, position: Position, points: int, tied: int) -> Callable[[Position, int], int]:
    """Return the value of a position after earning that many points, in parts of that position's :func:`whole`.

    One point less has an equal share of the value with ``tied`` others who have as many; none where that is 0.
    """
    of_a_turn = whole(rules, position) // _whole(rules, len(position.open_boxes) - 1)
    return lambda following, earned: of_a_turn * _chance(rules, following, points - earned, tied)


def whole(rules: Rules, position: Position) -> int:
    """Return certainty as an integer, in that position."""
    return _whole(rules, len(position.open_boxes))


def _whole(rules: Rules, boxes: int) -> int:
    return SHARES * int(6 ** (rules.dice * rules.rolls * boxes))


@lru_cache(maxsize=1 << 14)
def _chance(rules: Rules, position: Position, points: int, tied: int) -> int:
    if points <= 0:
        return whole(rules, position)
    if not position.open_boxes:
        return whole(rules, position) // (tied + 1) if tied and points == 1 else 0
    return _mean(
        rules.dice, rules.rolls, tuple(scored(rules, position, worth_of_reaching(rules, position, points, tied)))
    )


@lru_cache(maxsize=1 << 10)
def _mean(dice: int, rolls: int, worths: tuple[int, ...]) -> int:
    """Return the value of a turn for these values of rolls. Cached: with one box left few values differ."""
    return plan(dice, rolls, list(worths), floordiv).worth if any(worths) else 0
