"""Whether readings were right, as the game would see it, and the upper bounds that counts of misreads prove.

Exact means that every die has its true value and every die that must not be given one was found without. Silent means
that the game would have taken a wrong table for a right one. Everything else is caught: the reader said itself that it
doubts, or the number of dice is not the one that the game expects.
"""

import math
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import dist
from typing import Literal

from device.evaluation.dataset import LENIENT, LabelledTable, TrueDie, Truth
from vision import Die, Flag, Reader, Reading, Rest, on_tray
from vision.lamps.examine import examine

Verdict = Literal["exact", "caught", "silent"]
Point = tuple[float, float]

REACH = 0.7
"""Maximum distance, in widths of a die, between a labelled die and its match."""

DOUBTED = frozenset({Flag.COCKED, Flag.STACKED, Flag.HIDDEN, Flag.BLURRED})
"""Flags with which the game ignores the value of a die."""

BUSY = (Rest.MOVING, Rest.OBSTRUCTED, Rest.COVERED)


def verdict(truth: Truth, reading: Reading) -> Verdict:
    if truth.rest in BUSY:
        right = reading.rest is not Rest.SETTLED or _doubtful(reading.dice)
    elif truth.rest is not None and reading.rest in BUSY:
        right = False
    else:
        right = _all_right(truth.dice, reading.dice)
    if right:
        return "exact"
    return "silent" if _accepted_though_wrong(truth.dice, reading) else "caught"


@dataclass(frozen=True, slots=True)
class Values:
    """The values ``given`` to dice on the tray: ``wrong`` ones, those where no die lies among them, and the ``leans``,
    values of dice that must not be given one."""

    given: int
    wrong: int
    leans: int


def values_in(truth: Truth, reading: Reading) -> Values:
    """Count the values that a reading gives, by place where all dice have one, else by value."""
    read = [die for die in on_tray(reading.dice) if die.value and not die.flags & DOUBTED]
    lying = [die for die in truth.dice if not die.lies_outside]
    if all(die.center for die in lying):
        found = matches(lying, read)
        leans = sum(lying[number].value is None for number in found)
        right = sum(lying[number].value == die.value for number, die in found.items())
    else:
        right = (Counter(die.value for die in read) & Counter(die.value for die in lying)).total()
        leans = min(len(read) - right, sum(die.value is None for die in lying))
    return Values(len(read), len(read) - right - leans, leans)


def matches(truth: Sequence[TrueDie], read: Sequence[Die]) -> dict[int, Die]:
    """Return the matching read die for each labelled one, by index. Closest pairs are matched first."""
    pairs = sorted(
        (away, number, other)
        for number, die in enumerate(truth)
        for other, found in enumerate(read)
        if die.center
        and (away := dist(die.center, found.center)) <= REACH * (die.size or dist(found.corners[0], found.corners[1]))
    )
    taken: dict[int, int] = {}
    for _, number, other in pairs:
        if number not in taken and other not in taken.values():
            taken[number] = other
    return {number: read[other] for number, other in taken.items()}


def _all_right(truth: Sequence[TrueDie], read: Sequence[Die]) -> bool:
    lying = [die for die in truth if not die.lies_outside]
    if all(die.center for die in lying):
        return _right_by_place(truth, read)
    return _right_by_value(lying, on_tray(read))


def _right_by_place(truth: Sequence[TrueDie], read: Sequence[Die]) -> bool:
    """Return whether each special die is right in its place, and the others taken together."""
    found = matches(truth, read)
    special = []
    for number, die in enumerate(truth):
        if die.ordinary or die.lies_outside:
            continue
        if number not in found:
            if not die.flags & LENIENT:
                return False
        elif found[number].value not in (None, die.value):
            return False
        else:
            special.append(found[number])
    others = [die.value for die in on_tray(read) if not any(die is one for one in special)]
    return Counter(others) == Counter(die.value for die in truth if die.ordinary)


def _right_by_value(lying: Sequence[TrueDie], read: Sequence[Die]) -> bool:
    values = Counter(die.value for die in read)
    blanks = values.pop(None, 0)
    ordinary = Counter(die.value for die in lying if die.ordinary)
    lenient = Counter(die.value for die in lying if die.flags & LENIENT)
    must_be_blank = sum(die.value is None and not die.flags & LENIENT for die in lying)
    extra = values - ordinary
    may_be_blank = must_be_blank + lenient.total() - extra.total()
    return ordinary <= values and extra <= lenient and must_be_blank <= blanks <= may_be_blank


