"""The total of dice that are still to throw in Threes, by the best play: its lowest mean, and the chance to stay low.

For both it is best to set the lowest dice of a throw aside; only how many is to be chosen. 3 is the lowest.
"""

from fractions import Fraction
from functools import cache

from engine.threes.rules import points
from engine.turns.throws import throws


@cache
def mean(dice: int) -> Fraction:
    """Return the lowest mean of the total of so many dice before their throw; five: 504205555/80621568."""
    if not dice:
        return Fraction(0)
    sums = sum((ways * _lowest(faces) for faces, ways in throws(dice)), Fraction(0))
    return sums / int(6**dice)


@cache
def chance(dice: int, most: int) -> Fraction:
    """Return the best chance of a total of at most ``most`` with so many dice, before their throw."""
    if most < 0:
        return Fraction(0)
    if not dice:
        return Fraction(1)
    sums = sum((ways * _likeliest(faces, most) for faces, ways in throws(dice)), Fraction(0))
    return sums / int(6**dice)


def _lowest(faces: tuple[int, ...]) -> Fraction:
    return min(points(part) + mean(len(faces) - len(part)) for part in _parts(faces))


def _likeliest(faces: tuple[int, ...], most: int) -> Fraction:
    return max(chance(len(faces) - len(part), most - points(part)) for part in _parts(faces))


def _parts(faces: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the lowest die of a throw, its two lowest, and so on to all."""
    lowest = sorted(faces, key=lambda die: points([die]))
    return [tuple(lowest[:many]) for many in range(1, len(lowest) + 1)]
