"""Lamp maps: the light of each lamp on the empty tray."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage
from vision.geometry.tray import Tray, TraySize
from vision.image import Floats
from vision.lamps.pictures import LampPictures, lamp_lights, linear
from vision.reading import LampSide

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
