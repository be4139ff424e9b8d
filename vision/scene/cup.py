"""Recognizes a dice cup: a large round thing that stands still on the tray, whatever its colour."""

import math

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.geometry.view import floor_mask
from vision.image import Flags, Floats
from vision.scene.foreground import hull_of, spots_in

_DIAMETER = (55.0, 110.0)
"""Diameter of a cup at its wider end, mm."""
_NEARER = 1.3
"""Maximum magnification of a cup's bottom, which is nearer to the camera than the floor."""
_LONG = 1.6
"""Maximum ratio of the length to the width of a cup, which is seen a little from the side."""
_ROUND, _SOLID = 0.975, 0.85
"""Minimum area of a cup's hull as a share of the ellipse with the same moments (a rectangle has 0.955), and minimum
share of its hull that a cup fills."""
_BESIDE = 30.0
"""Maximum width of what may lie against a cup, mm: a die, a crease of light."""
_OVER = 60.0
"""Maximum reach of a cup over the tray's edge in a picture, mm; a hand reaches farther."""
_ON_FLOOR = 0.3
"""Minimum share of a cup that hides the floor: a glass beside the tray hides none of it."""


def cup_among(unlike: Flags, darker: Flags, tray: Tray) -> bool:
    """Whether a cup is among what differs from the empty tray, each (h, w) of a small copy of its pictures.

    It is also looked for without what is only ``darker``, and may be shade. Of a cup much like the felt only the edge
    may be seen; what it encloses belongs to it.
    """
    shape, factor = (unlike.shape[0], unlike.shape[1]), unlike.shape[1] / tray.frame[0]
    mm, smallest = tray.mm_per_px / factor, math.pi / 4 * _DIAMETER[0] ** 2
    around, floor = floor_mask(tray, shape, _OVER) > 0, floor_mask(tray, shape, 0.0) > 0
    inside = cv2.erode(around.astype(np.uint8), np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(_BESIDE / mm) | 1,) * 2)
    for spots in (unlike | darker, unlike):
        closed = cv2.morphologyEx((spots & around).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        rings, _tree = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        whole = np.zeros(shape, np.uint8)
        cv2.drawContours(whole, rings, -1, 1, cv2.FILLED)
        if np.count_nonzero(whole) * mm**2 < smallest:
            continue
        solid = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, disc), dtype=np.uint8)
        for here, _middle, area, _thickness in spots_in(solid, mm, _SOLID * smallest):
            within = not (here & ~inside).any() and np.count_nonzero(here & floor) >= _ON_FLOOR * np.count_nonzero(here)
            if within and is_cup(tray.to_mm((hull_of(here) + 0.5) / factor - 0.5), area):
                return True
    return False


def is_cup(hull: Floats, area: float) -> bool:
    """Whether a thing may be a cup, from its convex ``hull`` (n, 2) on the floor, mm, and its ``area``, mm²."""
    moments = cv2.moments(np.asarray(hull, dtype=np.float32).reshape(-1, 1, 2))
    whole = moments["m00"]
    if whole <= 0 or area < _SOLID * whole:
        return False
    spread = np.array([[moments["mu20"], moments["mu11"]], [moments["mu11"], moments["mu02"]]]) / whole
    width, length = 4 * np.sqrt(np.linalg.eigvalsh(spread))
    fits = _DIAMETER[0] <= width <= _NEARER * _DIAMETER[1] and length <= _LONG * width
    return bool(fits and whole >= _ROUND * math.pi / 4 * width * length)
