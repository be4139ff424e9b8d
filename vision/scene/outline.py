"""Outlines of segmented things, for people to see which one is meant."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image.types import Bytes, Flags, Floats
from vision.reading import Point, ThingOutline

_CORNERS = 16
"""Maximum number of corners."""
_MOST = 12
"""Maximum number of outlines; the others are smaller, and known once these are gone."""
_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], np.float32)
"""The corners of a pixel around its middle."""


def hull_of(spots: Bytes | Flags) -> Floats:
    """Return the convex hull (n, 2) of the pixels (h, w) that are set, in pixels, with all of each pixel inside."""
    contours, _ = cv2.findContours(spots.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    places = np.concatenate(contours).reshape(-1, 1, 2).astype(np.float32)
    return np.asarray(cv2.convexHull((places + _SQUARE).reshape(-1, 2)).reshape(-1, 2))


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
