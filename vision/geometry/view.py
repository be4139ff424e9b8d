"""Cuts out and scales the part of a picture in which dice are searched, and maps it to the plane of their faces."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image import Bytes, Floats, Image, halved, relit, scaled, thinned


@dataclass(frozen=True)
class Plane:
    """A plane in a view: ``matrix`` (3, 3) maps homogeneous places on the plane to pixels."""

    matrix: Floats

    def to_view(self, places: Floats) -> Floats:
        """Map (…, 2) places on the plane to pixels of the view."""
        return _through(self.matrix, places)

    def from_view(self, pixels: Floats) -> Floats:
        """Map (…, 2) pixels of the view to places on the plane."""
        return _through(self._inverse, pixels)

    @cached_property
    def _inverse(self) -> Floats:
        return np.asarray(np.linalg.inv(self.matrix))

    def pixels(self, pixels: Floats) -> Floats:
        """(n,) pixels of the view per unit of the plane, at each of the (n, 2) pixels."""
        there = self.from_view(pixels)
        across = self.to_view(there + np.array([1.0, 0.0])) - pixels
        down = self.to_view(there + np.array([0.0, 1.0])) - pixels
        return np.asarray(np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])))


def _through(matrix: Floats, points: Floats) -> Floats:
    moved = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(moved[..., :2] / moved[..., 2:])


FACE_HEIGHT = 16.0
"""Assumed height of upper faces, mm; the die's own height is corrected for later."""
MARGIN = 18.0
"""Margin round the floor in which dice are searched, mm."""
_NARROW, _OVERLAP = 10.0, 12.0
"""Minimum width of a strip beside the tray's view, and how far it reaches into that and into other strips, mm."""
_FINE = (1.7, 2.9)
"""Pixels per millimetre that are not scaled."""
_FINE_AIM = 2.3
_AROUND = 3.0
"""Blur of a quarter of a view that leaves out the grain of a floor, px: 5 mm on a tray."""
_FREE = (700, 1280)
"""Longer side of a picture without a tray that is not scaled, px."""


@dataclass(frozen=True)
class View:
    """A part of a picture: ``pixels`` (h, w, 3) uint8 BGR, cut out at ``offset``, scaled by ``factor`` and relit.

    ``plane`` is in mm at `FACE_HEIGHT` where the tray is known, else in pixels of the view.
    """

    pixels: Image
    factor: float
    offset: tuple[int, int]
    plane: Plane
    tray: Tray | None = None

    @cached_property
    def quarter(self) -> Image:
        """The pixels at a quarter of their size."""
        return halved(halved(self.pixels))

    @cached_property
    def grain(self) -> float:
        """Median difference of a quarter's pixels from what lies round them, levels of the three channels together."""
        away = cv2.absdiff(self.quarter, cv2.GaussianBlur(self.quarter, (0, 0), _AROUND))
        return float(np.median(away.sum(axis=2)))

    def raised(self, exponent: float) -> "View":
        """Raise the levels, as shares of the highest, to a power."""
        curve = np.rint(255 * (np.arange(256) / 255) ** exponent).astype(np.uint8)
        return self if exponent == 1 else replace(self, pixels=np.asarray(cv2.LUT(self.pixels, curve), dtype=np.uint8))

    def to_picture(self, places: Floats) -> Floats:
        """Map (…, 2) places on the plane to pixels of the whole picture."""
        return self.to_pixels(self.plane.to_view(places))

    def to_pixels(self, places: Floats) -> Floats:
        """Map (…, 2) pixels of the view to those of the whole picture."""
        return np.asarray((places + 0.5) / self.factor - 0.5 + self.offset)


def view_of(picture: Image, tray: Tray | None) -> View:
    """Cut out the tray with its surroundings, or the whole picture where there is no tray."""
    if tray is None:
        longest, factor = max(picture.shape[:2]), 1.0
        if longest > _FREE[1]:
            factor = _FREE[1] / longest
        elif longest < _FREE[0]:
            factor = min(2.0, _FREE[1] / longest)
        return View(relit(scaled(picture, factor)), factor, (0, 0), Plane(np.eye(3)))
    low, high, factor, plane = _cut(tray, picture.shape[1], picture.shape[0])
    pixels = relit(scaled(picture[low[1] : high[1], low[0] : high[0]], factor))
    return View(pixels, factor, low, plane, tray)


def views_beside(picture: Image, tray: Tray) -> list[View]:
    """Cut out what a picture shows of the table beside the tray: up to four strips that together cover it once.

    Each reaches `_OVERLAP` into the others and into the tray's own view, so that no die is cut in two.
    """
    height, width = picture.shape[:2]
    (left, top), (right, bottom), factor, _plane = _cut(tray, width, height)
    strips = ((0, 0, width, top), (0, bottom, width, height), (0, top, left, bottom), (right, top, width, bottom))
    least, reach = _NARROW / tray.mm_per_px, round(_OVERLAP / tray.mm_per_px)
    thin = thinned(picture)
    views = []
    for x, y, end, below in strips:
        if min(end - x, below - y) < least:
            continue
        low = (max(0, x - reach), max(0, y - reach))
        cut = picture[low[1] : below + reach, low[0] : end + reach]
        views.append(View(relit(scaled(cut, factor), thin), factor, low, _plane_of(tray, low, factor), tray))
    return views


@lru_cache(maxsize=4)
def _cut(tray: Tray, width: int, height: int) -> tuple[tuple[int, int], tuple[int, int], float, Plane]:
    """Return the corners of the part of a picture that shows the tray, its scale factor, and its plane."""
    around = tray.size.outline(MARGIN)
    outline = np.concatenate([tray.to_px(around), tray.to_px(around, FACE_HEIGHT)])
    low = np.clip(np.floor(outline.min(axis=0)), 0, (width, height)).astype(int)
    high = np.clip(np.ceil(outline.max(axis=0)), 0, (width, height)).astype(int)
    if (high - low).min() < 1:
        low, high = np.array([0, 0]), np.array([width, height])
    fineness = 1 / tray.mm_per_px
    factor = 1.0 if _FINE[0] <= fineness <= _FINE[1] else min(2.5, _FINE_AIM / fineness)
    corner = (int(low[0]), int(low[1]))
    return corner, (int(high[0]), int(high[1])), factor, _plane_of(tray, corner, factor)


def _plane_of(tray: Tray, low: tuple[int, int], factor: float) -> Plane:
    """Return the plane of the upper faces in a view cut out at ``low`` and scaled."""
    shift = np.array(
        [[factor, 0, (0.5 - low[0]) * factor - 0.5], [0, factor, (0.5 - low[1]) * factor - 0.5], [0, 0, 1]]
    )
    return Plane(shift @ tray.plane(FACE_HEIGHT))


@lru_cache(maxsize=16)
def floor_mask(tray: Tray, shape: tuple[int, int], grow: float) -> Bytes:
    """(h, w) uint8, 255 on the floor and ``grow`` mm round it, in a copy of the tray's pictures of that shape.

    It is kept for the next call: do not write to it.
    """
    factor = np.array([shape[1], shape[0]]) / tray.frame
    places = np.clip((tray.to_px(tray.size.outline(grow)) + 0.5) * factor - 0.5, -4 * shape[1], 5 * shape[1])
    canvas = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(canvas, np.round(places * 16).astype(np.int32), 255, shift=4)
    canvas.flags.writeable = False
    return canvas
