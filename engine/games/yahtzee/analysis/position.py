"""The position of one player's card: the possible scores of each roll in it, and its value in the coach's table.

A table is a file of the package, ``NAME.table``, one for each preset: zlib over four planes of bytes (the lowest bytes
of all numbers first), which are the differences, signed, between neighbours of whole numbers of 65,536ths of a point.
Order: by the lower boxes that are filled, then by the box of all dice alike where others depend on it (open, zero,
with points), then by the upper boxes that are filled, then by the upper totals that these can have.
``python -m engine.games.yahtzee.analysis.solving`` makes it.
"""

import pkgutil
import zlib
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate
from math import prod
from operator import truediv
from typing import TypeVar

from engine.errors import Refused
from engine.games.yahtzee.boxes import all_alike
from engine.games.yahtzee.card import Card, Offer
from engine.games.yahtzee.rules import PRESETS, Rules
from engine.turns.turn_plan import Keep, TurnPlan, keeps, plan
from engine.values import RULES_KEPT

Number = TypeVar("Number", int, float)

Worth = Callable[["Position", int], Number]
"""The value of a position after earning points."""


@dataclass(frozen=True, slots=True)
class Position:
    """How often each box is filled, by digits of ``filled`` (:attr:`~engine.games.yahtzee.boxes.Sheet.weight`). Boxes
    that the game lacks count as filled.

    ``topped``: the box of all dice alike has points, where that matters. ``upper`` is the upper total; all totals that
    earn the bonus are one value.
    """

    filled: int
    topped: bool
    upper: int


def open_boxes(rules: Rules, position: Position) -> tuple[str, ...]:
    sheet = rules.sheet
    return tuple(box.name for box in sheet.boxes if sheet.times_filled(position.filled, box.name) < box.times)


def turns_left(rules: Rules, position: Position) -> int:
    return sum(box.times - rules.sheet.times_filled(position.filled, box.name) for box in rules.sheet.boxes)


def upper_totals(rules: Rules, filled: int) -> tuple[int, ...]:
    """Return the possible upper totals with these boxes filled; all totals that earn the bonus are one value."""
    totals = {0}
    for face, box in rules.sheet.own.items():
        for _ in range(rules.sheet.times_filled(filled, box) if box in rules.boxes else 0):
            reached = {total + face * many for total in totals for many in range(rules.dice + 1)}
            totals = {min(total, rules.bonus_from) for total in reached}
    return tuple(sorted(totals))


def position_of(rules: Rules, card: Card) -> Position:
    filled = missing(rules) + sum(rules.sheet.weight[box] * len(scores) for box, scores in card.boxes.items())
    upper = min(card.upper(rules), rules.bonus_from)
    return Position(filled, rules.sheet.remembers and bool(card.top(rules)), upper)


def missing(rules: Rules) -> int:
    """Return the boxes that a game lacks as filled: the position in which it begins."""
    sheet = rules.sheet
    return sum(sheet.weight[box.name] * box.times for box in sheet.boxes if box.name not in rules.boxes)


def after(rules: Rules, position: Position, box: str, score: int) -> tuple[Position, int]:
    """Return the position with that score in that box, and the points that it earns, including the upper bonus."""
    sheet = rules.sheet
    topped = sheet.remembers and score > 0 if box == sheet.top else position.topped
    upper = min(position.upper + score, rules.bonus_from) if sheet.box[box].face else position.upper
    earned = sheet.bonus if position.upper < rules.bonus_from <= upper else 0
    return Position(position.filled + sheet.weight[box], topped, upper), score + earned


def offer(rules: Rules, position: Position, dice: Keep, *, first: bool) -> Offer:
    here, top = open_boxes(rules, position), rules.sheet.top
    in_game = top in rules.boxes and top not in here
    return Offer(rules, here, int(position.topped) if in_game else None, dice, first)


def in_each(rules: Rules, position: Position, worth: Worth[Number], *, first: bool = False) -> dict[str, list[Number]]:
    """Return the value of each roll in each open box, when it is no joker."""
    found: dict[str, list[Number]] = {}
    for box in open_boxes(rules, position):
        scores = ordinary(rules, box, position.topped, first)
        worths = {score: worth(*after(rules, position, box, score)) for score in set(scores)}
        found[box] = [worths[score] for score in scores]
    return found


def scored(rules: Rules, position: Position, worth: Worth[Number], *, first: bool = False) -> list[Number]:
    """Return the value of each roll in its best box; ``first``: it is the first of its turn."""
    best = [max(values) for values in zip(*in_each(rules, position, worth, first=first).values(), strict=True)]
    if rules.sheet.further:
        for place, dice in tops(rules.dice):
            best[place] = max(of_box for _, _, of_box in in_boxes(rules, position, dice, worth, first=first))
    return best


def both(
    rules: Rules, position: Position, worth: Worth[Number], sure: Number | None = None
) -> tuple[list[Number], list[Number] | None]:
    """Return the values of rolls, and those of first rolls if they differ: ``sure`` if one wins the game at once."""
    later = scored(rules, position, worth)
    if not rules.served and sure is None:
        return later, None
    first = scored(rules, position, worth, first=True)
    if sure is not None:
        for place, _ in tops(rules.dice):
            first[place] = sure
    return later, first


