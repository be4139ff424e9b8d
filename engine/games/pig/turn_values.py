"""The mean of a turn of Pig, exactly, and from how many points on to stand for the highest mean."""

from fractions import Fraction
from functools import cache

from engine.turns.keeps import throws

ENOUGH = 40
"""Points of a turn from which one stands in any case: a throw adds 8 at the most in the mean, and can lose all."""


@cache
def of_points(dice: int, total: int, points: int) -> Fraction:
    """Return the mean change of the total by the best play of a turn with these points so far.

    ``total`` are the points that two 1s lose.
    """
    if points >= ENOUGH:
        return Fraction(points)
    throw = of_throw(dice, total, points)
    return max(Fraction(points), throw) if points else throw


@cache
def of_throw(dice: int, total: int, points: int) -> Fraction:
    """Return the mean change of the total by a throw now, and the best play after it."""
    mean = Fraction(0)
    for faces, ways in throws(dice):
        if faces == (1, 1):
            mean -= ways * total
        elif 1 not in faces:
            mean += ways * of_points(dice, total, points + sum(faces))
    return mean / int(6**dice)


def hold_at(dice: int, total: int = 0) -> int:
    """Return the least points of a turn with which standing is at least as good as another throw."""
    return next(points for points in range(2, ENOUGH + 1) if points >= of_throw(dice, total, points))
