"""Markers in any light: in shadows drawn across the markers of drawn trays, under dice, and half under a coin."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import BLUE_FELT, GOLD, IVORY, NAVY, RED, WHITE, Colour, DrawnDie, draw_tray, overhead_tray
from tests.vision.spoilt import in_shadow
from vision import Problem, Reader, Tray
from vision.image import grey_of
from vision.quality.marker_check import marks_in_place, shows_print

TRAY = overhead_tray()
MARKED = Tray.from_corners(TRAY.corners_px, TRAY.frame, marked=True)
READER = Reader(MARKED)
DICE = (DrawnDie(5, 120, 60, 20), DrawnDie(2, 180, 120, 50), DrawnDie(3, 240, 60, 70, body=RED))

SHADOWS = {
    "along the left": (1.0, 0.0, 9.0),
    "along the top": (0.0, 1.0, 13.0),
    "from two sides at once": (0.6, 0.8, 14.0),
    "along the right": (-1.0, 0.0, -288.0),
    "along the bottom": (0.0, -1.0, -190.0),
    "aslant": (-0.8, -0.6, -342.0),
}


@pytest.mark.parametrize("dark", [0.15, 0.4])
@pytest.mark.parametrize("soft", [0.2, 2.0])
@pytest.mark.parametrize("side", SHADOWS)
def test_a_marker_in_the_shadow_of_the_rim_is_seen_and_is_no_die(side: str, dark: float, soft: float) -> None:
    reading = READER.read(in_shadow(draw_tray(DICE), TRAY, SHADOWS[side], dark, soft))
    assert sorted(die.value or 0 for die in reading.dice) == [2, 3, 5]
    assert reading.problems == ()


@pytest.mark.parametrize("margin", [1.5, 2.5, 3.5])
def test_a_marker_in_shadow_is_known_however_wide_its_margin(margin: float) -> None:
    picture = in_shadow(draw_tray(margin=margin), TRAY, (0.8, 0.6, 14.0), 0.2)
    marks = marks_in_place(grey_of(picture), MARKED)
    assert [mark.seen for mark in marks] == [True] * 4
    assert max(mark.moved for mark in marks) < 0.7


@pytest.mark.parametrize(("body", "pips"), [(IVORY, NAVY), (WHITE, RED), (NAVY, GOLD), (RED, WHITE)])
@pytest.mark.parametrize("places", [((10.0, 10.0), (287.0, 187.0)), ((12.0, 188.0), (290.0, 12.0))])
def test_a_die_on_a_marker_is_read_and_nothing_is_wrong_with_that(
    body: Colour, pips: Colour, places: tuple[tuple[float, float], ...]
) -> None:
    reading = READER.read(draw_tray([*DICE, *(DrawnDie(5, *at, body=body, pips=pips) for at in places)]))
    assert sorted(die.value or 0 for die in reading.dice) == [2, 3, 5, 5, 5]
    assert reading.problems == ()


def test_what_is_left_of_a_marker_under_a_coin_is_no_die() -> None:
    picture = draw_tray(DICE)
    [(x, y)] = TRAY.to_px([(291.0, 4.0)])
    cv2.circle(picture, (round(x), round(y)), 20, (70, 120, 150), -1, cv2.LINE_AA)
    assert sorted(die.value or 0 for die in READER.read(picture).dice) == [2, 3, 5]


@pytest.mark.parametrize("at", [(10.0, 10.0), (290.0, 10.0), (290.0, 190.0), (10.0, 190.0)])
def test_a_marker_under_a_coin_is_said_to_be_covered(at: tuple[float, float]) -> None:
    picture = draw_tray(DICE, felt=BLUE_FELT)
    [(x, y)] = TRAY.to_px([at])
    cv2.circle(picture, (round(x), round(y)), 24, (70, 120, 150), -1, cv2.LINE_AA)
    assert READER.read(picture).named == {Problem.MARKER_COVERED}


@pytest.mark.parametrize("value", range(1, 7))
def test_the_print_does_not_show_where_a_die_lies_on_it(value: int) -> None:
    """Nor beside the marker; but in the half of it that a die leaves free."""
    picture = draw_tray([DrawnDie(value, 287, 187, 30), DrawnDie(value, 24, 10)])
    marks = marks_in_place(grey_of(picture), MARKED)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 8.0
    on_it, beside = square + TRAY.to_mm(TRAY.to_px([(287, 187)], 16))[0], square + np.array([150, 100])
    free, half_free = square + np.array([10, 190]), 0.6 * square + np.array([5, 10])
    shown = shows_print(marks, np.stack([on_it, beside, free, half_free]))
    assert shown.tolist() == [False, False, True, True]
