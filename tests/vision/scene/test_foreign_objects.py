"""What lies on the tray and is no die that was read."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.drawn import BLACK, IVORY, DrawnDie, Picture, draw_tray, overhead_tray
from vision import EmptyTray, Reader, Reading, Rest
from vision.scene.empty_tray import with_foreign_objects
from vision.scene.foreground import SOMETHING

TRAY = overhead_tray()
REFERENCE = EmptyTray.of(draw_tray(), TRAY)
DICE = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50, body=BLACK, pips=IVORY)]
PICTURE = draw_tray(DICE)
READ = Reader(TRAY).read(PICTURE)


def with_thing(
    width: float, height: float, paint: tuple[int, int, int], at: tuple[float, float] = (240, 140)
) -> Picture:
    """The picture with a round thing of so many mm at a place in mm."""
    copy = PICTURE.copy()
    [(x, y)] = TRAY.to_px([at])
    axes = (round(width / 2 / TRAY.mm_per_px), round(height / 2 / TRAY.mm_per_px))
    cv2.ellipse(copy, (round(x), round(y)), axes, 0, 0, 360, paint, -1, cv2.LINE_AA)
    return copy


def test_dice_that_were_read_are_no_strangers() -> None:
    assert len(READ.dice) == 2
    assert with_foreign_objects(READ, PICTURE, REFERENCE) is READ


@pytest.mark.parametrize("paint", [(20, 20, 22), (80, 160, 200), (40, 30, 200)], ids=["black", "brass", "red"])
def test_a_coin_or_cap_is_reported_and_the_dice_keep_their_values(paint: tuple[int, int, int]) -> None:
    told = with_foreign_objects(READ, with_thing(22, 22, paint), REFERENCE)
    assert told.problems == (SOMETHING,)
    assert told.dice == READ.dice


def test_the_problem_comes_with_the_outline_of_the_thing() -> None:
    (thing,) = with_foreign_objects(READ, with_thing(22, 22, (20, 20, 22)), REFERENCE).things
    corners = np.array(thing.corners)
    assert np.abs((corners.min(axis=0) + corners.max(axis=0)) / 2 - TRAY.to_px([(240, 140)])).max() < 3
    away = np.linalg.norm(np.array(thing.corners_mm) - (240, 140), axis=1)
    assert away.min() > 9
    assert away.max() < 16
    assert 0.8 < thing.area / (np.pi * 11**2) < 1.5


def test_two_things_have_two_outlines_the_larger_first() -> None:
    both = with_thing(22, 22, (20, 20, 22))
    small = with_thing(14, 14, (20, 20, 22), (100, 150))
    changed = np.any(small != PICTURE, axis=2)
    both[changed] = small[changed]
    first, second = with_foreign_objects(READ, both, REFERENCE).things
    assert first.area > second.area > 60
    assert np.abs(np.array(second.corners_mm).mean(axis=0) - (100, 150)).max() < 3


def test_nothing_has_an_outline_that_is_no_problem() -> None:
    """The reader's outline of a print is dropped with its problem; things are not reported beside another problem."""
    printed = with_thing(22, 22, (40, 30, 200))
    reading = Reader(TRAY).read(printed)
    assert len(reading.things) == 1
    same = EmptyTray.of(draw_tray(), TRAY)
    assert len(with_foreign_objects(reading, printed, same).things) == 1
    empty = EmptyTray.of(printed, TRAY)
    assert with_foreign_objects(replace(reading, dice=()), printed, empty).things == ()
    dark = replace(READ, problems=("too dark",))
    assert with_foreign_objects(dark, printed, REFERENCE).things == ()


def test_what_the_empty_tray_shows_too_is_nothing() -> None:
    """A print on the felt: the reader, which does not know the empty tray, reports it."""
    printed = with_thing(22, 22, (40, 30, 200))
    reading = Reader(TRAY).read(printed)
    assert reading.problems == (SOMETHING,)
    floor = draw_tray()
    changed = np.any(printed != PICTURE, axis=2)
    floor[changed] = printed[changed]
    assert with_foreign_objects(reading, printed, EmptyTray.of(floor, TRAY)).problems == ()


def test_a_die_that_was_not_found_is_reported() -> None:
    assert with_foreign_objects(replace(READ, dice=READ.dice[:1]), PICTURE, REFERENCE).problems == (SOMETHING,)


@pytest.mark.parametrize(("width", "height"), [(5, 5), (40, 3)], ids=["lint", "a hair"])
def test_lint_is_nothing(width: float, height: float) -> None:
    assert with_foreign_objects(READ, with_thing(width, height, (230, 230, 230)), REFERENCE) is READ


def test_what_reaches_in_over_the_rim_obstructs() -> None:
    reach = with_thing(40, 160, (120, 150, 205), (200, 200))
    told = with_foreign_objects(READ, reach, REFERENCE)
    assert (told.rest, told.dice) == (Rest.OBSTRUCTED, ())
    assert told.problems


def test_another_light_is_no_stranger() -> None:
    sunset = np.clip(PICTURE * (0.4, 0.7, 1.3), 0, 255).astype(np.uint8)
    assert with_foreign_objects(READ, sunset, REFERENCE).problems == ()


@pytest.mark.parametrize("rest", [Rest.MOVING, Rest.OBSTRUCTED])
def test_while_the_tray_is_busy_nothing_is_reported(rest: Rest) -> None:
    assert with_foreign_objects(Reading(rest), with_thing(22, 22, (20, 20, 22)), REFERENCE) == Reading(rest)
