"""The fairness of dice, judged by the counts of their faces, exactly or by chi-square, whenever checked.

The evidence may be evaluated after each throw, without limit. It is the stake of a bet, throw by throw, that faces come
as they came so far. With fair dice no bet wins in the mean, so that fair dice ever multiply the stake by a hundred in
one of a hundred cases at the most (Ville 1939), independent of the number of dice and the times of evaluation. The
stake's growth is the Bayes factor of Dirichlet priors against fair dice (Good 1967).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erfc, exp, factorial, fsum, lgamma, log, pi, prod, sqrt
from typing import Literal

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


Word = Literal["too_few", "nothing", "doubtful", "loaded"]

DOUBTFUL, LOADED = 10.0, 100.0
"""The multiples of the stake at which dice are doubtful, and loaded."""

SURE = 0.8
"""The detection probability of loaded dice that is required before dice are called fair."""

ALMOST = 1 - 1e-9
"""The largest detection probability: no number of throws detects loaded dice with certainty."""

LOADINGS: Mapping[str, float] = {"fifth": 1 / 5, "quarter": 1 / 4, "third": 1 / 3, "half": 1 / 2}
"""The loadings in a verdict: the share of one face. The others share the rest equally."""

_PRIORS = (24.0, 96.0, 384.0, 1536.0)
"""The prior strengths in throws: low ones detect heavy loading early, high ones slight loading later."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on dice by the counts of their faces.

    ``evidence`` is the natural logarithm of the stake's growth; ``bar`` is the value at which dice are loaded.
    ``as_uneven`` is the probability that fair dice are as uneven, for a single evaluation. ``found_out`` are the
    probabilities that loaded dice would be detected by now, for each of :data:`LOADINGS`; ``mildest`` is the first of
    them above :data:`SURE`, None where none is.
    """

    word: Word
    counts: tuple[int, ...]
    evidence: float
    bar: float
    as_uneven: float
    found_out: Mapping[str, float]
    mildest: str | None

    @property
    def thrown(self) -> int:
        return sum(self.counts)

    @property
    def strangest(self) -> int:
        """The face with the largest deviation from its expected count."""
        return max(FACES, key=lambda face: abs(self.counts[face - 1] - self.thrown / len(FACES)))


def counted(rolls: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the count of each face, from one to six."""
    dice = [die for roll in rolls for die in roll]
    return tuple(dice.count(face) for face in FACES)


def verdict(counts: Sequence[int], one_of_many: int | None = None) -> Verdict:
    """Return the verdict on these counts.

    Where several counts are judged in sequence, such as evening after evening, ``one_of_many`` is the number of this
    one, from 1. The bar rises with it so that fair dice are called loaded in one of a hundred cases over all of them
    together, since 1/(1·2) + 1/(2·3) + 1/(3·4) + … is 1.
    """
    bar = log(LOADED) + (log(one_of_many * (one_of_many + 1)) if one_of_many else 0.0)
    found = evidence(counts)
    known = {name: found_out(sum(counts), share, bar) for name, share in LOADINGS.items()}
    mildest = next((name for name, chance in known.items() if chance >= SURE), None)
    word: Word = "nothing" if mildest else "too_few"
    if found >= bar:
        word = "loaded"
    elif found >= bar - log(LOADED / DOUBTFUL):
        word = "doubtful"
    return Verdict(word, tuple(counts), found, bar, as_uneven(counts), known, mildest)


def evidence(counts: Sequence[float]) -> float:
    """Return the growth of the stake in a bet against fair dice, as a natural logarithm; 0 before the first throw."""
    logs = [_growth(counts, prior) for prior in _PRIORS]
    most = max(logs)
    return most + log(fsum(exp(one - most) for one in logs) / len(logs))


def found_out(thrown: int, share: float, bar: float) -> float:
    """Return the probability that dice with one face of that share have passed the bar after so many throws.

    Calculated by the noncentral chi-square, which is accurate to a few hundredths from some dozens of throws on. The
    bar may have been passed earlier, so the actual probability is slightly higher.
    """
    needed = _needed(thrown, bar)
    if needed is None:
        return 0.0
    others = (1 - share) / (len(FACES) - 1)
    shift = thrown * len(FACES) * ((share - 1 / 6) ** 2 + 5 * (others - 1 / 6) ** 2)
    return min(above_shifted(needed, shift), ALMOST)


def _growth(counts: Sequence[float], prior: float) -> float:
    each, thrown = prior / len(FACES), sum(counts)
    faces = fsum(lgamma(each + count) - lgamma(each) for count in counts)
    return faces - lgamma(prior + thrown) + lgamma(prior) + thrown * log(len(FACES))


def _needed(thrown: int, bar: float) -> float | None:
    """Return the unevenness that passes the bar with one face too often; None if the throws are too few."""
    low, high = 0.0, thrown * 5 / 6
    if evidence(_one_too_often(thrown, high)) < bar:
        return None
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if evidence(_one_too_often(thrown, middle)) >= bar else (middle, high)
    return pearson(_one_too_often(thrown, high))


def _one_too_often(thrown: int, excess: float) -> list[float]:
    even = thrown / len(FACES)
    return [even + excess, *[even - excess / 5] * 5]
