"""What lies on the tray that was not there when it was empty, and is none of the dice that were read."""

from dataclasses import replace

import cv2
import numpy as np

from vision.image.image import Image
from vision.image.types import Bytes
from vision.reading import Die, Reading, Rest
from vision.scene.empty_tray import EmptyTray

_AROUND = 1.9
"""How much larger than a die's upper face everything is that belongs to it: its sides, its foot, its nearer shadow."""
_SMALLEST = 60.0
"""Things that cover less are lint, in mm²."""
_THIN = 6.0
"""Nor is what is thinner than this a thing, in mm: an edge, a crease."""
_HAND = 900.0
"""A thing that comes in over the floor's edge is a hand when it covers at least this much of the floor, in mm²."""
_ANOTHER_LIGHT = 0.3
"""Where this share of the floor looks unlike the empty tray, it is the light that has changed."""

SOMETHING = "Something that was not read as a die lies on the tray: take it off, or turn on more light."
_REACHES = "Something reaches over the tray."


def with_foreign_objects(reading: Reading, picture: Image, reference: EmptyTray) -> Reading:
    """The reading of a picture, (h, w, 3) uint8 BGR, with what else lies on the tray told as a problem.

    A hand that comes in over the rim makes it obstructed, without dice.
    """
    if reading.rest in (Rest.MOVING, Rest.OBSTRUCTED):
        return reading
    left = unexplained(reading.dice, reference.foreground(picture), reference)
    floor = max(1, cv2.countNonZero(reference.floor))
    if cv2.countNonZero(left) > _ANOTHER_LIGHT * floor:
        return reading
    inner = cv2.erode(reference.floor, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(left)
    depth = cv2.distanceTransform(left, cv2.DIST_L2, 3)
    something = False
    for label in range(1, count):
        area = float(stats[label, cv2.CC_STAT_AREA]) * reference.mm**2
        here = labels == label
        if area < _SMALLEST or 2 * float(depth[here].max()) * reference.mm < _THIN:
            continue
        if area >= _HAND and bool(np.any(here & (inner == 0))):
            return replace(reading, rest=Rest.OBSTRUCTED, dice=(), problems=(*reading.problems, _REACHES))
        something = True
    told = something and not reading.problems
    return replace(reading, problems=(*reading.problems, SOMETHING)) if told else reading


def unexplained(dice: tuple[Die, ...], foreground: Bytes, reference: EmptyTray) -> Bytes:
    """The ``foreground`` (h, w) of a picture without what belongs to the dice that were found in it."""
    left = foreground.copy()
    factor = foreground.shape[1] / reference.tray.frame[0]
    for die in dice:
        corners = np.array(die.corners)
        middle = corners.mean(axis=0)
        around = (middle + _AROUND * (corners - middle) + 0.5) * factor - 0.5
        cv2.fillConvexPoly(left, np.round(around * 16).astype(np.int32), 0, shift=4)
    return left
