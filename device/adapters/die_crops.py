"""Die crops: small pictures of each die, shown when a roll is corrected, and of things that are not dice.

The crops of a roll are cut from the last frame before it was confirmed. Only those of the latest rolls are kept. What
lies on the tray is cut out of the latest frame on request.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

import cv2
import numpy as np

from device.cameras.camera import Frame, Image
from device.observer import Observer
from engine import Rolled
from table.session import ConfirmedEvent
from table.snapshot import Point
from table.table import Table
from vision import Die, Reading, ThingOutline, Zone

ROLLS = 60
"""Rolls whose crops are kept: a few hundred kilobytes."""

ROOM = 1.7
"""Width of a crop relative to its die."""

AROUND = 6.0
"""Width of the strip around a thing in its crop, in mm."""

SIZE = 160
"""Width and height of an encoded crop, in pixels."""

NEAR = 8.0
"""Maximum distance between a die and the requested position, in mm."""

LINES = (((38, 24, 16), 5), ((60, 60, 220), 2))
"""Colour (BGR) and width in pixels of the two lines of an outline, the lower one first."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A die's picture, the face that was read, and its candidate faces, the likeliest first."""

    value: int | None
    likeliest: tuple[int, ...]
    image: Image


class DieCrops(Observer):
    """Crops of the dice on the tray and of the latest rolls."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._latest: tuple[Image, Reading] | None = None
        self._rolls: OrderedDict[tuple[int, int], tuple[Cutting, ...]] = OrderedDict()
        """Crops by game and roll."""

    def begin(self, table: Table) -> None:
        self._table = table

    def observed(self, frame: Frame, reading: Reading) -> None:
        """Keep the frame and its reading, unless the camera is switched off on the page."""
        off = self._table is not None and self._table.board.snapshot().camera == "off"
        self._latest = None if off else (frame.image, reading)

    def confirmed(self, event: ConfirmedEvent) -> None:
        """Cut the dice of a confirmed roll out of the latest frame."""
        if self._table is None or self._latest is None or not isinstance(event.event, Rolled):
            return
        image, reading = self._latest
        thrown = [die for die in reading.dice if die.zone is not Zone.RAIL]
        crops = tuple(Cutting(die.value, die.likeliest, _cut(image, die)) for die in thrown)
        self._rolls[self._table.opened, self._table.rolls] = crops
        while len(self._rolls) > ROLLS:
            self._rolls.popitem(last=False)

    def lying(self, center: Point) -> bytes | None:
        """Return a crop of the die nearest to that position as a JPEG; None if none is within :data:`NEAR`."""
        latest = self._latest
        if latest is None:
            return None
        dice = sorted(latest[1].dice, key=lambda die: dist(die.center_mm or die.center, center))
        if not dice or dist(dice[0].center_mm or dice[0].center, center) > NEAR:
            return None
        return _jpeg(_cut(latest[0], dice[0]))

    def thing(self, corners: Sequence[Point]) -> bytes | None:
        """Return a crop of the thing with that outline (mm), which is drawn in, as a JPEG; None if it is gone."""
        latest = self._latest
        found = [thing for thing in latest[1].things if thing.corners_mm == tuple(corners)] if latest else []
        return _outlined(latest[0], found[0]) if latest and found else None

    def rolled(self, roll: int, face: int, which: int) -> bytes | None:
        """Return the crop with index ``which`` of the roll's dice read as that face, as a JPEG, or None."""
        cutting = self._cutting(roll, face, which)
        return _jpeg(cutting.image) if cutting else None

    def likeliest(self, roll: int, face: int, which: int) -> tuple[int, ...]:
        """Return the candidate faces of that die, the likeliest first; empty if unknown."""
        cutting = self._cutting(roll, face, which)
        return cutting.likeliest if cutting else ()

    def _cutting(self, roll: int, face: int, which: int) -> Cutting | None:
        if self._table is None:
            return None
        cuttings = [cutting for cutting in self._rolls.get((self._table.opened, roll), ()) if cutting.value == face]
        return cuttings[which] if which < len(cuttings) else None


def _cut(image: Image, die: Die) -> Image:
    corners = np.array(die.corners, np.float32)
    half = max(8, round(ROOM * float(np.linalg.norm(corners[0] - corners[2])) / 2 / 2**0.5))
    x, y = (round(part) for part in die.center)
    return _square(image, x, y, half)


def _outlined(image: Image, thing: ThingOutline) -> bytes:
    """Cut a square around the thing, and draw its outline in."""
    corners = np.array(thing.corners)
    low, high = corners.min(axis=0), corners.max(axis=0)
    longest, longest_mm = float((high - low).max()), float(np.ptp(np.array(thing.corners_mm), axis=0).max())
    half = max(8, round(longest / 2 + AROUND * longest / max(longest_mm, 1.0)))
    x, y = (round(part) for part in ((low + high) / 2).tolist())
    crop = _scaled(_square(image, x, y, half))
    around = ((corners - (x, y) + half + 0.5) * SIZE / (2 * half) - 0.5) * 16
    for colour, width in LINES:
        cv2.polylines(crop, [np.round(around).astype(np.int32)], True, colour, width, cv2.LINE_AA, 4)
    return _encoded(crop)


def _square(image: Image, x: int, y: int, half: int) -> Image:
    """Cut out the square around a pixel, black beyond the picture's edge."""
    height, width = image.shape[:2]
    left, top = max(0, x - half), max(0, y - half)
    piece = image[top : min(height, y + half), left : min(width, x + half)]
    square = np.zeros((2 * half, 2 * half, 3), np.uint8)
    at_y, at_x = top - (y - half), left - (x - half)
    square[at_y : at_y + piece.shape[0], at_x : at_x + piece.shape[1]] = piece
    return square


def _jpeg(image: Image) -> bytes:
    return _encoded(_scaled(image))


def _scaled(image: Image) -> Image:
    way = cv2.INTER_AREA if image.shape[0] > SIZE else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (SIZE, SIZE), interpolation=way), dtype=np.uint8)


def _encoded(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