def _accepted_though_wrong(truth: Sequence[TrueDie], reading: Reading) -> bool:
    lying = [die.value for die in truth if not die.lies_outside]
    read = on_tray(reading.dice)
    if reading.rest is not Rest.SETTLED or _doubtful(read) or len(read) != len(lying):
        return False
    return None in lying or Counter(die.value for die in read) != Counter(lying)


def _doubtful(read: Sequence[Die]) -> bool:
    return any(die.value is None or die.flags & DOUBTED for die in on_tray(read))


@dataclass(frozen=True, slots=True)
class Score:
    """How one table was read.

    ``flagged`` and ``flags_right`` count the dice whose labels carry flags; ``rest_right`` is None where the labels
    do not say whether the tray is at rest. ``problems`` are those that the labels name, ``problems_seen`` those of them
    that the reader named, ``false_alarms`` others that it named. Tables of one ``sitting`` share dice, tray and light.
    """

    name: str
    family: str
    reading: Reading
    verdict: Verdict
    flagged: int
    flags_right: int
    rest_right: bool | None
    ms: float
    problems: int = 0
    problems_seen: int = 0
    false_alarms: int = 0
    sitting: str = ""
    values: Values = Values(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Summary:
    """The scores of one family of tables: how many there are of each kind, and the median time of a reading."""

    family: str
    tables: int
    exact: int
    caught: int
    silent: int
    flagged: int
    flags_right: int
    rests: int
    rests_right: int
    ms: float
    problems: int = 0
    problems_seen: int = 0
    false_alarms: int = 0


def score(reader: Reader, table: LabelledTable) -> Score:
    """Read one table, with its lamp pictures if it has any, and compare the reading with its labels."""
    began = time.perf_counter()
    reading = reader.read(table.image)
    tray = reader.tray or (reader.find_tray(table.image) if table.lamps else None)
    if table.lamps is not None and tray is not None:
        reading = examine(reading, *table.lamps, tray)
    ms = 1000 * (time.perf_counter() - began)
    truth = table.truth
    found = matches(truth.dice, reading.dice)
    flagged = [number for number, die in enumerate(truth.dice) if die.flags and die.center]
    right = sum(number in found and truth.dice[number].flags <= found[number].flags for number in flagged)
    rest_right = None if truth.rest is None else reading.rest == truth.rest
    true, named = table.problems or frozenset(), reading.named
    return Score(
        table.name,
        table.family,
        reading,
        verdict(truth, reading),
        len(flagged),
        right,
        rest_right,
        ms,
        len(true),
        len(true & named),
        0 if table.problems is None else len(named - true),
        table.sitting or table.family,
        values_in(truth, reading),
    )


def families_of(scores: Iterable[Score]) -> dict[str, list[Score]]:
    """Return the scores of each family, in order of appearance, and all together."""
    families: dict[str, list[Score]] = {}
    for one in scores:
        families.setdefault(one.family, []).append(one)
    return families | {"all": [one for rows in families.values() for one in rows]} if len(families) > 1 else families


def summaries(scores: Iterable[Score]) -> list[Summary]:
    """Return one summary per family, in order of appearance, and one of all together."""
    return [_summary(family, rows) for family, rows in families_of(scores).items()]


def _summary(family: str, rows: Sequence[Score]) -> Summary:
    counts = Counter(one.verdict for one in rows)
    rests = [one.rest_right for one in rows if one.rest_right is not None]
    return Summary(
        family,
        len(rows),
        counts["exact"],
        counts["caught"],
        counts["silent"],
        sum(one.flagged for one in rows),
        sum(one.flags_right for one in rows),
        len(rests),
        sum(rests),
        statistics.median(one.ms for one in rows),
        sum(one.problems for one in rows),
        sum(one.problems_seen for one in rows),
        sum(one.false_alarms for one in rows),
    )


CONFIDENCE = 0.95
"""Probability with which the true rate is below the bound, whatever it is."""

_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Bound:
    """``seen`` times ``of`` so many, and the rate that they are ``at_most``."""

    seen: int
    of: int
    at_most: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of wrong values and of accepted leans, per value given, and of silent misreads per table and per sitting.

    Dice of one sitting are not independent: they share lamp and tray.
    """

    wrong: Bound
    leans: Bound
    tables: Bound
    sittings: Bound


def bounds(scores: Sequence[Score]) -> Bounds:
    silent = [score for score in scores if score.verdict == "silent"]
    given = sum(score.values.given for score in scores)
    return Bounds(
        _bound(sum(score.values.wrong for score in scores), given),
        _bound(sum(score.values.leans for score in scores), given),
        _bound(len(silent), len(scores)),
        _bound(len({score.sitting for score in silent}), len({score.sitting for score in scores})),
    )


def _bound(seen: int, of: int) -> Bound:
    return Bound(seen, of, upper_bound(seen, of))


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
