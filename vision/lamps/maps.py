"""The pictures of the lamps, and their maps: the light of each lamp on the empty tray."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage
from vision.geometry.tray import RIM, Tray, TraySize
from vision.geometry.view import floor_mask
from vision.image import SMALL, Bytes, Floats, Image, checked
from vision.reading import LampSide

CONTRAST = 0.85
"""How much brighter a lamp is in its own picture, as a share of its base level: 1.3 to 0.7 of the middle of both."""
_DARKER, _BRIGHTER, _GRAIN = 0.9, 1.38, 3.0
"""Limits of a pixel in a lamp picture, as shares of its level in the base picture, and the noise, levels. By the curve
of sRGB, `CONTRAST` more light raises the level by at most 32 %."""
_DISTURBED = 0.004
"""Share of the tray beyond these limits from which something has moved."""


def levels(brighter: LampSide) -> dict[LampSide, float]:
    """Return the level of each lamp in the picture of the ``brighter`` one, as a factor of its base level."""
    return {side: 1 + CONTRAST if side is brighter else 1.0 for side in LampSide}


def lamp_lights(base: Floats, lamps: Mapping[LampSide, Floats]) -> dict[LampSide, Floats]:
    """Return the linear light of each lamp alone, from the linear light of the base picture and the lamps' pictures.

    All arrays have one shape. Light that is in both pictures, that of the room and of the other lamps, cancels out, and
    a strip whose contrast is another one than `CONTRAST` is only taken to be weaker or stronger.

    With a middle level and all other lamps darkened (a Hadamard matrix), the noise would be the same for the same
    swing, (4 + 4) / 1.2² against 2 / 0.6², but each strip would need three levels, and those of all would have to be
    equal.
    """
    return {side: np.asarray((picture - base) / CONTRAST, dtype=np.float32) for side, picture in lamps.items()}


@dataclass(frozen=True, eq=False)
class LampPictures:
    """Pictures (h, w, 3) uint8 BGR of one tray at rest, taken with the same exposure and colour settings.

    In ``base`` all lamps have their base level. ``lamps`` has a picture for each lamp that works, in which all have the
    `levels` of that one. Raises BadImage for pictures of different shapes.
    """

    base: Image
    lamps: Mapping[LampSide, Image]

    def __post_init__(self) -> None:
        pictures = {side: checked(picture) for side, picture in self.lamps.items()}
        object.__setattr__(self, "base", checked(self.base))
        object.__setattr__(self, "lamps", pictures)
        if any(picture.shape != self.base.shape for picture in pictures.values()):
            raise BadImage("The lamp pictures have different sizes: take all of them with the same camera settings.")

    def undisturbed(self, tray: Tray) -> bool:
        """Whether nothing has moved between the pictures, as far as their brightness shows it.

        The lamps change nothing by more than their own light.
        """
        before = _small(self.base).astype(np.float32)
        here = floor_mask(tray.for_frame(self.base.shape[1], self.base.shape[0]), before.shape[:2], RIM[1]) > 0
        area = max(1, int(here.sum()))
        for picture in self.lamps.values():
            now = _small(picture)
            beyond = (now < before * _DARKER - _GRAIN) | (now > before * _BRIGHTER + _GRAIN)
            if int((beyond & here).sum()) > _DISTURBED * area:
                return False
        return True


def linear(picture: Image) -> Floats:
    """Convert levels (…) uint8 to linear light (…) float32, 0–1, by the curve of sRGB."""
    return np.asarray(cv2.LUT(picture, _curve()), dtype=np.float32)


@cache
def _curve() -> Floats:
    levels = np.arange(256, dtype=np.float64) / 255
    light = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    return light.astype(np.float32)


def _small(picture: Image) -> Bytes:
    """(h, w) uint8 grey, `SMALL` px wide."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    height = max(1, round(grey.shape[0] * SMALL / grey.shape[1]))
    return np.asarray(cv2.blur(cv2.resize(grey, (SMALL, height), interpolation=cv2.INTER_AREA), (3, 3)), dtype=np.uint8)


