"""The best that can be made of one turn, of whatever is wished for: points, or the chance to reach some."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Generic, TypeVar

from engine.yahtzee.analysis.dice import Keep, keeps

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class TurnPlan(Generic[Number]):
    """One turn, solved backwards.

    ``lying[n]`` is what each roll is worth with n rolls left, ``thrown[n]`` what each keep is worth when its other dice
    are thrown with n rolls left before (``thrown[0]`` is empty). Rolls and keeps are numbered as in
    :func:`~engine.yahtzee.analysis.dice.keeps`, rolls from 0 on.
    """

    dice: int
    lying: tuple[list[Number], ...]
    thrown: tuple[list[Number], ...]

    @property
    def worth(self) -> Number:
        """What the turn is worth before its first roll."""
        return self.thrown[-1][0]

    def of_dice(self, rolls_left: int, dice: Sequence[int]) -> Number:
        """What these dice are worth as they lie, with so many rolls left."""
        known = keeps(self.dice)
        return self.lying[rolls_left][known.number[tuple(sorted(dice))] - known.first[self.dice]]

    def of_keep(self, rolls_left: int, keep: Sequence[int]) -> Number:
        """What it is worth to keep these dice and throw the others, with so many rolls left before."""
        return self.thrown[rolls_left][keeps(self.dice).number[tuple(sorted(keep))]]


def plan(dice: int, rolls: int, scored: list[Number], divide: Callable[[Number, int], Number]) -> TurnPlan[Number]:
    """The plan of a turn, given what each roll is worth once it is scored.

    Worths may be floats, with ``truediv``; or whole numbers, with ``floordiv``, which is exact if 6 to the power of all
    dice that a turn can throw divides them.
    """
    lying, thrown = [scored], [[]]  # type: list[list[Number]], list[list[Number]]
    for _ in range(rolls - 1):
        thrown.append(_thrown(dice, lying[-1], divide))
        lying.append(_best(dice, thrown[-1]))
    thrown.append(_thrown(dice, lying[-1], divide))
    return TurnPlan(dice, tuple(lying), tuple(thrown))


def parts_of(dice: Sequence[int]) -> tuple[Keep, ...]:
    """All that can be kept of these dice while some are thrown, the fewest first."""
    found: set[Keep] = {()}
    for die in sorted(dice):
        found |= {(*keep, die) for keep in found}
    return tuple(sorted((keep for keep in found if len(keep) < len(dice)), key=lambda keep: (len(keep), keep)))


def _thrown(dice: int, rolls: list[Number], divide: Callable[[Number, int], Number]) -> list[Number]:
    """The mean of each keep when its other dice are thrown; rolls are worth what they are worth."""
    known = keeps(dice)
    means: list[Any] = [0] * known.first[dice] + rolls
    for keep, six in reversed(_ways(dice)[0]):
        means[keep] = divide(sum(six(means)), 6)
    return means


def _best(dice: int, thrown: list[Number]) -> list[Number]:
    """What each roll is worth: of all its keeps the best. All dice kept are worth what they score."""
    best = thrown.copy()
    for keep, fewer in _ways(dice)[1]:
        most = max(fewer(best))
        if most > best[keep]:
            best[keep] = most
    return best[keeps(dice).first[dice] :]


@cache
def _ways(dice: int) -> tuple[list[tuple[int, Any]], list[tuple[int, Any]]]:
    """For each keep of fewer dice the six that it can become, for each of some dice those with one die fewer."""
    known = keeps(dice)
    more = [(keep, itemgetter(*six)) for keep, six in enumerate(known.thrown) if six]
    fewer = [(keep, itemgetter(*left, left[0])) for keep, left in enumerate(known.left) if left]
    return more, fewer
