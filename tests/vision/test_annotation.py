from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, Picture, draw_tray, overhead_tray
from vision import Die, Flag, Reader, Reading, Rest, ThingOutline, Zone, annotate
from vision.errors import BadImage

BRASS = np.array([75, 162, 201])
INK = np.array([38, 24, 16])
AMBER = np.array([30, 150, 255])
RED = np.array([60, 60, 220])
IVORY = np.array([225, 240, 245])
TRAY = overhead_tray()


def die(value: int | None, x: float = 400.0, y: float = 300.0, zone: Zone = Zone.ROLLING) -> Die:
    corners = ((x - 18, y - 18), (x + 18, y - 18), (x + 18, y + 18), (x - 18, y + 18))
    return Die(value, 0.9 if value else 0.0, (x, y), corners, 0.0, zone, doubt=None if value else "glare on its face")


def count(picture: Picture, colour: np.ndarray) -> int:
    return int((picture == colour).all(axis=2).sum())


def drawn(*dice: Die, size: tuple[int, int] = (1280, 720)) -> Picture:
    blank = np.zeros((size[1], size[0], 3), np.uint8)
    return annotate(blank, Reading(Rest.SETTLED, dice))


def test_a_read_die_is_drawn_in_brass_a_doubtful_one_in_amber_and_neither_over_the_face_of_a_neighbour() -> None:
    read, doubtful = drawn(die(5)), drawn(die(None))
    assert (count(read, BRASS) > 100, count(read, AMBER)) == (True, 0)
    assert (count(doubtful, AMBER) > 100, count(doubtful, BRASS)) == (True, 0)
    both = drawn(die(5, 400, 300), die(2, 400, 340))
    assert count(both[288:312, 388:412], BRASS) == 0


def test_the_picture_itself_is_left_alone() -> None:
    picture = draw_tray([DrawnDie(5, 150, 100)])
    before = picture.copy()
    shown = annotate(picture, Reader(TRAY).read(picture), TRAY)
    assert np.array_equal(picture, before)
    assert shown.shape == picture.shape
    assert not np.array_equal(shown, before)


@pytest.mark.parametrize(
    ("plain", "told"),
    [
        (die(5), replace(die(5), flags=frozenset({Flag.STACKED}))),
        (die(5), die(5, zone=Zone.OUTSIDE)),
        (replace(die(None), doubt=None), die(None)),
    ],
    ids=["flag", "outside", "doubt"],
)
def test_what_is_unusual_about_a_die_stands_beside_its_value(plain: Die, told: Die) -> None:
    assert (
        np.count_nonzero((drawn(told) == INK).all(axis=2)) > np.count_nonzero((drawn(plain) == INK).all(axis=2)) + 300
    )


def test_a_thing_has_a_dashed_red_outline_and_a_mark_beside_it() -> None:
    corners = ((300.0, 200.0), (500.0, 200.0), (500.0, 400.0), (300.0, 400.0))
    thing = ThingOutline(corners, corners, 900.0, "remove it")
    shown = annotate(np.zeros((720, 1280, 3), np.uint8), Reading(Rest.SETTLED, (), things=(thing,)))
    along = (shown[200, 300:500] == RED).all(axis=1)
    assert 0.2 < along.mean() < 0.8
    assert np.count_nonzero(np.diff(along.astype(int)) == 1) > 5
    assert not shown[220:380, 320:480].any()
    assert count(shown, IVORY) > 20


def test_problems_stand_close_above_each_other_at_the_bottom() -> None:
    problems = ("The light flickers.", "A die is cut off.", "Remove the coaster.")
    shown = annotate(np.zeros((720, 1280, 3), np.uint8), Reading(Rest.SETTLED, (), problems))
    rows = (shown == RED).all(axis=2).sum(axis=1) > 20
    ends = np.flatnonzero(np.diff(rows.astype(int)))
    top, *gaps, bottom = np.diff(ends)
    heights, between = [top, *gaps[1::2], bottom], gaps[::2]
    assert (len(heights), len(between)) == (3, 2)
    assert 0 < max(between) < min(heights) / 4
    assert 680 < ends[-1] < 720


def test_any_picture_can_be_drawn_into_and_what_is_none_is_refused() -> None:
    reading = Reading(Rest.SETTLED, (die(5, 2, 2),), ("a problem",))
    for shape in ((1, 1, 3), (3, 900, 3), (40, 30)):
        assert annotate(np.zeros(shape, np.uint8), reading).shape[:2] == shape[:2]
    with pytest.raises(BadImage):
        annotate(np.zeros((4, 4), np.float32), reading)
