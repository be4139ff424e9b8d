"""The values of a reading.

Pixel coordinates are (x, y) in the picture read, x to the right and y down, pixel centres at integers. Millimetres are
on the tray's floor: the origin is its top-left inner corner, x to the right, y down. A die's place in millimetres is
that of the foot of its centre, corrected for the parallax of its height.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from vision.i18n import gettext as _


class Problem(StrEnum):
    """Names of the problems of a picture."""

    LENS_COVERED = "lens covered"
    TOO_DARK = "too dark"
    OVEREXPOSED = "overexposed"
    OUT_OF_FOCUS = "out of focus"
    FLICKERING = "flickering light"
    TRAY_CUT = "tray not whole in the picture"
    CAMERA_MOVED = "camera moved"
    MARKER_COVERED = "marker covered"


Point = tuple[float, float]
"""(x, y) in pixels, or in millimetres where the field's name says so."""

Colour = tuple[int, int, int]
"""(red, green, blue), 0–255."""


class LampSide(StrEnum):
    """Side of the tray over which a lamp hangs: `LEFT` at x = 0, `FAR` at y = 0, the top of the picture."""

    LEFT = "left"
    RIGHT = "right"
    FAR = "far"
    NEAR = "near"


class Rest(StrEnum):
    """State of the tray as a whole; `COVERED` is with a dice cup on it."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLED = "settled"
    OBSTRUCTED = "obstructed"
    COVERED = "covered"


class Zone(StrEnum):
    """Zone of a die: on the floor, on the hold rail, or off the tray."""

    ROLLING = "rolling"
    RAIL = "rail"
    OUTSIDE = "outside"


class Flag(StrEnum):
    """Unusual conditions of a die."""

    COCKED = "cocked"
    STACKED = "stacked"
    BLURRED = "blurred"
    HIDDEN = "hidden"
    TOUCHING = "touching"


@dataclass(frozen=True, slots=True)
class Die:
    """One die at rest.

    ``value`` is None unless it was read for certain; ``doubt`` then gives the reason in a few words ("light on light",
    "readings disagree"). ``corners`` are the corners of its upper face in order. ``yaw`` is the rotation of the
    face relative to the tray's x axis, or the picture's where the tray is not known, in degrees, 0 ≤ yaw < 90. The
    fields in millimetres are None where the tray is not known. ``likeliest`` are the values 1–6, most probable first,
    to offer for a manual entry; it is empty where unknown, and ignored by ==.
    """

    value: int | None
    confidence: float
    center: Point
    corners: tuple[Point, Point, Point, Point]
    yaw: float
    zone: Zone = Zone.ROLLING
    flags: frozenset[Flag] = frozenset()
    doubt: str | None = None
    center_mm: Point | None = None
    size_mm: float | None = None
    body: Colour = (255, 255, 255)
    pips: Colour = (0, 0, 0)
    likeliest: tuple[int, ...] = field(default=(), compare=False)

    @property
    def size_px(self) -> float:
        """Mean edge of the upper face in pixels."""
        around = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return sum(math.dist(a, b) for a, b in around) / 4


@dataclass(frozen=True, slots=True)
class ThingOutline:
    """The outline of a thing on the tray that is not a die that was found.

    ``corners`` are those of its convex hull, 3 to 16 in order, in pixels, and ``corners_mm`` the same on the floor.
    ``area`` is that of the thing itself, mm². ``problem`` is the sentence that speaks of it.
    """

    corners: tuple[Point, ...]
    corners_mm: tuple[Point, ...]
    area: float
    problem: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the tray: its state, its dice, and its problems, one sentence each.

    ``named`` are the problems of the picture as a whole. ``things`` are what lies on a known tray and has to be
    removed, largest first; ``problems`` speak of each of them.
    """

    rest: Rest
    dice: tuple[Die, ...] = ()
    problems: tuple[str, ...] = ()
    named: frozenset[Problem] = frozenset()
    things: tuple[ThingOutline, ...] = ()


def same(die: Die, others: Sequence[Die]) -> Die | None:
    """Return the die among ``others`` at the place of ``die``, or None."""
    reach = 0.3 * die.size_px
    near = [other for other in others if math.dist(die.center, other.center) < reach]
    return min(near, key=lambda other: math.dist(die.center, other.center)) if near else None


def on_tray(dice: Iterable[Die]) -> tuple[Die, ...]:
    """Return the dice that lie neither on the rim nor beside the tray."""
    return tuple(die for die in dice if die.zone is not Zone.OUTSIDE)


def with_dice_beside(reading: Reading, dice: Sequence[Die]) -> Reading:
    """Add the dice that lie beside the tray to a reading of dice at rest on it; leave any other as it is."""
    others = tuple(die for die in dice if same(die, reading.dice) is None)
    return replace(reading, dice=reading.dice + others) if others and reading.rest is Rest.SETTLED else reading


def counted(reading: Reading, thrown: int) -> Reading:
    """Add a problem to the reading where the number of dice on the tray is not ``thrown``.

    Dice outside the tray do not count; dice without a value do. No value is ever derived from the number.
    """
    if reading.rest in (Rest.MOVING, Rest.OBSTRUCTED, Rest.COVERED):
        return reading
    found = len(on_tray(reading.dice))
    if found == thrown:
        return reading
    sentence = _("Dice rolled: {thrown}. Dice on the tray: {found}.", thrown=thrown, found=found)
    return replace(reading, problems=(*reading.problems, sentence))
