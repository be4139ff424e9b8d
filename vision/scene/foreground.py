"""Foreground segmentation: finds things on the tray other than the dice found, by their colour, and their outlines.

The felt is the most common colour of the floor. Light and shade change its brightness but not its hue, so a thing has
another hue, is brighter than any light makes the felt, or darker than any shade.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.faces.face import AROUND, Face
from vision.geometry.tray import INSET, Tray
from vision.geometry.view import View
from vision.i18n import gettext as _
from vision.image import Bytes, Flags, Floats, Image, Ints
from vision.reading import Point, ThingOutline

SOMETHING = _("Something on the tray doesn’t look like a die: remove it, or add light.")
REACHES = _("Something’s reaching over the tray: move it away.")
HAND = 900.0
"""Minimum area of a hand, a thing that crosses the floor's edge, mm²."""
DIE_SIZED, THICK, _PROP = 60.0, 6.0, 4.0
"""Minimum area of a thing that matters, mm²; smaller ones are lint. And its minimum thickness to be a die that was not
found, thinner ones are edges or creases, and for a die to lean on it, mm."""
_RESIDUE = 11.0
_RESIDUE_SHARE = 0.16
"""Maximum difference from a brighter or darker felt: in levels, and as a share of its brightness."""
_DARKEST, _BRIGHTEST = 0.12, 1.9
"""Brightness of the felt in shade and in light, as shares of its usual one. Values of a picture are not linear: an
eighth means a hundredth of the light."""
_DIM = 40.0
"""Usual brightness of the felt, levels, from which on something darker can be told from noise."""
_LIP = 2.0
"""Half width of the strip along the rail's lip that is left out, mm."""
_SMALLEST = 25.0
"""Minimum area of a thing, mm², smaller ones are lint; and of its part in the floor's outermost strip for it to cross
the edge."""
_QUARTER = 0.25
"""Scale of the copy of a view in which things are searched."""
_SQUARE = np.ones((3, 3), np.uint8)
_CORNERS = 16
"""Maximum number of corners of an outline."""
_MOST = 12
"""Maximum number of outlines; the others are smaller, and known once these are gone."""
_PIXEL = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], np.float32)
"""The corners of a pixel around its middle."""


@dataclass(frozen=True)
class ForeignObject:
    """A thing on the floor that is none of the dice found.

    ``middle`` (2,) on the view's plane; ``area`` in mm²; ``thickness``, the diameter of the largest disc in it, in mm;
    ``over_edge`` whether it crosses the edge of the floor; ``hull`` (n, 2) its convex hull, pixels of the picture.
    """

    middle: Floats
    area: float
    thickness: float
    over_edge: bool
    hull: Floats

    @property
    def of_a_die(self) -> bool:
        """Whether it is at least as large as a die that was not found."""
        return self.area >= DIE_SIZED and self.thickness >= THICK

    @property
    def may_prop(self) -> bool:
        """Whether it is large enough for a die to lean on, and no hand."""
        return DIE_SIZED <= self.area < HAND and self.thickness >= _PROP


def things_on(view: View, tray: Tray, faces: Sequence[Face]) -> list[ForeignObject]:
    """List the things on the floor that differ from the felt and belong to no die under ``faces``, largest first."""
    quarter, mm = view.quarter, tray.mm_per_px / (_QUARTER * view.factor)
    floor = _floor_of(tray, (quarter.shape[0], quarter.shape[1]), view.offset, view.factor)
    left = _unlike_felt(quarter, floor)
    if faces:
        corners = np.stack([face.centre + AROUND * (face.corners - face.centre) for face in faces])
        top = view.to_picture(corners).reshape(-1, 2)
        foot = tray.to_px(tray.to_mm(top, np.repeat([face.edge for face in faces], 4)))
        for outline in np.concatenate([top.reshape(-1, 4, 2), foot.reshape(-1, 4, 2)], axis=1):
            _fill(left, outline, 0, view.offset, view.factor)
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, _SQUARE), dtype=np.uint8)
    found = []
    for here, middle, area, thickness in spots_in(left, mm, _SMALLEST):
        rim = int(np.count_nonzero(here & (floor.strip > 0))) * mm**2
        place = view.plane.from_view((middle + 0.5) / _QUARTER - 0.5)
        hull = view.to_pixels((hull_of(here) + 0.5) / _QUARTER - 0.5)
        found.append(ForeignObject(place, area, thickness, rim > _SMALLEST, hull))
    return sorted(found, key=lambda thing: -thing.area)


