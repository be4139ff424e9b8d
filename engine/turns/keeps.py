"""All throws of some dice, and all rolls and keeps of a number of dice, numbered, and the transitions between them.

A keep is a multiset of faces, written as a sorted tuple. A keep of all dice is a roll. Keeps are numbered by size, then
by faces, so that the rolls come last.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

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
