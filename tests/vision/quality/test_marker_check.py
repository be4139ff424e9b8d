"""Markers in any light: in shadows drawn across the markers of drawn trays, under dice, and half under a coin."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import BLUE_FELT, GOLD, INK, IVORY, NAVY, RED, WHITE, Colour, DrawnDie, draw_tray, overhead_tray
from tests.vision.spoilt import in_shadow
from vision import Problem, Reader, Tray
from vision.image import grey_of
from vision.quality.marker_check import marks_in_place, shows_print

TRAY = overhead_tray()
MARKED = Tray.from_corners(TRAY.corners_px, TRAY.frame, marked=True)
READER = Reader(MARKED)
DICE = (DrawnDie(5, 120, 60, 20), DrawnDie(2, 180, 120, 50), DrawnDie(3, 240, 60, 70, body=RED))


@pytest.mark.parametrize(
    ("cut", "dark", "soft"),
    [
        ((1.0, 0.0, 9.0), 0.15, 0.2),
        ((0.0, 1.0, 13.0), 0.4, 2.0),
        ((0.6, 0.8, 14.0), 0.15, 2.0),
        ((-1.0, 0.0, -288.0), 0.4, 0.2),
        ((0.0, -1.0, -190.0), 0.15, 2.0),
        ((-0.8, -0.6, -342.0), 0.15, 0.2),
    ],
    ids=["along the left", "along the top", "from two sides", "along the right", "along the bottom", "aslant"],
)
def test_a_marker_in_the_shadow_of_the_rim_is_seen_and_is_no_die(
    cut: tuple[float, float, float], dark: float, soft: float
) -> None:
    reading = READER.read(in_shadow(draw_tray(DICE), TRAY, cut, dark, soft))
    assert sorted(die.value or 0 for die in reading.dice) == [2, 3, 5]
    assert reading.problems == ()


@pytest.mark.parametrize("margin", [1.5, 2.5, 3.5])
def test_a_marker_in_shadow_is_known_however_wide_its_margin(margin: float) -> None:
    picture = in_shadow(draw_tray(margin=margin), TRAY, (0.8, 0.6, 14.0), 0.2)
    marks = marks_in_place(grey_of(picture), MARKED)
    assert [mark.seen for mark in marks] == [True] * 4
    assert max(mark.moved for mark in marks) < 0.7


@pytest.mark.parametrize(
    ("body", "pips", "places"),
    [
        (IVORY, NAVY, ((10.0, 10.0), (287.0, 187.0))),
        (WHITE, RED, ((12.0, 188.0), (290.0, 12.0))),
        (NAVY, GOLD, ((10.0, 10.0), (287.0, 187.0))),
        (RED, WHITE, ((12.0, 188.0), (290.0, 12.0))),
    ],
)
def test_a_die_on_a_marker_is_read_and_nothing_is_wrong_with_that(
    body: Colour, pips: Colour, places: tuple[tuple[float, float], ...]
) -> None:
    reading = READER.read(draw_tray([*DICE, *(DrawnDie(5, *at, body=body, pips=pips) for at in places)]))
    assert sorted(die.value or 0 for die in reading.dice) == [2, 3, 5, 5, 5]
    assert reading.problems == ()


@pytest.mark.parametrize(
    ("at", "radius", "covered"), [((291.0, 4.0), 20, False), ((10.0, 10.0), 24, True), ((290.0, 190.0), 24, True)]
)
def test_a_marker_under_a_coin_is_said_to_be_covered_and_what_is_left_of_it_is_no_die(
    at: tuple[float, float], radius: int, covered: bool
) -> None:
    picture = draw_tray(DICE, felt=BLUE_FELT)
    [(x, y)] = TRAY.to_px([at])
    cv2.circle(picture, (round(x), round(y)), radius, (70, 120, 150), -1, cv2.LINE_AA)
    reading = READER.read(picture)
    if covered:
        assert reading.named == {Problem.MARKER_COVERED}
    else:
        assert sorted(die.value or 0 for die in reading.dice) == [2, 3, 5]


@pytest.mark.parametrize("value", [1, 6])
def test_the_print_does_not_show_where_a_die_lies_on_it(value: int) -> None:
    picture = draw_tray([DrawnDie(value, 287, 187, 30), DrawnDie(value, 24, 10)])
    marks = marks_in_place(grey_of(picture), MARKED)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 8.0
    on_it, beside = square + TRAY.to_mm(TRAY.to_px([(287, 187)], 16))[0], square + np.array([150, 100])
    free, half_free = square + np.array([10, 190]), 0.6 * square + np.array([5, 10])
    shown = shows_print(marks, np.stack([on_it, beside, free, half_free]))
    assert shown.tolist() == [False, False, True, True]


@pytest.mark.parametrize(
    ("value", "x", "y", "yaw", "body", "pips"),
    [(2, 19.6, 29.9, 39, IVORY, INK), (3, 17.1, 27.9, 40, NAVY, GOLD), (5, 7.5, 24.8, 76, WHITE, RED)],
)
def test_a_die_beside_a_marker_is_not_taken_for_its_print_by_a_few_places(
    value: int, x: float, y: float, yaw: float, body: Colour, pips: Colour
) -> None:
    marks = marks_in_place(grey_of(draw_tray([DrawnDie(value, x, y, yaw, body=body, pips=pips)])), MARKED)
    turn = np.radians(yaw)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 8.0
    square = square @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    assert not shows_print(marks, (square + TRAY.to_mm(TRAY.to_px([(x, y)], 16))[0])[None])[0]
