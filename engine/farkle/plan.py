"""The best play of a turn of Farkle, for any worth of its points, to the precision of a float.

Points only grow, by 50 at least, so a turn is solved from the most points down, without a limit to its throws.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from engine.farkle.rules import DICE
from engine.farkle.scoring import score, scoring_parts
from engine.turns.keeps import throws

STEP = 50
MOST = 40_000
"""Points of a turn from which standing has the highest mean in any case, with six dice to throw too."""
FAR = 8_000
"""Points that a turn hardly ever has."""

Option = tuple[int, int]
"""Steps of points for dice set aside, and the number of dice of the next throw."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnValues:
    """The values of a turn by its points: ``stand`` (None where one may not), and ``of_throw[n][points / 50]``.

    Equal only to itself, so that what follows from it can be cached by it.
    """

    stand: Callable[[int], float | None]
    of_throw: tuple[list[float], ...]

    def throw(self, dice: int, points: int) -> float:
        """Return the value of a throw of so many dice. With more points than are solved it is that of standing."""
        solved = self.of_throw[dice]
        return solved[points // STEP] if points // STEP < len(solved) else self.stand(points) or 0.0


def bust(scores: str, dice: int) -> Fraction:
    """Return the chance that a throw of so many dice scores nothing."""
    ways = sum(ways for faces, ways in throws(dice) if not scoring_parts(scores, faces))
    return Fraction(ways, 6**dice)


@lru_cache(maxsize=8)
def for_points(scores: str, opening: int, most: int = MOST) -> TurnValues:
    """Return the values for the highest mean of a turn, of which less than ``opening`` does not count.

    With ``most`` points a player stands.
    """
    return solved(scores, most, lambda points: float(points) if points >= opening else None)


@lru_cache(maxsize=8)
def to_lead(scores: str, tie: float) -> TurnValues:
    """Return the values for more than :data:`FAR` points in a turn. So many points have the value ``tie``."""
    return solved(scores, FAR, lambda points: tie if points == FAR else float(points > FAR))


def solved(scores: str, most: int, worth: Callable[[int], float | None]) -> TurnValues:
    """Return the values for that worth of standing, None where one may not. With ``most`` points a player stands."""
    steps = most // STEP + 1
    largest = steps + 4 * 3000 // STEP
    standing = [worth(step * STEP) for step in range(largest)]
    values: tuple[list[float], ...] = tuple([0.0] * largest for _dice in range(DICE + 1))
    for dice in range(1, DICE + 1):
        values[dice][steps:] = [stand or 0.0 for stand in standing[steps:]]
    for step in range(steps - 1, -1, -1):
        for dice in range(1, DICE + 1):
            total = 0.0
            for options, ways in options_of(scores, dice):
                best = 0.0
                for more, left in options:
                    later = step + more
                    best = max(best, values[left][later], standing[later] or 0.0)
                total += ways * best
            values[dice][step] = total / 6**dice
    return TurnValues(worth, values)


@cache
def options_of(scores: str, dice: int) -> tuple[tuple[tuple[Option, ...], int], ...]:
    """Return the choices after a throw of so many dice, for each set of choices with the number of throws that have it.

    Of the choices that leave as many dice only the one with the most points is any good.
    """
    found: Counter[tuple[Option, ...]] = Counter()
    for faces, ways in throws(dice):
        best: dict[int, int] = {}
        for part in scoring_parts(scores, faces):
            left = dice - len(part) or DICE
            best[left] = max(best.get(left, 0), (score(scores, part) or 0) // STEP)
        if best:
            found[tuple((points, left) for left, points in sorted(best.items()))] += ways
    return tuple(found.items())
