"""What lies on the tray now: the values that vision hands on.

Pixel coordinates are (x, y) of the image that was read, x to the right and y down, pixel centres at whole numbers.
Millimetres are on the tray's floor: the origin is the floor's top-left inner corner, x to the right, y down. A die's
place in millimetres is that of the foot of its centre, with the parallax of its height taken out.
"""

import math
from dataclasses import dataclass, field
from enum import StrEnum

from vision.problems import Problem

Point = tuple[float, float]
"""(x, y), pixels or millimetres as the name of the field says."""

Colour = tuple[int, int, int]
"""(red, green, blue), 0–255."""


class Rest(StrEnum):
    """What the tray as a whole is doing."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLED = "settled"
    OBSTRUCTED = "obstructed"


class Zone(StrEnum):
    """Where a die lies: on the floor where dice are thrown, on the rail where they are set aside, or off the tray."""

    ROLLING = "rolling"
    RAIL = "rail"
    OUTSIDE = "outside"


class Flag(StrEnum):
    """What is unusual about a die."""

    COCKED = "cocked"
    STACKED = "stacked"
    BLURRED = "blurred"
    HIDDEN = "hidden"
    TOUCHING = "touching"


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it lies.

    ``value`` is None unless it could be read for certain; ``doubt`` then says why in a few words ("light on light",
    "two readings disagree"). ``corners`` are the four corners of its upper face in order round the face. ``yaw`` is
    the turn of the face against the tray's x axis (against the image's, when the tray is not known), in degrees,
    0 ≤ yaw < 90. The fields in millimetres are None when the tray is not known. ``likeliest`` are the values 1–6 in the
    order in which they are offered to who says what it shows, empty where nothing is known of them; nothing is decided
    by it, and two dice that differ in nothing else are equal.
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
class Reading:
    """What one look at the tray gave: its rest, its dice, and what is wrong, each problem one plain sentence.

    ``named`` are those of the problems that are with the picture as a whole.
    """

    rest: Rest
    dice: tuple[Die, ...] = ()
    problems: tuple[str, ...] = ()
    named: frozenset[Problem] = frozenset()
