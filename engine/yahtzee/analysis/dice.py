"""Every roll and every keep of so many dice, numbered, and how one becomes the other.

A keep is a multiset of faces, written as a sorted tuple; a keep of all dice is a roll. Keeps are numbered by their
size, then in the order of their faces, so that the rolls are the last of them.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from engine.faces import FACES

Keep = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Keeps:
    """All keeps of up to ``dice`` dice.

    ``all`` are they by number, ``number`` their numbers, ``first`` the number of the first keep of each size.
    ``thrown[n]`` are the six keeps that keep n becomes when one more die falls, by its face (none for rolls), ``left``
    those that remain of it when one of its dice is taken up, each once.
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
    """The keeps of so many dice: 462 of five, 252 of them rolls."""
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