def turn_plan(
    rules: Rules, values: tuple[Sequence[Number], Sequence[Number] | None], divide: Callable[[Number, int], Number]
) -> TurnPlan[Number]:
    """Return the plan of a turn with :func:`both` values."""
    later, served = values
    turn: TurnPlan[Number] = plan(rules.dice, rules.rolls, list(later), divide)
    if served is None:
        return turn
    first = list(map(max, turn.lying[-1], served))
    begun = plan(rules.dice, 1, first, divide).thrown[1]
    return TurnPlan(rules.dice, turn.lying[:-1] + (first,), turn.thrown[:-1] + (begun,))  # noqa: RUF005


def in_boxes(
    rules: Rules, position: Position, dice: Keep, worth: Worth[Number], *, first: bool
) -> list[tuple[str, int, Number]]:
    """Return the boxes in which these dice may be scored, their points there, and the value of that."""
    found: list[tuple[str, int, Number]] = []
    offered = offer(rules, position, dice, first=first)
    for box, score in offered.may_score.items():
        following, earned = after(rules, position, box, score)
        found.append((box, score, worth(following, earned + offered.further(box))))
    return found


@lru_cache(maxsize=1 << 10)
def ordinary(rules: Rules, box: str, topped: bool, first: bool) -> tuple[int, ...]:
    """Return the score of each roll, by number, in that box when it is no joker."""
    top = int(topped) or None
    return tuple(rules.points(box, top, roll, first=first) for roll in keeps(rules.dice).rolls)


@cache
def tops(dice: int) -> tuple[tuple[int, Keep], ...]:
    """Return the rolls of dice all alike, with their numbers."""
    return tuple((place, roll) for place, roll in enumerate(keeps(dice).rolls) if all_alike(roll))


UNIT = 1 / 65536
"""The unit of a table, in points."""

_PLANES = 4


@dataclass(frozen=True, slots=True)
class ValueTable:
    """The mean of the points still to come with the best play for it, in every position of a card."""

    numbers: "array[int]"
    rows: Mapping[tuple[int, bool], int]
    columns: Sequence[Mapping[int, int]]

    def worth(self, position: Position) -> float:
        lower, upper = divmod(position.filled, len(self.columns))
        row = self.rows[lower, position.topped]
        place = row * len(self.numbers) // len(self.rows) + self.columns[upper][position.upper]
        return self.numbers[place] * UNIT


@lru_cache(maxsize=16)
def points_plan(rules: Rules, position: Position) -> TurnPlan[float]:
    """Return the turn with the highest mean of the points to come.

    Raises :class:`Refused` for rules without a table.
    """
    return turn_plan(rules, both(rules, position, worth_of_points(rules)), truediv)


def worth_of_points(rules: Rules) -> Worth[float]:
    """Return the mean total of a position after points. Raises :class:`Refused` for rules without a table."""
    table = table_of(rules)
    if table is None:
        raise Refused("no_advice", "There is advice for points where the whole game is played by a preset’s own rules.")
    return lambda following, earned: earned + table.worth(following)


@lru_cache(maxsize=RULES_KEPT)
def table_of(rules: Rules) -> ValueTable | None:
    """Return the table for these rules, None where none was made: they differ from all presets.

    What is won at once is not in it, nor awards.
    """
    preset = PRESETS.get(rules.name)
    if preset is None or preset != replace(rules, labels={}, served_wins=preset.served_wins, awards=preset.awards):
        return None
    packed = pkgutil.get_data(__package__, f"{rules.name}.table")
    assert packed is not None
    return ValueTable(unpacked(packed), _rows(preset), _columns(preset))


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


def positions(rules: Rules) -> Iterator[Position]:
    """Yield all positions in the order of a table."""
    columns = _columns(rules)
    for lower, topped in _rows(rules):
        for upper, totals in enumerate(columns):
            yield from (Position(lower * len(columns) + upper, topped, total) for total in totals)


def _rows(rules: Rules) -> dict[tuple[int, bool], int]:
    """Return the number of each row: by the filled lower boxes, and whether that of all dice alike has points."""
    sheet, above = rules.sheet, prod(box.times + 1 for box in rules.sheet.boxes if box.face)
    every = [filled // above for filled in fillings(rules) if filled % above == missing(rules) % above]
    if not sheet.remembers:
        return {(filled, False): row for row, filled in enumerate(every)}
    top = sheet.weight[sheet.top] // above
    ways = [
        (filled + way, topped)
        for filled in every
        if not sheet.times_filled(filled * above, sheet.top)
        for way, topped in ((0, False), (top, False), (top, True))
    ]
    return {way: row for row, way in enumerate(ways)}


def fillings(rules: Rules) -> list[int]:
    """Return the ways to fill the boxes of the sheet in order; those that the game lacks are full in all of them."""
    found = [0]
    for box in rules.sheet.boxes:
        times = range(box.times + 1) if box.name in rules.boxes else (box.times,)
        found = [filled + rules.sheet.weight[box.name] * many for many in times for filled in found]
    return found


def _columns(rules: Rules) -> tuple[dict[int, int], ...]:
    """Return the columns of the possible upper sections: by how they are filled, by total."""
    columns: list[dict[int, int]] = []
    many = 0
    for upper in range(prod(box.times + 1 for box in rules.sheet.boxes if box.face)):
        totals = upper_totals(rules, upper)
        columns.append({total: many + place for place, total in enumerate(totals)})
        many += len(totals)
    return tuple(columns)
