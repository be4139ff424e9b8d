"""What the games share in the coach's review by seat: the luckiest roll, and games reviewed in parts."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, TypeVar

from engine.figures.part import Hindsight, LuckyRoll

S = TypeVar("S", bound=tuple[Any, Any])

PLACES = 6
"""The number of decimals of luck and costs."""


def luckiest(rolls: Iterable[LuckyRoll | None]) -> LuckyRoll | None:
    """Return the first of the luckiest rolls, with its luck rounded; None if there is none."""
    best = max((roll for roll in rolls if roll is not None), key=lambda roll: roll.luck, default=None)
    return replace(best, luck=round(best.luck, PLACES)) if best else None


def summed(parts: Sequence[Hindsight]) -> Hindsight:
    """Return the review of a player whose game was reviewed in parts."""
    return Hindsight(
        round(sum(one.luck for one in parts), PLACES),
        round(sum(one.cost for one in parts), PLACES),
        sum(one.decisions for one in parts),
        best_roll=luckiest(one.best_roll for one in parts),
    )


def by_names(steps: Iterable[S]) -> Iterable[tuple[tuple[str, ...], list[S]]]:
    """Yield the steps in parts without joins and renames, so that a name identifies a seat."""
    yield from ((players, list(part)) for players, part in groupby(steps, key=lambda step: step[0].players))
