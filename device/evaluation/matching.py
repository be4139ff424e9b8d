"""Whether a reading was right, as the game would see it: exact, caught, or silently wrong.

Exact means that every die has its true value and every die that must not be given one was found without. Silent means
that the game would have taken a wrong table for a right one. Everything else is caught: the reader said itself that it
doubts, or the number of dice is not the one that the game expects.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import Literal

from vision import Die, Flag, Reading, Rest, on_tray

Verdict = Literal["exact", "caught", "silent"]
Point = tuple[float, float]

REACH = 0.7
"""Maximum distance, in widths of a die, between a labelled die and its match."""

DOUBTED = frozenset({Flag.COCKED, Flag.STACKED, Flag.HIDDEN, Flag.BLURRED})
"""Flags with which the game ignores the value of a die."""

LENIENT = frozenset({"hidden", "blurred"})
"""Labels of dice that need not be found or read, but must not be misread."""

BUSY = (Rest.MOVING, Rest.OBSTRUCTED)


@dataclass(frozen=True, slots=True)
class TrueDie:
    """Ground truth of a die. Unknown fields are None.

    A ``value`` of None marks a barred die, which must not be given a value. ``center`` and ``size`` (its width) are in
    pixels.
    """

    value: int | None
    center: Point | None = None
    size: float | None = None
    zone: str = "rolling"
    flags: frozenset[str] = frozenset()

    @property
    def lies_outside(self) -> bool:
        """Return whether the die is off the tray, where it does not count."""
        return self.zone == "outside"

    @property
    def ordinary(self) -> bool:
        """Return whether the die must be found with its value."""
        return not self.lies_outside and self.value is not None and not self.flags & LENIENT


@dataclass(frozen=True, slots=True)
class Truth:
    """Ground truth of a table: its dice, and the state of the tray if known."""

    dice: tuple[TrueDie, ...]
    rest: str | None = None


def verdict(truth: Truth, reading: Reading) -> Verdict:
    """Return the verdict on this reading of that table."""
    if truth.rest in BUSY:
        right = reading.rest is not Rest.SETTLED or _doubtful(reading.dice)
    elif truth.rest is not None and reading.rest in BUSY:
        right = False
    else:
        right = _all_right(truth.dice, reading.dice)
    if right:
        return "exact"
    return "silent" if _accepted_though_wrong(truth.dice, reading) else "caught"


def misread(truth: Truth, reading: Reading) -> int:
    """Return how many dice a silent reading has wrong, 0 for any other."""
    if verdict(truth, reading) != "silent":
        return 0
    lying = [die.value for die in truth.dice if not die.lies_outside]
    right = Counter(die.value for die in on_tray(reading.dice)) & Counter(value for value in lying if value)
    return len(lying) - right.total()


def matches(truth: Sequence[TrueDie], read: Sequence[Die]) -> dict[int, Die]:
    """Return the matching read die for each labelled one, by index. Closest pairs are matched first."""
    pairs = sorted(
        (away, number, other)
        for number, die in enumerate(truth)
        for other, found in enumerate(read)
        if die.center and (away := dist(die.center, found.center)) <= REACH * (die.size or _width(found))
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
    """Return the same for unknown positions, by counting values and blanks."""
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


def _width(die: Die) -> float:
    """Return the width of a die that was read, in pixels."""
    return dist(die.corners[0], die.corners[1])
