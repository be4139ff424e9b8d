"""What the tray looks like when it is empty, and what lies on it now by comparison.

A picture differs from the empty tray's by its light, which changes smoothly over the tray, and by what lies there. The
light is the middle one of what the neighbourhood has become lighter or darker by, in each colour. What is left is a
thing, unless it is only darker and of no other hue: then it is a shadow.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage, BadTray
from vision.geometry.lens import CAMERA_MODULE_3, Lens
from vision.geometry.tray import Tray, TraySize
from vision.image.image import Image, checked, halved
from vision.image.types import Bytes, Floats
from vision.quality.lighting import drawn

WIDTH = 320
"""Pictures are compared at about this width."""
_SHADE = 8.0
"""Levels added before a logarithm is taken, lest noise in the dark counts."""
_HUE, _LIGHTER, _DARKER = 0.14, 0.22, 0.75
"""How far, as a natural logarithm, a place may differ from the light round it in hue, and be lighter or darker."""
_GRAIN = 5.0
"""Levels by which noise may change a place."""
_NEAR = 31
"""Every other pixel across the neighbourhood whose light is one."""
_INSET = 3.0
"""How much of the floor along the rim is left out, in mm: its shadow wanders with the lamp."""
_NONE = "This is no reference of an empty tray: learn the empty tray again."
_FITS = 1.0
"""A reference is of a tray that has moved by no more than this since, in mm."""


@dataclass(frozen=True)
class EmptyTray:
    """The empty ``tray`` in a small picture, ``colours`` (h, w, 3) uint8 BGR about `WIDTH` pixels wide."""

    colours: Bytes
    tray: Tray

    @classmethod
    def of(cls, picture: Image, tray: Tray) -> Self:
        """The reference that a picture of the empty tray, (h, w, 3) uint8 BGR, makes.

        Raises BadImage for what is not a picture, and BadTray for one of another shape than the tray's.
        """
        image = checked(picture)
        return cls(small(image), tray.for_frame(image.shape[1], image.shape[0]))

    def fits(self, tray: Tray) -> bool:
        """Whether that tray lies where this one lay."""
        if tray.size != self.tray.size:
            return False
        try:
            there = self.tray.for_frame(*tray.frame)
        except BadTray:
            return False
        apart = np.array(there.corners_px) - np.array(tray.corners_px)
        return float(np.linalg.norm(apart, axis=1).max()) * tray.mm_per_px <= _FITS

    def foreground(self, picture: Image) -> Bytes:
        """What lies on the floor in a picture, (h, w, 3) uint8 BGR: (h, w) uint8, 255 there, as small as `colours`.

        Raises BadImage for what is not a picture or has another shape.
        """
        now = small(checked(picture))
        if now.shape != self.colours.shape:
            raise BadImage("This picture has another shape than that of the empty tray: learn the empty tray again.")
        change = np.log((now.astype(np.float32) + _SHADE) / (self.colours + np.float32(_SHADE)))
        half = _light(change[::2, ::2], self.floor[::2, ::2])
        left = change - cv2.resize(half, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_LINEAR)
        level = left.mean(axis=2)
        hue = np.abs(left - level[..., None]).max(axis=2)
        grain = _GRAIN / (self.colours.min(axis=2) + np.float32(_SHADE))
        thing = (hue > _HUE + grain) | (level > _LIGHTER + grain) | (level < -_DARKER)
        spots = np.where(thing & (self.floor > 0), np.uint8(255), np.uint8(0))
        whole = cv2.morphologyEx(spots, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        alone = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return np.asarray(cv2.bitwise_and(alone, self.floor), dtype=np.uint8)

    def updated(self, picture: Image, share: float = 1.0) -> "EmptyTray":
        """The reference with that ``share``, 0–1, of what a newer picture of the empty tray shows.

        Raises BadImage for what is not a picture or has another shape.
        """
        now = small(checked(picture))
        if now.shape != self.colours.shape:
            raise BadImage("This picture has another shape than that of the empty tray: learn the empty tray again.")
        mixed = cv2.addWeighted(now, share, self.colours, 1 - share, 0.5 if share < 1 else 0.0)
        return EmptyTray(np.asarray(mixed, dtype=np.uint8), self.tray)

    @cached_property
    def floor(self) -> Bytes:
        """(h, w) uint8, 255 on the floor."""
        return drawn(self.tray, (self.colours.shape[0], self.colours.shape[1]), -_INSET)

    @property
    def mm(self) -> float:
        """Millimetres to one pixel of `colours`."""
        return self.tray.mm_per_px * self.tray.frame[0] / int(self.colours.shape[1])

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The reference as plain arrays: ``colours`` (h, w, 3) uint8, ``corners`` (4, 2) px and ``frame`` (2,) px."""
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
        """The reference that `to_arrays` gave of a tray of that ``size`` under that ``lens``.

        Raises BadImage where the arrays are not what it gave, BadTray for corners that outline no tray.
        """
        try:
            colours, corners = checked(arrays["colours"]), arrays["corners"].astype(float).tolist()
            width, height = (int(side) for side in arrays["frame"])
        except (KeyError, TypeError, ValueError):
            raise BadImage(_NONE) from None
        if min(width, height) < 1 or colours.shape[:2] != small_shape(width, height):
            raise BadImage(_NONE)
        return cls(colours, Tray.from_corners(corners, (width, height), size, lens))


def small(picture: Image) -> Bytes:
    """The picture, (h, w, 3) uint8, about `WIDTH` pixels wide."""
    while picture.shape[1] >= 2 * WIDTH and picture.shape[0] > 1:
        picture = halved(picture)
    height, width = picture.shape[:2]
    if width <= WIDTH:
        return picture
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def small_shape(width: int, height: int) -> tuple[int, int]:
    """The height and width that `small` gives a picture of that size."""
    while width >= 2 * WIDTH and height > 1:
        width, height = width // 2, height // 2
    return (height, width) if width <= WIDTH else (max(1, round(height * WIDTH / width)), WIDTH)


def _light(change: Floats, floor: Bytes) -> Floats:
    """How the light on each place has changed, (h, w, 3): the mean of those near it that changed about as most did."""
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
