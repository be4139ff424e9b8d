"""Background model: what the empty tray looks like, and what differs from it.

A picture differs from the empty tray by its light, which changes smoothly over the tray, and by things. The light is
the median change of brightness in the neighbourhood, per colour. The rest is a thing, unless it is only darker and of
the same hue: then it is a shadow.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage, BadTray
from vision.geometry.lens import CAMERA_MODULE_3, Lens
from vision.geometry.tray import INSET, Tray, TraySize
from vision.geometry.view import floor_mask
from vision.image import SHADE, SMALL, Bytes, Flags, Floats, Image, checked, small
from vision.quality.checks import MOVED, shifted
from vision.reading import Die, Reading, Rest
from vision.scene.cup import cup_among
from vision.scene.foreground import DIE_SIZED, HAND, REACHES, SOMETHING, THICK, hull_of, outlines, spots_in

_HUE, _LIGHTER, _DARKER = 0.14, 0.22, 0.75
"""Maximum difference from the local light in hue, and upwards and downwards in brightness, as natural logarithms."""
_GRAIN = 5.0
"""Noise, levels."""
_NEAR = 31
"""Size of the neighbourhood over which the light is uniform, in every other pixel."""
_AROUND = 1.9
"""Size of a die with its sides, foot and near shadow, as a multiple of its upper face."""
_BARE = 0.02
"""Maximum share of a face that differs from the empty tray or is off its floor where no die lies: a pip covers 3 %."""
_ANOTHER_LIGHT = 0.3
"""Share of the floor that differs from the empty tray above which the light has changed."""
_NONE = "This is no reference of an empty tray: learn the empty tray again."


@dataclass(frozen=True)
class EmptyTray:
    """The empty ``tray`` in a small picture, ``colours`` (h, w, 3) uint8 BGR about `SMALL` pixels wide."""

    colours: Bytes
    tray: Tray

    @classmethod
    def of(cls, picture: Image, tray: Tray) -> Self:
        """Create a reference from a picture of the empty tray, (h, w, 3) uint8 BGR.

        Raises BadImage for what is not a picture, and BadTray for one of another shape than the tray's.
        """
        image = checked(picture)
        return cls(small(image), tray.for_frame(image.shape[1], image.shape[0]))

    def fits(self, tray: Tray) -> bool:
        """Whether a tray is in the place of this one."""
        try:
            return tray.size == self.tray.size and shifted(self.tray, tray) <= MOVED
        except BadTray:
            return False

    def _changed(self, picture: Image) -> tuple[Flags, Flags]:
        """Two (h, w): where the picture has another hue than the empty tray or is lighter, and where it is darker."""
        now = small(checked(picture))
        if now.shape != self.colours.shape:
            raise BadImage("This picture has another shape than that of the empty tray: learn the empty tray again.")
        change = np.log((now.astype(np.float32) + SHADE) / (self.colours + np.float32(SHADE)))
        half = _light(change[::2, ::2], self.floor[::2, ::2])
        left = change - cv2.resize(half, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_LINEAR)
        level = left.mean(axis=2)
        hue = np.abs(left - level[..., None]).max(axis=2)
        grain = _GRAIN / (self.colours.min(axis=2) + np.float32(SHADE))
        return (hue > _HUE + grain) | (level > _LIGHTER + grain), level < -_DARKER

    def _on_floor(self, unlike: Flags, darker: Flags) -> Bytes:
        """(h, w) uint8, 255 at each pixel of the floor that differs from the empty tray."""
        return np.where((unlike | darker) & (self.floor > 0), np.uint8(255), np.uint8(0))

    def _cleaned(self, spots: Bytes) -> Bytes:
        whole = cv2.morphologyEx(spots, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        alone = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return np.asarray(cv2.bitwise_and(alone, self.floor), dtype=np.uint8)

    @cached_property
    def floor(self) -> Bytes:
        """(h, w) uint8, 255 on the floor."""
        return floor_mask(self.tray, (self.colours.shape[0], self.colours.shape[1]), -INSET)

    @property
    def mm(self) -> float:
        """Millimetres per pixel of `colours`."""
        return self.tray.mm_per_px * self.tray.frame[0] / int(self.colours.shape[1])

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Convert to plain arrays: ``colours`` (h, w, 3) uint8, ``corners`` (4, 2) px and ``frame`` (2,) px."""
        return {
            "colours": self.colours,
            "corners": np.array(self.tray.corners_px),
            "frame": np.array(self.tray.frame),
        }

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, NDArray[Any]],
        size: TraySize = TraySize(),  # noqa: B008 - a frozen value
        lens: Lens = CAMERA_MODULE_3,
    ) -> Self:
        """Create a reference from the arrays of `to_arrays`, for a tray of that ``size`` and ``lens``.

        Raises BadImage for arrays of another form, BadTray for corners that are no tray's.
        """
        try:
            colours, corners = checked(arrays["colours"]), arrays["corners"].astype(float).tolist()
            width, height = (int(side) for side in arrays["frame"])
        except (KeyError, TypeError, ValueError):
            raise BadImage(_NONE) from None
        if min(width, height) < 1 or colours.shape[:2] != _small_shape(width, height):
            raise BadImage(_NONE)
        return cls(colours, Tray.from_corners(corners, (width, height), size, lens))


