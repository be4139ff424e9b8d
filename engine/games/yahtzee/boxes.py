"""The boxes of a card: which dice fit each, and the points that they give there; and a card as it is printed."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, permutations
from operator import mul
from typing import Any, Literal

from engine.i18n import Text
from engine.values import FACES

Dice = tuple[int, ...]

Pattern = Callable[[Sequence[int]], Dice]
"""Which of these dice a box takes; none where they do not fit it."""


def all_alike(dice: Sequence[int]) -> Dice:
    """Return all dice if they show the same face (Y9)."""
    return tuple(dice) if len(set(dice)) == 1 else ()


def any_dice(dice: Sequence[int]) -> Dice:
    return tuple(dice)


def showing(face: int) -> Pattern:
    return lambda dice: (face,) * list(dice).count(face)


def alike(*many: int) -> Pattern:
    """Return a pattern of so many dice of one face, so many of another, and so on: the reading with the most points."""

    def fits(dice: Sequence[int]) -> Dice:
        lie = Counter(dice)
        ways = [
            [face for face, times in zip(faces, many, strict=True) for _ in range(times)]
            for faces in permutations(lie, len(many))
            if all(lie[face] >= times for face, times in zip(faces, many, strict=True))
        ]
        return tuple(max(ways, key=sum, default=()))

    return fits


def in_a_row(many: int) -> Pattern:
    """Return a pattern of so many faces in a row; more in a row fit too (Y7)."""
    rows = [set(range(first, first + many)) for first in range(1, len(FACES) + 2 - many)]
    return lambda dice: tuple(dice) if any(row.issubset(dice) for row in rows) else ()


def exactly(*faces: int) -> Pattern:
    return lambda dice: tuple(dice) if sorted(dice) == list(faces) else ()


def in_all(total: int, fits: Pattern = any_dice) -> Pattern:
    """Return a pattern of dice that are that many points together, and fit another one."""
    return lambda dice: tuple(dice) if sum(dice) == total and fits(dice) else ()


@dataclass(frozen=True, slots=True)
class Award:
    """Points for a box at the end: for that sum in it, for points every time, or ``each`` time that it has any."""

    points: int
    at: int = 0
    each: bool = False

    def of(self, scores: Sequence[int], times: int) -> int:
        many = sum(map(bool, scores))
        return self.points * (many if self.each else int(sum(scores) >= self.at if self.at else many == times))


@dataclass(frozen=True, eq=False, slots=True)
class Box:
    """One box: ``what`` it takes in words, and dice that show it.

    It gives a number of points, or the sum of those dice that fit, or of all, and ``plus`` points. ``times``: how often
    it is filled. ``face``: that of a box of the upper section, with which a card begins. ``served``: more for the first
    throw of a turn. ``second``: nothing before there are points in the card's box of all dice alike. ``short``: on a
    card. ``award``: what it is worth where awards decide.
    """

    name: str
    title: Text
    what: Text
    example: Dice
    fits: Pattern
    gives: int | Literal["these", "all"] = "these"
    served: bool = False
    second: bool = False
    short: Text | None = None
    face: int = 0
    times: int = 1
    plus: int = 0
    award: Award | None = None

    def points(self, dice: Sequence[int]) -> int:
        """Return the score of these dice as an ordinary roll (Y4, Y6 to Y9, Y13)."""
        fitting = self.fits(dice)
        if not fitting:
            return 0
        return (
            self.gives if isinstance(self.gives, int) else sum(fitting if self.gives == "these" else dice) + self.plus
        )


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules by name: their title and description, and the values of the rules in which they differ from the card."""

    title: Text
    line: Text
    changes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Sheet:
    """A card as it is printed, with all that belongs to it. A game is no more than this.

    ``top`` is the box of all dice alike. ``bonus`` are the points for ``bonus_from`` points in the upper section.
    ``further`` are those of each further roll that fits ``top``, which is a joker then; 0 where there are no jokers.
    ``served`` are the points more for boxes that have them in the first throw. ``options`` are those beside the usual.
    ``spread`` is the variance of the points to come with the best play, in points squared, by the number of open boxes.
    ``high`` is a total to be proud of. ``levels`` are the totals that give an award of one more, from ``lowest`` on.
    """

    kind: str
    title: Text
    boxes: tuple[Box, ...]
    presets: Mapping[str, Preset]
    spread: Sequence[float]
    high: int
    also: Text | None = None
    top: str = ""
    dice: int = 5
    rolls: int = 3
    bonus: int = 0
    bonus_from: int = 0
    further: int = 0
    served: int = 0
    levels: tuple[int, ...] = ()
    lowest: int = 0
    options: tuple[str, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(box.name for box in self.boxes)

    @cached_property
    def titles(self) -> dict[str, Text]:
        return {box.name: box.title for box in self.boxes}

    @cached_property
    def shorts(self) -> dict[str, Text]:
        return {box.name: box.short or box.title for box in self.boxes}

    @cached_property
    def own(self) -> dict[int, str]:
        """The upper section: the box of each face."""
        return {box.face: box.name for box in self.boxes if box.face}

    @cached_property
    def lower(self) -> tuple[str, ...]:
        return self.names[len(self.own) :]

    @cached_property
    def weight(self) -> dict[str, int]:
        """What each box counts in a number whose digits are how often the boxes are filled, that of the first last."""
        return dict(zip(self.names, accumulate((box.times + 1 for box in self.boxes), mul, initial=1), strict=False))

    def times_filled(self, filled: int, box: str) -> int:
        """Return that digit of such a number."""
        return filled // self.weight[box] % (self.box[box].times + 1)

    @cached_property
    def remembers(self) -> bool:
        """Whether it matters to other boxes if ``top`` has points."""
        return self.further > 0 or any(box.second for box in self.boxes)

    @cached_property
    def box(self) -> Mapping[str, Box]:
        return {box.name: box for box in self.boxes}
