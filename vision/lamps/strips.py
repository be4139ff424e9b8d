"""The frame of four strips of light: where they hang, and how their light falls on a face."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from vision.geometry.tray import TraySize
from vision.image.types import Floats
from vision.reading import LampSide

_POINTS = 9
"""Points that stand for a strip."""
_HEIGHTS = np.arange(80.0, 481.0, 10.0)
"""Heights that `LampFrame.fitted` tries, mm."""


@dataclass(frozen=True, slots=True)
class LampFrame:
    """A level frame of four strips ``height`` mm above the floor, each ``margin`` mm outside its side of the floor.

    A strip is as long as the frame's side.
    """

    height: float = 130.0
    margin: float = 50.0

    def light(self, size: TraySize, side: LampSide, places: Floats) -> Floats:
        """(…, 4) light of a strip at places (…, 3) mm: x, y and height. The unit is arbitrary.

        A face with the unit normal n gets n · the first three. The fourth is what a body gets that takes light in from
        all sides. The strip is a row of small lamps that shine most towards the middle of the floor.
        """
        row = self._row(size, side)
        middle = np.array([size.width / 2, size.height / 2, 0.0])
        axis = middle - row.mean(axis=0)
        axis /= np.linalg.norm(axis)
        towards = row - np.asarray(places, dtype=float)[..., None, :]
        away = np.linalg.norm(towards, axis=-1, keepdims=True)
        shine = np.maximum(-(towards @ axis)[..., None] / away, 0)
        rays = np.concatenate([towards / away, np.ones_like(away)], axis=-1)
        return np.asarray((rays / away**2 * shine).mean(axis=-2) * size.width**2)

    def mirrored(self, size: TraySize, side: LampSide, place: Floats, camera: Floats) -> float:
        """The angle in degrees between a strip and where a flat face at ``place`` (3,) mm mirrors the camera's ray."""
        ray = (place - camera) * (1.0, 1.0, -1.0)
        ray /= np.linalg.norm(ray)
        row = self._row(size, side)
        start, along = row[0], row[-1] - row[0]
        met = place + ray * (self.height - place[2]) / ray[2]
        share = float(np.clip((met - start) @ along / (along @ along), 0, 1))
        towards = start + share * along - place
        return float(np.degrees(np.arccos(np.clip(towards @ ray / np.linalg.norm(towards), -1, 1))))

    def _row(self, size: TraySize, side: LampSide) -> Floats:
        """(n, 3) points of a strip, mm."""
        share = (np.arange(_POINTS) + 0.5) / _POINTS
        left, right = -self.margin, size.width + self.margin
        far, near = -self.margin, size.height + self.margin
        high = np.full(_POINTS, self.height)
        if side in (LampSide.LEFT, LampSide.RIGHT):
            x = np.full(_POINTS, left if side is LampSide.LEFT else right)
            return np.column_stack([x, far + share * (near - far), high])
        y = np.full(_POINTS, far if side is LampSide.FAR else near)
        return np.column_stack([left + share * (right - left), y, high])

    @classmethod
    def fitted(cls, size: TraySize, places: Floats, lights: Mapping[LampSide, Floats]) -> Self:
        """The height that explains best how the ``lights`` (n,) of the lamps compare at places (n, 2) on the floor.

        The margin is that of the drawing: the maps hardly tell one from the other.
        """
        floor = np.column_stack([places, np.zeros(len(places))])
        seen = _compared(np.stack([lights[side] for side in lights]))
        best, least = cls(), np.inf
        for height in _HEIGHTS:
            frame = cls(float(height))
            apart = seen - _compared(np.stack([frame.light(size, side, floor)[:, 2] for side in lights]))
            apart -= np.median(apart, axis=1, keepdims=True)
            error = float(np.abs(apart).mean())
            if error < least:
                best, least = frame, error
        return best


def _compared(lights: Floats) -> Floats:
    """(lamps, n) logarithms of the lamps' lights without what they have in common at a place."""
    logs = np.log(np.maximum(lights, 1e-9))
    return np.asarray(logs - logs.mean(axis=0))
