"""Are these dice fair? What the count of their faces says, however often somebody looks.

The verdict rests on evidence that may be looked at after each throw, for ever. A bet is laid, throw by throw, on faces
coming as they came so far; at fair dice no way to bet wins in the mean, so that fair dice ever multiply the stake by a
hundred in one of a hundred cases at the most (Ville 1939), whatever decides how many dice are thrown and when somebody
looks. The stake's growth is the Bayes factor of Dirichlet priors against fair dice (Good 1967).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, lgamma, log
from typing import Literal

from engine.faces import FACES
from engine.statistics.chi_square import above_shifted, as_uneven, pearson

Word = Literal["too_few", "nothing", "doubtful", "loaded"]

DOUBTFUL, LOADED = 10.0, 100.0
"""Times the stake at which dice are called doubtful, and loaded."""

SURE = 0.8
"""How likely a loaded die must have been found out before fair ones are spoken well of."""

ALMOST = 1 - 1e-9
"""No number of throws finds a loaded die out for certain."""

LOADINGS: Mapping[str, float] = {"fifth": 1 / 5, "quarter": 1 / 4, "third": 1 / 3, "half": 1 / 2}
"""The dice that a verdict speaks of: one face comes so often, the others share the rest."""

_PRIORS = (24.0, 96.0, 384.0, 1536.0)
"""How many throws each bettor's belief in fair dice is worth: few find dice heavily loaded, many find slight faults."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What can be said of dice by the count of their faces.

    ``evidence`` is how many times the stake was multiplied, as a natural logarithm; ``bar`` is what makes dice loaded.
    ``as_uneven`` is how often fair dice are as uneven, for one who looks this once. ``found_out`` are the chances that
    loaded dice would be known by now, for each of :data:`LOADINGS`; ``mildest`` is the first of them above
    :data:`SURE`, None where none is.
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
        """How many dice were counted."""
        return sum(self.counts)

    @property
    def strangest(self) -> int:
        """The face that came least as often as it should."""
        return max(FACES, key=lambda face: abs(self.counts[face - 1] - self.thrown / len(FACES)))


def counted(rolls: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """How often each face came, from one to six."""
    dice = [die for roll in rolls for die in roll]
    return tuple(dice.count(face) for face in FACES)


def verdict(counts: Sequence[int], one_of_many: int | None = None) -> Verdict:
    """What these counts say.

    Where such counts are judged one after another, as evening after evening, ``one_of_many`` is the number of this
    one, from 1: the bar rises with it so that fair dice are called loaded in one of a hundred cases over all of them
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
    """The growth of the stake of whoever bets against fair dice, as a natural logarithm; 0 before the first throw."""
    logs = [_growth(counts, prior) for prior in _PRIORS]
    most = max(logs)
    return most + log(fsum(exp(one - most) for one in logs) / len(logs))


def found_out(thrown: int, share: float, bar: float) -> float:
    """How likely dice that show one face with that share are to have passed the bar after so many throws.

    By the noncentral chi-square, which is right to a few hundredths from some dozens of throws on. The bar may have
    been passed earlier, so that it is a little more likely than this.
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
    """How uneven so many throws must be to pass the bar, where one face comes too often; None if they cannot."""
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
