"""All throws of some dice, without their order."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

from engine.values import FACES

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