STEP = 10.0
"""Distance between the places of a map, mm."""
_DARK, _WORKS = 0.002, 0.06
"""Linear light below which a place says nothing of a lamp; and the minimum brightening of a lamp that works, as a share
of what four equal lamps without other light would bring."""
_NONE = "These are no lamp maps: calibrate the lamps again."


@dataclass(frozen=True, eq=False)
class LampMaps:
    """Linear light at places `STEP` mm apart on the empty floor: arrays (rows, columns) float32, row by row.

    ``base`` is the light of the base picture, ``lamps`` that of each lamp alone at its base level, in the same unit,
    all three colours together. The floor's colour is part of both, and cancels out where lamps are compared.
    ``films`` is whether crossed polarizing films on lamps and lens keep mirrored light away.
    """

    size: TraySize
    base: Floats
    lamps: Mapping[LampSide, Floats]
    films: bool = False

    @classmethod
    def from_pictures(cls, pictures: LampPictures, tray: Tray, *, films: bool = False) -> Self:
        """Measure the maps in lamp pictures of the empty ``tray``, best with matt white paper on its floor.

        Raises BadTray for pictures of another shape.
        """
        placed = tray.for_frame(pictures.base.shape[1], pictures.base.shape[0])
        base = _light(pictures.base, placed)
        lamps = lamp_lights(base, {side: _light(picture, placed) for side, picture in pictures.lamps.items()})
        return cls(tray.size, base, lamps, films)

    def strength(self, side: LampSide) -> float:
        """How much a lamp brightens the floor: 1 where four equal lamps are its only light, 0 for a broken one."""
        here = self.base > _DARK
        if side not in self.lamps or not here.any():
            return 0.0
        return float(self.lamps[side][here].sum() / self.base[here].sum()) * len(LampSide)

    def working(self) -> frozenset[LampSide]:
        """The lamps that brighten the floor."""
        return frozenset(side for side in self.lamps if self.strength(side) > _WORKS)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Convert to plain arrays: ``size`` (4,) mm, ``base`` and one for each lamp, (rows, columns) float32."""
        size = np.array([self.size.width, self.size.height, self.size.rail, self.size.marker])
        films = np.array(self.films)
        return {
            "size": size,
            "base": self.base,
            "films": films,
            **{str(side): lamp for side, lamp in self.lamps.items()},
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Create maps from the arrays of `to_arrays`. Raises BadImage for arrays of another form."""
        try:
            size = TraySize(*arrays["size"].astype(float).tolist())
            base = arrays["base"].astype(np.float32)
            lamps = {side: arrays[side].astype(np.float32) for side in LampSide if side in arrays}
            films = bool(arrays["films"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BadImage(_NONE) from None
        shapes = {lamp.shape for lamp in (base, *lamps.values())}
        if shapes != {_shape(size)} or not all(np.isfinite(lamp).all() for lamp in (base, *lamps.values())):
            raise BadImage(_NONE)
        return cls(size, base, lamps, films)


def places(size: TraySize) -> Floats:
    """(rows, columns, 2) places of a map in mm."""
    rows, columns = _shape(size)
    across, down = np.meshgrid((np.arange(columns) + 0.5) * STEP, (np.arange(rows) + 0.5) * STEP)
    return np.stack([across, down], axis=-1)


def _shape(size: TraySize) -> tuple[int, int]:
    if not (0 < size.width < 5000 and 0 < size.height < 5000):
        raise BadImage(_NONE)
    return max(1, int(size.height // STEP)), max(1, int(size.width // STEP))


def _light(picture: NDArray[np.uint8], tray: Tray) -> Floats:
    """(rows, columns) linear light of a picture round each place of a map."""
    at = places(tray.size)
    pixels = tray.to_px(at.reshape(-1, 2)).reshape(at.shape).astype(np.float32)
    side = max(1, round(STEP / tray.mm_per_px))
    even = cv2.blur(linear(picture).sum(axis=2), (side, side))
    found = cv2.remap(even, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, dtype=np.float32)
