"""The position of one player's card: the possible scores of each roll in it, and its value in the coach's table.

A table is a file of the package, ``NAME.table``, one for each preset: zlib over four planes of bytes (the lowest bytes
of all numbers first), which are the differences, signed, between neighbours of whole numbers of 65,536ths of a point.
Order: by the lower boxes that are filled, then by the Yahtzee box (open, zero, fifty), then by the upper boxes that
are filled, then by the upper totals that these can have. ``python -m engine.games.yahtzee.analysis.solving``
makes it.
"""

import pkgutil
import zlib
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from typing import TypeVar

from engine.games.yahtzee.card import Card, may_score
from engine.games.yahtzee.rules import (
    BOXES,
    FURTHER_YAHTZEE,
    PRESETS,
    UPPER,
    UPPER_BONUS,
    YAHTZEE,
    Rules,
    is_yahtzee,
    points,
    upper_box,
)
from engine.turns.turn_plan import Keep, keeps
from engine.values import FACES

Number = TypeVar("Number", int, float)

BIT: Mapping[str, int] = {box: 1 << place for place, box in enumerate(BOXES)}
"""Each box as a bit."""


@dataclass(frozen=True, slots=True)
class Position:
    """The filled boxes, as bits. Boxes that the game lacks count as filled.

    ``fifty``: the Yahtzee box holds 50. ``upper`` is the upper total; all totals that earn the bonus are one value.
    """

    filled: int
    fifty: bool
    upper: int

    @property
    def open_boxes(self) -> tuple[str, ...]:
        return tuple(box for box in BOXES if not self.filled & BIT[box])


def upper_totals(rules: Rules, filled: int) -> tuple[int, ...]:
    """Return the possible upper totals with these boxes filled; all totals that earn the bonus are one value."""
    totals = {0}
    for face in FACES:
        if filled & BIT[upper_box(face)] and upper_box(face) in rules.boxes:
            reached = {total + face * many for total in totals for many in range(rules.dice + 1)}
            totals = {min(total, rules.bonus_from) for total in reached}
    return tuple(sorted(totals))


def position_of(rules: Rules, card: Card) -> Position:
    filled = sum(BIT[box] for box in BOXES if box in card.boxes or box not in rules.boxes)
    return Position(filled, card.yahtzee_box == YAHTZEE, min(card.upper, rules.bonus_from))


def after(rules: Rules, position: Position, box: str, score: int) -> tuple[Position, int]:
    """Return the position with that score in that box, and the points that it earns, including the upper bonus."""
    fifty = score == YAHTZEE if box == "yahtzee" else position.fifty
    upper = min(position.upper + score, rules.bonus_from) if box in UPPER else position.upper
    earned = UPPER_BONUS if position.upper < rules.bonus_from <= upper else 0
    return Position(position.filled | BIT[box], fifty, upper), score + earned


def further(position: Position, dice: Keep) -> int:
    """Return the 100 points of a further Yahtzee, else 0 (Y10)."""
    return FURTHER_YAHTZEE if position.fifty and is_yahtzee(dice) else 0


def allowed(rules: Rules, position: Position, dice: Keep) -> dict[str, int]:
    in_game = "yahtzee" in rules.boxes and position.filled & BIT["yahtzee"]
    held = (YAHTZEE if position.fifty else 0) if in_game else None
    return may_score(rules, position.open_boxes, held, dice)


def scored(rules: Rules, position: Position, worth: Callable[[Position, int], Number]) -> list[Number]:
    """Return the value of each roll in its best box. ``worth`` is the value of a position after earning points."""
    best: list[Number] = []
    for box in position.open_boxes:
        scores = _ordinary(rules.dice)[box]
        worths = {score: worth(*after(rules, position, box, score)) for score in set(scores)}
        column = [worths[score] for score in scores]
        best = list(map(max, best, column)) if best else column
    for place, dice in _yahtzees(rules.dice):
        if position.filled & BIT["yahtzee"]:
            best[place] = max(of_box for _, _, of_box in in_boxes(rules, position, dice, worth))
    return best


def in_boxes(
    rules: Rules, position: Position, dice: Keep, worth: Callable[[Position, int], Number]
) -> list[tuple[str, int, Number]]:
    """Return the boxes in which these dice may be scored, their points there, and the value of that."""
    found = []
    for box, score in allowed(rules, position, dice).items():
        following, earned = after(rules, position, box, score)
        found.append((box, score, worth(following, earned + further(position, dice))))
    return found


@cache
def _ordinary(dice: int) -> dict[str, tuple[int, ...]]:
    """Return the score of each roll, by number, in each box when it is no joker."""
    return {box: tuple(points(box, roll) for roll in keeps(dice).rolls) for box in BOXES}


@cache
def _yahtzees(dice: int) -> tuple[tuple[int, Keep], ...]:
    return tuple((place, roll) for place, roll in enumerate(keeps(dice).rolls) if is_yahtzee(roll))


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