def _small_shape(width: int, height: int) -> tuple[int, int]:
    """Return the height and width of the result of `small` for a picture of that size."""
    while width >= 2 * SMALL and height > 1:
        width, height = width // 2, height // 2
    return (height, width) if width <= SMALL else (max(1, round(height * SMALL / width)), SMALL)


def _light(change: Floats, floor: Bytes) -> Floats:
    """(h, w, 3) change of the light: the mean over each neighbourhood of the pixels near the median change."""
    here = floor > 0
    if not here.any():
        return np.zeros_like(change)
    usual = np.median(change[here], axis=0)
    light = np.broadcast_to(usual, change.shape)
    for reach in (0.5, 0.2, 0.12):
        alike = here & (np.abs(change - light).max(axis=2) < reach)
        weight = alike.astype(np.float32)
        count = cv2.boxFilter(weight, -1, (_NEAR, _NEAR), normalize=False)
        total = cv2.boxFilter(change * weight[..., None], -1, (_NEAR, _NEAR), normalize=False)
        seen = np.asarray(count)[..., None]
        light = np.where(seen > 10, np.asarray(total) / np.maximum(seen, 1), usual)
    return np.asarray(light, dtype=np.float32)


def with_foreign_objects(reading: Reading, picture: Image, reference: EmptyTray) -> Reading:
    """Add a problem to the reading of a picture, (h, w, 3) uint8 BGR, where a foreign object lies on the tray, and drop
    the dice where the picture equals the empty tray's.

    The empty tray decides: what the reader took for one by its colour alone may be a print on the felt, and what it
    took for a die a patch of cork. A hand over the rim makes the reading obstructed, and a cup covered, without dice.
    """
    if reading.rest is Rest.MOVING:
        return reading
    unlike, darker = reference._changed(picture)
    if cup_among(unlike, darker, reference.tray):
        return Reading(Rest.COVERED)
    if reading.rest is Rest.OBSTRUCTED:
        return reading
    if SOMETHING in reading.problems:
        reading = replace(reading, problems=tuple(one for one in reading.problems if one != SOMETHING), things=())
    changed = reference._on_floor(unlike, darker)
    left = reference._cleaned(changed)
    for die in reading.dice:
        _fill(left, die, _AROUND, reference, 0)
    floor = max(1, cv2.countNonZero(reference.floor))
    if cv2.countNonZero(left) > _ANOTHER_LIGHT * floor:
        return reading
    there = tuple(die for die in reading.dice if not _bare(die, changed, reference))
    if len(there) < len(reading.dice):
        reading = replace(reading, dice=there, rest=Rest.SETTLED if there else Rest.EMPTY)
    inner = cv2.erode(reference.floor, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    found = []
    for here, _middle, area, thickness in spots_in(left, reference.mm, DIE_SIZED):
        if thickness < THICK:
            continue
        if area >= HAND and bool(np.any(here & (inner == 0))):
            return replace(reading, rest=Rest.OBSTRUCTED, dice=(), problems=(*reading.problems, REACHES))
        found.append((here, area))
    if not found or reading.problems:
        return reading
    factor = left.shape[1] / reference.tray.frame[0]
    hulls = (((hull_of(here) + 0.5) / factor - 0.5, area) for here, area in found)
    return replace(reading, problems=(SOMETHING,), things=outlines(reference.tray, hulls, SOMETHING))


def _bare(die: Die, changed: Bytes, reference: EmptyTray) -> bool:
    """Whether the floor is as empty at a die as in the ``reference``."""
    face = np.zeros_like(changed)
    _fill(face, die, 1.0, reference, 255)
    unlike = cv2.bitwise_or(changed, cv2.bitwise_not(reference.floor))
    return cv2.countNonZero(cv2.bitwise_and(face, unlike)) <= _BARE * cv2.countNonZero(face)


def _fill(mask: Bytes, die: Die, reach: float, reference: EmptyTray, level: int) -> None:
    """Fill the square of a die's upper face, ``reach`` times as large, in a mask (h, w) of the reference's size."""
    corners = np.array(die.corners)
    middle = corners.mean(axis=0)
    factor = mask.shape[1] / reference.tray.frame[0]
    around = (middle + reach * (corners - middle) + 0.5) * factor - 0.5
    cv2.fillConvexPoly(mask, np.round(around * 16).astype(np.int32), level, shift=4)
