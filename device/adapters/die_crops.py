"""The album: what the camera saw of each die, for whoever corrects a roll.

A roll is counted between two readings; its pictures are cut from the frame that was read before. Only the small
cuttings are kept, of the latest rolls.
"""

from collections import OrderedDict
from dataclasses import dataclass
from math import dist

import cv2
import numpy as np

from device.adapters.preview import Preview
from device.cameras.camera import Image
from table.snapshot import Point
from table.table import Table
from vision import Die, Reading, Zone

ROLLS = 60
"""Rolls of which the pictures are kept: some hundreds of kilobytes."""

ROOM = 1.7
"""How much wider than its die a cutting is."""

SIZE = 160
"""Pixels of a cutting across, as it is given away."""

NEAR = 8.0
"""Millimetres within which a die lies where somebody says that it does."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A die's picture, its face as it was read, and what it may have shown, the likeliest first."""

    value: int | None
    likeliest: tuple[int, ...]
    image: Image


class DieCrops:
    """Pictures of dice: of those that lie there, and of those of the latest rolls."""

    def __init__(self, table: Table, viewfinder: Preview) -> None:
        self._table = table
        self._viewfinder = viewfinder
        self._latest: tuple[Image, Reading] | None = None
        self._rolls: OrderedDict[int, tuple[Cutting, ...]] = OrderedDict()
        self._counted = table.rolls
        table.listen(self._read)

    def lying(self, center: Point) -> bytes | None:
        """The die that lies there, a JPEG."""
        latest = self._latest
        if latest is None:
            return None
        dice = sorted(latest[1].dice, key=lambda die: dist(die.center_mm or die.center, center))
        if not dice or dist(dice[0].center_mm or dice[0].center, center) > NEAR:
            return None
        return _jpeg(_cut(latest[0], dice[0]))

    def rolled(self, roll: int, face: int, which: int) -> bytes | None:
        """Of the dice of that roll which were read as that face, that one, a JPEG."""
        cutting = self._cutting(roll, face, which)
        return _jpeg(cutting.image) if cutting else None

    def likeliest(self, roll: int, face: int, which: int) -> tuple[int, ...]:
        """What that die may have shown, the likeliest first; empty where nobody knows."""
        cutting = self._cutting(roll, face, which)
        return cutting.likeliest if cutting else ()

    def _cutting(self, roll: int, face: int, which: int) -> Cutting | None:
        cuttings = [cutting for cutting in self._rolls.get(roll, ()) if cutting.value == face]
        return cuttings[which] if which < len(cuttings) else None

    def _read(self, reading: Reading, _moment: float) -> None:
        rolls, before = self._table.rolls, self._latest
        if rolls < self._counted:
            self._rolls.clear()  # another game
        elif rolls > self._counted and before is not None:
            thrown = [die for die in before[1].dice if die.zone is not Zone.RAIL]
            self._rolls[rolls] = tuple(Cutting(die.value, die.likeliest, _cut(before[0], die)) for die in thrown)
            while len(self._rolls) > ROLLS:
                self._rolls.popitem(last=False)
        self._counted = rolls
        image = self._viewfinder.image
        if image is not None:
            self._latest = image, reading


def _cut(image: Image, die: Die) -> Image:
    """A square around the die, black where it reaches beyond the picture."""
    corners = np.array(die.corners, np.float32)
    half = max(8, round(ROOM * float(np.linalg.norm(corners[0] - corners[2])) / 2 / 2**0.5))
    x, y = (round(part) for part in die.center)
    height, width = image.shape[:2]
    left, top = max(0, x - half), max(0, y - half)
    piece = image[top : min(height, y + half), left : min(width, x + half)]
    square = np.zeros((2 * half, 2 * half, 3), np.uint8)
    at_y, at_x = top - (y - half), left - (x - half)
    square[at_y : at_y + piece.shape[0], at_x : at_x + piece.shape[1]] = piece
    return square


def _jpeg(image: Image) -> bytes:
    scaled = cv2.resize(image, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", scaled, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
