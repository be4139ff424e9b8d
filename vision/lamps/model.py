"""Model of the lamps: where four strips hang, and the light of each on a face, from the maps of the empty tray."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np

from vision.geometry.tray import TraySize
from vision.image import Floats
from vision.lamps.maps import LampMaps, places
from vision.reading import LampSide

_POINTS = 9
"""Points that stand for a strip."""
_HEIGHTS = np.arange(80.0, 481.0, 10.0)
"""Heights that `LampFrame.fitted` tries, mm."""
_INSET = 8.0
"""Width of the floor along the rim that is left out, mm: there is the rim's shadow."""
_ROUNDS = 4
"""Rounds of the fit, in which places that do not fit count less and less."""
_DARKEST = 1e-6


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
        seen = _log_ratios(lights)
        best, least = cls(), np.inf
        for height in _HEIGHTS:
            frame = cls(float(height))
            apart = seen - _log_ratios({side: frame.light(size, side, floor)[:, 2] for side in lights})
            apart -= np.median(apart, axis=1, keepdims=True)
            error = float(np.abs(apart).mean())
            if error < least:
                best, least = frame, error
        return best


def _log_ratios(lights: Mapping[LampSide, Floats]) -> Floats:
    """(lamps, n) logarithms of the lamps' lights without what they have in common at a place."""
    logs = np.log(np.maximum(np.stack(list(lights.values())), 1e-9))
    return np.asarray(logs - logs.mean(axis=0))


@dataclass(frozen=True, eq=False)
class LampModel:
    """A ``frame`` of strips, and how the lamps differ from it: ``gains`` (6,) of each lamp are the coefficients of a
    quadratic polynomial over the floor, in logarithms."""

    size: TraySize
    frame: LampFrame
    gains: Mapping[LampSide, Floats]
    films: bool

    @classmethod
    def fitted(cls, maps: LampMaps) -> Self:
        """Fit the model to the maps: the frame's height and margin, then the gains of the lamps that work."""
        at = places(maps.size)
        x, y = at[..., 0], at[..., 1]
        inner = np.minimum(np.minimum(x, maps.size.width - x), np.minimum(y, maps.size.height - y)) > _INSET
        floor = at[inner]
        sides = [side for side in LampSide if side in maps.working()]
        lights = {side: np.maximum(maps.lamps[side][inner], _DARKEST) for side in sides}
        frame = LampFrame.fitted(maps.size, floor, lights)
        flat = np.column_stack([floor, np.zeros(len(floor))])
        expected = {side: frame.light(maps.size, side, flat)[:, 2] for side in sides}
        apart = _log_ratios(lights) - _log_ratios(expected)
        shapes = _shapes(floor, maps.size)
        weight = np.ones(len(floor))
        fit: Floats = np.zeros((6, len(sides)))
        for _ in range(_ROUNDS):
            fit = np.asarray(np.linalg.lstsq(shapes * weight[:, None], (apart * weight).T, rcond=None)[0])
            left = np.abs(apart.T - shapes @ fit).max(axis=1)
            weight = 1 / np.sqrt(np.maximum(left, np.median(left) + 1e-6))
        return cls(maps.size, frame, {side: fit[:, number] for number, side in enumerate(sides)}, maps.films)

    def light(self, sides: list[LampSide], place: tuple[float, float], height: float) -> Floats:
        """(lamps, 4) light of lamps at a place ``height`` above the floor, mm, as `LampFrame.light` gives it, in one
        unit for all."""
        gains = _shapes(np.array([place]), self.size)[0] @ np.stack([self.gains[side] for side in sides], axis=1)
        at = np.array([*place, height])
        lights = np.stack([self.frame.light(self.size, side, at) for side in sides])
        return np.asarray(lights * np.exp(gains)[:, None])


@lru_cache(maxsize=2)
def model_of(maps: LampMaps) -> LampModel:
    return LampModel.fitted(maps)


def _shapes(at: Floats, size: TraySize) -> Floats:
    """(n, 6) terms of the polynomial at places (n, 2) mm."""
    u, v = 2 * at[:, 0] / size.width - 1, 2 * at[:, 1] / size.height - 1
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=1)
