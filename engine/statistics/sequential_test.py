"""Wald's sequential test of the reading (“Sequential tests of statistical hypotheses”, 1945).

Each value adds to the evidence for one of two rates of wrong values, until there is enough for either. After a result
the test starts again; the latest result stands until then.
"""

import math
from dataclasses import astuple, dataclass, replace
from operator import add
from typing import Literal

GOOD, BAD = 1 / 2_000, 1 / 200
"""Wrong values among those given: a reading with the rate ``GOOD`` or less should pass, one with ``BAD`` should not."""

RISK = 0.05
"""The probability that a reading of the rate ``BAD`` passes, and that one of the rate ``GOOD`` fails."""

PASSES, FAILS = math.log(RISK / (1 - RISK)), math.log((1 - RISK) / RISK)
WRONG, RIGHT = math.log(BAD / GOOD), math.log((1 - BAD) / (1 - GOOD))
"""Evidence for ``BAD`` by one wrong value, and by one right one, which is negative."""

CONFIDENCE = 0.95
"""Probability with which the true rate is below the bound, whatever it is."""

Result = Literal["passed", "failed"]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one sitting: ``throws``, values that were ``given`` and that were ``wrong`` among them, and dice that
    were ``refused`` a value or not found."""

    throws: int = 0
    given: int = 0
    wrong: int = 0
    refused: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class Course:
    """The course of the test: its ``evidence`` since the latest ``result``, which came on the evening ``day``."""

    evidence: float = 0.0
    result: Result | None = None
    day: int = 0

    def after(self, seen: Tally, day: int) -> "Course":
        """The course after these values of that evening, the wrong ones first."""
        evidence = self.evidence + seen.wrong * WRONG + (seen.given - seen.wrong) * RIGHT
        if evidence >= FAILS:
            return Course(0.0, "failed", day)
        if evidence <= PASSES:
            return Course(0.0, "passed", day)
        return replace(self, evidence=evidence)

    @property
    def missing(self) -> int:
        """The number of right values in a row with which the test is passed."""
        return math.ceil((PASSES - self.evidence) / RIGHT)


def upper_bound(errors: int, trials: int, confidence: float = CONFIDENCE) -> float:
    """Return the exact one-sided upper limit, 0–1, of the rate of errors after so many ``trials``.

    It is the rate at which no more than that many errors had the probability 1 - ``confidence`` (Clopper and Pearson,
    "The use of confidence or fiducial limits illustrated in the case of the binomial", 1934).
    """
    ways = [math.lgamma(trials + 1) - math.lgamma(n + 1) - math.lgamma(trials - n + 1) for n in range(errors + 1)]
    low, high = (errors / trials, 1.0) if errors < trials else (1.0, 1.0)
    for _halving in range(60 if low < high else 0):
        rate = (low + high) / 2
        right, wrong = math.log1p(-rate), math.log(rate)
        at_most = math.fsum(math.exp(ways[n] + n * wrong + (trials - n) * right) for n in range(errors + 1))
        low, high = (rate, high) if at_most > 1 - confidence else (low, rate)
    return high
