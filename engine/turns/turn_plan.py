"""The best play of a turn in which any dice may be kept, solved over all keeps of its dice.

A keep is a multiset of faces, written as a sorted tuple. A keep of all dice is a roll. Keeps are numbered by size, then
by faces, so that the rolls come last.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from operator import itemgetter
from typing import Any, Generic, TypeVar

from engine.reports.win_chances import tallied
from engine.values import FACES

Keep = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Keeps:
    """All keeps of up to ``dice`` dice.

    ``all`` are the keeps by number, ``number`` their numbers, ``first`` the number of the first keep of each size.
    ``thrown[n]`` are the six keeps that follow keep n when one more die is added, by its face (none for rolls).
    ``left`` are those that remain of it when one of its dice is removed, each once.
    """

    dice: int
    all: tuple[Keep, ...]
    number: dict[Keep, int]
    first: tuple[int, ...]
    thrown: tuple[tuple[int, ...], ...]
    left: tuple[tuple[int, ...], ...]

    @property
    def rolls(self) -> tuple[Keep, ...]:
        """The keeps of all dice."""
        return self.all[self.first[self.dice] :]


@cache
def keeps(dice: int) -> Keeps:
    """Return the keeps of that many dice: 462 of five, 252 of them rolls."""
    found = [keep for size in range(dice + 1) for keep in combinations_with_replacement(FACES, size)]
    number = {keep: place for place, keep in enumerate(found)}
    thrown = [
        tuple(number[tuple(sorted((*keep, face)))] for face in FACES) if len(keep) < dice else () for keep in found
    ]
    left = [
        tuple(
            number[(*keep[:place], *keep[place + 1 :])] for place in range(len(keep)) if keep[place] not in keep[:place]
        )
        for keep in found
    ]
    first = [next(place for place, keep in enumerate(found) if len(keep) == size) for size in range(dice + 1)]
    return Keeps(dice, tuple(found), number, tuple(first), tuple(thrown), tuple(left))


Throw = tuple[tuple[int, ...], int]
"""The sorted faces of a throw, and the number of ordered throws that show them."""


@cache
def throws(dice: int) -> tuple[Throw, ...]:
    """Return every throw of that many dice: 252 of five, of 7776 ordered ones."""
    return tuple((faces, _ways(faces)) for faces in combinations_with_replacement(FACES, dice))


def _ways(faces: tuple[int, ...]) -> int:
    ways = factorial(len(faces))
    for count in Counter(faces).values():
        ways //= factorial(count)
    return ways


Place = TypeVar("Place", int, tuple[int, int])


def ends(
    begun: Place, number: Callable[[Place], int | None], throw: Callable[[Place], Iterable[tuple[Place, float]]]
) -> dict[int, float]:
    """Return the chance of each number that a turn from that place on ends with.

    ``number`` is the one of a place in which it ends, None where it goes on; ``throw`` yields the places that the next
    throw leads to, each a larger one or an end, with their chances.
    """
    found: dict[int, float] = {}
    here = {begun: 1.0}
    while here:
        place = min(here)
        chance, last = here.pop(place), number(place)
        if last is not None:
            found[last] = found.get(last, 0.0) + chance
            continue
        for after, likely in throw(place):
            here[after] = here.get(after, 0.0) + chance * likely
    return found


Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class TurnPlan(Generic[Number]):
    """One turn, solved backwards.

    ``lying[n]`` is the value of each roll with n rolls left, ``thrown[n]`` that of each keep when its other dice
    are thrown with n rolls left before (``thrown[0]`` is empty). Rolls and keeps are numbered as in
    :func:`~engine.turns.turn_plan.keeps`, rolls from 0 on.
    """

    dice: int
    lying: tuple[list[Number], ...]
    thrown: tuple[list[Number], ...]

    @property
    def worth(self) -> Number:
        """The value of the turn before its first roll."""
        return self.thrown[-1][0]

    def of_dice(self, rolls_left: int, dice: Sequence[int]) -> Number:
        """Return the value of these dice as they lie, with that many rolls left."""
        known = keeps(self.dice)
        return self.lying[rolls_left][known.number[tuple(sorted(dice))] - known.first[self.dice]]

    def of_keep(self, rolls_left: int, keep: Sequence[int]) -> Number:
        """Return the value of keeping these dice and throwing the others, with that many rolls left before."""
        return self.thrown[rolls_left][keeps(self.dice).number[tuple(sorted(keep))]]

    def ends(self, rolls_left: int, dice: Sequence[int]) -> dict[Keep, float]:
        """Return the chance of each last roll from these dice on, or from no dice before the first roll."""
        here: dict[Keep, float] = {tuple(sorted(dice)): 1.0}
        for left in range(rolls_left, 0, -1):
            kept = tallied((self._best_keep(left, lies), chance) for lies, chance in here.items())
            here = tallied(
                (tuple(sorted(keep + faces)), chance * ways / 6 ** len(faces))
                for keep, chance in kept.items()
                for faces, ways in throws(self.dice - len(keep))
            )
        return here

    def _best_keep(self, left: int, lies: Keep) -> Keep:
        """Return the dice to keep; all of them to stand."""
        number, thrown = keeps(self.dice).number, self.thrown[left]
        best = max(parts_of(lies), key=lambda keep: thrown[number[keep]], default=lies)
        return lies if lies and self.of_dice(0, lies) >= thrown[number[best]] else best


def plan(
    dice: int, rolls: int, scored: list[Number], divide: Callable[[Number, int], Number], *, keep: bool = True
) -> TurnPlan[Number]:
    """Return the plan of a turn for these values of scored rolls, none below 0; without ``keep`` all dice are thrown.

    Values may be floats, with ``truediv``, or whole numbers, with ``floordiv``, which is exact if 6 to the power of all
    dice that a turn can throw divides them.
    """
    lying, thrown = [scored], [[]]  # type: list[list[Number]], list[list[Number]]
    for _ in range(rolls - 1):
        thrown.append(_thrown(dice, lying[-1], divide))
        if not keep:
            thrown[-1][1 : keeps(dice).first[dice]] = [-1] * (keeps(dice).first[dice] - 1)
        lying.append(_best(dice, thrown[-1]))
    thrown.append(_thrown(dice, lying[-1], divide))
    return TurnPlan(dice, tuple(lying), tuple(thrown))


def parts_of(dice: Sequence[int]) -> tuple[Keep, ...]:
    """Return all keeps of these dice with some thrown, the fewest dice first."""
    return _parts(tuple(sorted(dice)))


def parts_with_all(dice: Sequence[int]) -> tuple[Keep, ...]:
    """Return every choice of some or all of these dice, the fewest first."""
    return (*parts_of(dice)[1:], tuple(sorted(dice))) if dice else ()


@cache
def _parts(dice: Keep) -> tuple[Keep, ...]:
    found: set[Keep] = {()}
    for die in dice:
        found |= {(*keep, die) for keep in found}
    return tuple(sorted((keep for keep in found if len(keep) < len(dice)), key=lambda keep: (len(keep), keep)))


def _thrown(dice: int, rolls: list[Number], divide: Callable[[Number, int], Number]) -> list[Number]:
    """Return the mean of each keep when its other dice are thrown. Rolls keep their value."""
    known = keeps(dice)
    means: list[Any] = [0] * known.first[dice] + rolls
    for keep, six in reversed(_neighbours(dice)[0]):
        means[keep] = divide(sum(six(means)), 6)
    return means


def _best(dice: int, thrown: list[Number]) -> list[Number]:
    """Return the value of each roll: that of its best keep. The keep of all dice has the value of its score."""
    best = thrown.copy()
    for keep, fewer in _neighbours(dice)[1]:
        most = max(fewer(best))
        if most > best[keep]:
            best[keep] = most
    return best[keeps(dice).first[dice] :]


@cache
def _neighbours(dice: int) -> tuple[list[tuple[int, Any]], list[tuple[int, Any]]]:
    """Return for each keep of fewer dice the six next keeps, and for each of some dice those with one die fewer."""
    known = keeps(dice)
    more = [(keep, itemgetter(*six)) for keep, six in enumerate(known.thrown) if six]
    fewer = [(keep, itemgetter(*left, left[0])) for keep, left in enumerate(known.left) if left]
    return more, fewer
