"""Upper bounds of silent misreads: what the counts of an evaluation prove, by exact binomial limits."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from device.evaluation.metrics import Score

CONFIDENCE = 0.95
"""Probability with which the true rate is below the bound, whatever it is."""

_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Bound:
    """``silent`` misreads ``of`` so many dice, tables or sittings, and the rate that they are ``at_most``."""

    silent: int
    of: int
    at_most: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds per die, per table and per sitting. Dice of one sitting are not independent: they share lamp and tray."""

    dice: Bound
    tables: Bound
    sittings: Bound


def bounds(scores: Sequence[Score]) -> Bounds:
    """Return the bounds of silent misreads that these scores prove."""
    wrong = [score for score in scores if score.verdict == "silent"]
    return Bounds(
        _bound(sum(score.misread for score in scores), sum(score.dice for score in scores)),
        _bound(len(wrong), len(scores)),
        _bound(len({score.sitting for score in wrong}), len({score.sitting for score in scores})),
    )


def _bound(silent: int, of: int) -> Bound:
    return Bound(silent, of, upper_bound(silent, of))


def upper_bound(errors: int, trials: int, confidence: float = CONFIDENCE) -> float:
    """Return the exact one-sided upper limit, 0–1, of the rate of errors after so many ``trials``.

    It is the rate at which no more than that many errors had the probability 1 - ``confidence`` (Clopper and Pearson,
    "The use of confidence or fiducial limits illustrated in the case of the binomial", 1934).
    """
    if errors >= trials:
        return 1.0
    low, high = errors / trials, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(errors, trials, middle) > 1 - confidence else (low, middle)
    return high


def _at_most(errors: int, trials: int, rate: float) -> float:
    """Return the probability of no more than ``errors`` in so many trials, each of that ``rate``, 0 < rate < 1."""
    ways = math.lgamma(trials + 1)
    return math.fsum(
        math.exp(
            ways
            - math.lgamma(number + 1)
            - math.lgamma(trials - number + 1)
            + number * math.log(rate)
            + (trials - number) * math.log1p(-rate)
        )
        for number in range(errors + 1)
    )
