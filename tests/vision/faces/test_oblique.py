"""Faces seen from the side are read as if they were seen from higher up."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, draw_table
from vision import Die, Reader

VALUES = (2, 3, 5, 6)


def seen_from_the_side(height: float, width: float = 1.0) -> list[Die]:
    """The dice, from the left, in a picture of four that is so high, or wide, as a share of what it is from above."""
    above = draw_table([DrawnDie(value, 90 * value, 120, 17 * value, 40) for value in VALUES])
    squashed = cv2.resize(above, None, fx=width, fy=height, interpolation=cv2.INTER_AREA)
    return sorted(Reader().read(np.asarray(squashed, dtype=np.uint8)).dice, key=lambda die: die.center)


@pytest.mark.parametrize(("height", "width"), [(1.0, 1.0), (0.6, 1.0), (1.0, 0.72)])
def test_dice_are_read_from_the_side_and_in_a_picture_that_lies_on_its_side(height: float, width: float) -> None:
    assert tuple(die.value for die in seen_from_the_side(height, width)) == VALUES


def test_a_face_that_is_seen_from_the_side_is_lower_than_wide() -> None:
    sides = [np.linalg.svd(np.diff(np.array(die.corners)[:3], axis=0))[1] for die in seen_from_the_side(0.6)]
    assert min(short / long for long, short in sides) < 0.8


@pytest.mark.parametrize("width", [0.68, 0.6])
def test_a_face_that_is_much_narrower_than_high_is_read_or_not_but_never_misread(width: float) -> None:
    read = {round(die.center[0] / 90 / width): die.value for die in seen_from_the_side(1.0, width)}
    assert read.keys() <= set(VALUES)
    assert read[6] == 6 if width > 0.65 else any(read.values())
    assert all(seen in (value, None) for value, seen in read.items())
