"""The unevenness of a count of six faces, and its probability with fair dice: exact, or by chi-square for many."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import erfc, exp, factorial, lgamma, log, pi, prod, sqrt

from engine.values import FACES

EXACT = 60
"""The largest number of dice calculated by enumeration; ten a face is enough for chi-square (Cochran)."""

FREEDOM = len(FACES) - 1


def pearson(counts: Sequence[float]) -> float:
    """Return Pearson's statistic of the counts of six faces, 0 for even counts."""
    thrown = sum(counts)
    return sum(count * count for count in counts) * len(FACES) / thrown - thrown if thrown else 0.0


def as_uneven(counts: Sequence[int]) -> float:
    """Return the probability that as many fair dice fall at least as unevenly, by :func:`pearson`."""
    if sum(counts) <= EXACT:
        return _exactly(sum(counts), sum(count * count for count in counts))
    return above(pearson(counts))


def above(value: float) -> float:
    """Return the probability that a chi-square of five degrees of freedom exceeds that value."""
    return next(_tails(value))


def above_shifted(value: float, shift: float) -> float:
    """Return the same for unfair dice: for the noncentral chi-square, with that noncentrality."""
    if value < shift + FREEDOM - 10 * sqrt(2 * (FREEDOM + 2 * shift)):  # ten standard deviations below the mean
        return 1.0
    total = 0.0
    weight_log = -shift / 2
    for place, tail in enumerate(_tails(value)):
        total += exp(weight_log) * tail
        # beyond the middle of the Poisson weights they fall faster than tails, which are 1 at the most, can grow
        if place > shift / 2 and exp(weight_log) < 1e-13:
            return min(total, 1.0)
        weight_log += log(shift / 2 / (place + 1)) if shift else -1e9
    raise AssertionError("the tails have no end")


def _tails(value: float) -> Iterator[float]:
    """Yield the probabilities to exceed that value with five degrees of freedom, seven, nine, and so on."""
    if value <= 0:
        while True:
            yield 1.0
    half = value / 2
    tail = erfc(sqrt(half)) + 2 * sqrt(half / pi) * exp(-half) * (1 + value / 3)
    freedom = FREEDOM
    while True:
        yield tail
        tail += exp(freedom / 2 * log(half) - half - lgamma(freedom / 2 + 1))
        freedom += 2


@lru_cache(maxsize=256)
def _exactly(thrown: int, squares: int) -> float:
    """Return the probability that the squares of the six counts of so many fair dice add up to that or more."""
    arrangements = sum(
        factorial(thrown) // prod(map(factorial, parts)) * _orders(parts)
        for parts in _partitions(thrown, len(FACES), thrown)
        if sum(part * part for part in parts) >= squares
    )
    return float(arrangements / 6**thrown)


def _partitions(thrown: int, faces: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide that many dice among that many faces, regardless of order: the largest counts first."""
    if not faces:
        if not thrown:
            yield ()
        return
    for count in range(min(most, thrown), (thrown - 1) // faces, -1):
        for rest in _partitions(thrown - count, faces - 1, count):
            yield (count, *rest)


def _orders(parts: tuple[int, ...]) -> int:
    """Return the number of ways to assign these counts to the faces."""
    return factorial(len(parts)) // prod(factorial(parts.count(part)) for part in set(parts))
