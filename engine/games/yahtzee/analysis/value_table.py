"""The coach's table: the value of every position of one player's card, read from a package file.

A table is a file of the package, ``NAME.table``, one for each preset: zlib over four planes of bytes (the lowest bytes
of all numbers first), which are the differences, signed, between neighbours of whole numbers of 65,536ths of a point.
Order: by the lower boxes that are filled, then by the Yahtzee box (open, zero, fifty), then by the upper boxes that
are filled, then by the upper totals that these can have. ``python -m engine.games.yahtzee.analysis.solving`` makes it.
"""

import pkgutil
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate

from engine.games.yahtzee.analysis.position import upper_totals
from engine.games.yahtzee.boxes import BOXES, UPPER
from engine.games.yahtzee.rules import PRESETS, Rules

UNIT = 1 / 65536
"""The unit of a table, in points."""

_PLANES = 4
_YAHTZEE = BOXES.index("yahtzee")
_BELOW = [place for place in range(len(UPPER), len(BOXES)) if place != _YAHTZEE]


@dataclass(frozen=True, slots=True)
class ValueTable:
    """The mean of the points still to come with the best play for it, in every position of a card."""

    numbers: "array[int]"

    def worth(self, filled: int, fifty: bool, upper: int) -> float:
        """Return the value by filled boxes (bit n is ``BOXES[n]``), whether Yahtzee holds 50, and upper total."""
        columns = _columns()
        return self.numbers[_row(filled, fifty) * columns.many + columns.places[filled & 63][upper]] * UNIT


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of the possible upper sections: by filled boxes, by total. ``many`` is the number of columns."""

    places: tuple[dict[int, int], ...]
    many: int


@cache
def table_of(rules: Rules) -> ValueTable | None:
    """Return the table for these rules, None where none was made: they differ from all presets."""
    if PRESETS.get(rules.name) != replace(rules, labels={}):
        return None
    packed = pkgutil.get_data(__package__, f"{rules.name}.table")
    assert packed is not None
    return ValueTable(unpacked(packed))


def unpacked(packed: bytes) -> "array[int]":
    """Return the numbers of a table."""
    planes = zlib.decompress(packed)
    many = len(planes) // _PLANES
    mixed = bytearray(len(planes))
    for plane in range(_PLANES):
        mixed[plane::_PLANES] = planes[plane * many : (plane + 1) * many]
    return array("i", accumulate(memoryview(mixed).cast("i")))


def packed(numbers: "array[int]") -> bytes:
    """Return the numbers in the form that :func:`unpacked` reads."""
    steps = array("i", (after - before for before, after in zip([0, *numbers], numbers, strict=False))).tobytes()
    return zlib.compress(b"".join(steps[plane::_PLANES] for plane in range(_PLANES)), 9)


def positions() -> Iterator[tuple[int, bool, int]]:
    """Yield all positions in the order of a table: the filled boxes, whether Yahtzee holds 50, and the upper total."""
    for below in range(1 << len(_BELOW)):
        lower = sum(1 << place for bit, place in enumerate(_BELOW) if below >> bit & 1)
        for yahtzee, fifty in ((0, False), (1 << _YAHTZEE, False), (1 << _YAHTZEE, True)):
            for upper, totals in enumerate(_columns().places):
                yield from ((lower | yahtzee | upper, fifty, total) for total in totals)


@cache
def _columns() -> Columns:
    places: list[dict[int, int]] = []
    many = 0
    for upper in range(1 << len(UPPER)):
        totals = upper_totals(Rules(), upper)
        places.append({total: many + place for place, total in enumerate(totals)})
        many += len(totals)
    return Columns(tuple(places), many)


def _row(filled: int, fifty: bool) -> int:
    below = sum(1 << bit for bit, place in enumerate(_BELOW) if filled >> place & 1)
    return below * 3 + (0 if not filled >> _YAHTZEE & 1 else 2 if fifty else 1)
