"""Foreign-object detection: finds things on the tray by comparison with the empty tray."""

from dataclasses import replace

import cv2
import numpy as np

from vision.i18n import gettext as _
from vision.image.image import Image
from vision.image.types import Bytes
from vision.reading import Die, Reading, Rest
from vision.scene.empty_tray import EmptyTray
from vision.scene.outline import hull_of, outlines

_AROUND = 1.9
"""Size of a die with its sides, foot and near shadow, as a multiple of its upper face."""
_SMALLEST = 60.0
"""Minimum area of a thing, mm²; smaller ones are lint."""
_THIN = 6.0
"""Minimum thickness of a thing, mm; thinner ones are edges or creases."""
_HAND = 900.0
"""Minimum area of a hand, a thing that crosses the floor's edge, mm²."""
_ANOTHER_LIGHT = 0.3
"""Share of the floor that differs from the empty tray above which the light has changed."""

SOMETHING = _("Something on the tray doesn’t look like a die: remove it, or add light.")
REACHES = _("Something’s reaching over the tray: move it away.")


def with_foreign_objects(reading: Reading, picture: Image, reference: EmptyTray) -> Reading:
    """Add a problem to the reading of a picture, (h, w, 3) uint8 BGR, where a foreign object lies on the tray.

    The empty tray decides: what the reader took for one by its colour alone may be a print on the felt. A hand over the
    rim makes the reading obstructed, without dice.
    """
    if reading.rest in (Rest.MOVING, Rest.OBSTRUCTED):
        return reading
    if SOMETHING in reading.problems:
        reading = replace(reading, problems=tuple(one for one in reading.problems if one != SOMETHING), things=())
    left = unexplained(reading.dice, reference.foreground(picture), reference)
    floor = max(1, cv2.countNonZero(reference.floor))
    if cv2.countNonZero(left) > _ANOTHER_LIGHT * floor:
        return reading
    inner = cv2.erode(reference.floor, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    count, labels, stats, _centres = cv2.connectedComponentsWithStats(left)
    depth = cv2.distanceTransform(left, cv2.DIST_L2, 3)
    found = []
    for label in range(1, count):
        area = float(stats[label, cv2.CC_STAT_AREA]) * reference.mm**2
        here = labels == label
        if area < _SMALLEST or 2 * float(depth[here].max()) * reference.mm < _THIN:
            continue
        if area >= _HAND and bool(np.any(here & (inner == 0))):
            return replace(reading, rest=Rest.OBSTRUCTED, dice=(), problems=(*reading.problems, REACHES))
        found.append((here, area))
    if not found or reading.problems:
        return reading
    factor = left.shape[1] / reference.tray.frame[0]
    hulls = (((hull_of(here) + 0.5) / factor - 0.5, area) for here, area in found)
    return replace(reading, problems=(SOMETHING,), things=outlines(reference.tray, hulls, SOMETHING))


def unexplained(dice: tuple[Die, ...], foreground: Bytes, reference: EmptyTray) -> Bytes:
    """Remove the dice from the ``foreground`` (h, w) of a picture."""
    left = foreground.copy()
    factor = foreground.shape[1] / reference.tray.frame[0]
    for die in dice:
        corners = np.array(die.corners)
        middle = corners.mean(axis=0)
        around = (middle + _AROUND * (corners - middle) + 0.5) * factor - 0.5
        cv2.fillConvexPoly(left, np.round(around * 16).astype(np.int32), 0, shift=4)
    return left
