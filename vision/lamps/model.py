"""Model of the lamps: the light of each on a face anywhere above the floor, from the maps of the empty tray."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np

from vision.geometry.tray import TraySize
from vision.image.types import Floats
from vision.lamps.maps import LampMaps, places
from vision.lamps.strips import LampFrame
from vision.reading import LampSide

_INSET = 8.0
"""Width of the floor along the rim that is left out, mm: there is the rim's shadow."""
_ROUNDS = 4
"""Rounds of the fit, in which places that do not fit count less and less."""
_DARKEST = 1e-6


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
        apart = _compared(lights) - _compared(expected)
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
    """The model of maps, fitted once."""
    return LampModel.fitted(maps)


def _compared(lights: Mapping[LampSide, Floats]) -> Floats:
    """(lamps, n) logarithms of the lights without what they have in common at a place."""
    logs = np.log(np.stack(list(lights.values())))
    return np.asarray(logs - logs.mean(axis=0))


def _shapes(at: Floats, size: TraySize) -> Floats:
    """(n, 6) terms of the polynomial at places (n, 2) mm."""
    u, v = 2 * at[:, 0] / size.width - 1, 2 * at[:, 1] / size.height - 1
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=1)