def spots_in(mask: Bytes, mm: float, smallest: float) -> Iterator[tuple[Flags, Floats, float, float]]:
    """Yield the connected spots of a ``mask`` (h, w) uint8 with ``mm`` millimetres per pixel, but for those under
    ``smallest`` mm²: pixels (h, w), middle (2,) px, area in mm², and diameter of the largest disc in it, mm."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    for label in range(1, count):
        area = float(stats[label, cv2.CC_STAT_AREA]) * mm**2
        if area >= smallest:
            here = labels == label
            yield here, np.asarray(middles[label]), area, 2 * float(depth[here].max()) * mm


class _Floor(NamedTuple):
    """The floor of a tray in a downscaled view: ``mask`` (h, w) uint8, 255 on it but for rim, lip and markers;
    ``strip`` (h, w) uint8, 255 on its outermost strip, along the rim and the edge of the view; and ``sampled`` (n,)
    indices of some of the pixels of the mask, enough for its colour."""

    mask: Bytes
    strip: Bytes
    sampled: Ints


@lru_cache(maxsize=4)
def _floor_of(tray: Tray, shape: tuple[int, int], offset: tuple[int, int], factor: float) -> _Floor:
    """Draw the floor in a view at that offset and scale. It is kept for the next call: do not write to it."""
    mask = np.zeros(shape, np.uint8)
    size = tray.size
    width, height, side = size.width, size.height, size.marker + 2
    _fill(mask, tray.to_px(size.outline(-INSET)), 255, offset, factor)
    inner = cv2.erode(mask, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    strip = np.asarray(cv2.bitwise_and(mask, cv2.bitwise_not(inner)), dtype=np.uint8)
    left_out = [(x, y, x + side, y + side) for x in (0.0, width - side) for y in (0.0, height - side)]
    if size.rail > 0:
        left_out.append((size.rail - _LIP, 0, size.rail + _LIP, height))
    for left, top, right, bottom in left_out:
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        _fill(mask, tray.to_px(corners), 0, offset, factor)
    inside = np.flatnonzero(mask)
    floor = _Floor(mask, strip, inside[:: max(1, len(inside) // 4000)])
    for part in floor:
        part.flags.writeable = False
    return floor


def _unlike_felt(small: Image, floor: _Floor) -> Bytes:
    """(h, w) uint8, 255 where the floor is not felt."""
    if len(floor.sampled) < 50:
        return np.zeros_like(floor.mask)
    ordered = np.sort(small.reshape(-1, 3)[floor.sampled].T, axis=1)
    plain = ordered[:, len(floor.sampled) // 2] + 1.0
    colours = small.astype(np.float32)
    size = float(plain @ plain)
    share = np.asarray(cv2.transform(colours, (plain / size)[None]))
    square = np.asarray(cv2.transform(cv2.multiply(colours, colours), np.ones((1, 3), np.float32)))
    residue = np.maximum(square - share**2 * size, 0)
    odd = (residue > (_RESIDUE + _RESIDUE_SHARE * math.sqrt(size) * share) ** 2) | (share > _BRIGHTEST)
    if plain.mean() > _DIM:
        odd |= share < _DARKEST
    spots = cv2.bitwise_and(odd.astype(np.uint8) * 255, floor.mask)
    return np.asarray(cv2.morphologyEx(spots, cv2.MORPH_OPEN, _SQUARE), dtype=np.uint8)


def _fill(canvas: Bytes, pixels: Floats, value: int, offset: tuple[int, int], factor: float) -> None:
    """Fill the hull of (n, 2) pixels of the picture in a view at that offset and scale, reduced by `_QUARTER`."""
    places = (pixels + 0.5 - offset) * factor * _QUARTER - 0.5
    cv2.fillConvexPoly(canvas, cv2.convexHull(np.round(places * 8).astype(np.int32)), value, shift=3)


def hull_of(spots: Bytes | Flags) -> Floats:
    """Return the convex hull (n, 2) of the pixels (h, w) that are set, in pixels, with all of each pixel inside."""
    contours, _ = cv2.findContours(spots.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    places = np.concatenate(contours).reshape(-1, 1, 2).astype(np.float32)
    return np.asarray(cv2.convexHull((places + _PIXEL).reshape(-1, 2)).reshape(-1, 2))


def outlines(tray: Tray, hulls: Iterable[tuple[Floats, float]], problem: str) -> tuple[ThingOutline, ...]:
    """Return the outlines of things, largest first, from their hulls (n, 2) in pixels of the picture and areas in mm².

    The tray must be for pictures of that size (`Tray.for_frame`). ``problem`` speaks of all of them.
    """
    largest = sorted(hulls, key=lambda thing: -thing[1])[:_MOST]
    simple = [(_simplified(hull), area) for hull, area in largest]
    return tuple(ThingOutline(_points(few), _points(tray.to_mm(few)), area, problem) for few, area in simple)


def _simplified(hull: Floats) -> Floats:
    """Leave out the corners of a hull (n, 2) px that matter least, until few enough are left."""
    whole = few = np.asarray(hull, dtype=np.float32)
    tolerance = 0.5
    while len(few) > _CORNERS:
        few = np.asarray(cv2.approxPolyDP(whole, tolerance, True), dtype=np.float32).reshape(-1, 2)
        tolerance *= 1.5
    return few


def _points(places: Floats) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in np.round(places, 1).astype(float).tolist())
