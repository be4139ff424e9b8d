"""The empty tray's look, and what lies on it by comparison, whatever the light does."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.drawn import (
    BLACK,
    BLUE_FELT,
    GREEN_FELT,
    IVORY,
    RED,
    Colour,
    DrawnDie,
    Picture,
    draw_tray,
    overhead_tray,
)
from tests.vision.spoilt import dimmed
from vision import BadImage, EmptyTray, Reader, Reading, Rest, Tray
from vision.faces.face import CORNERS
from vision.scene.empty_tray import with_foreign_objects
from vision.scene.foreground import SOMETHING

TRAY = overhead_tray()
EMPTY = draw_tray()
REFERENCE = EmptyTray.of(EMPTY, TRAY)
DICE = [
    DrawnDie(5, 100, 60, 20),
    DrawnDie(2, 180, 120, 50, body=BLACK, pips=IVORY),
    DrawnDie(3, 240, 60, body=RED, pips=IVORY),
]


def covered(foreground: np.ndarray, reference: EmptyTray = REFERENCE) -> float:
    return float(cv2.countNonZero(foreground)) * reference.mm**2


def share_at(foreground: np.ndarray, die: DrawnDie) -> float:
    factor = foreground.shape[1] / TRAY.frame[0]
    [(x, y)] = (TRAY.to_px([(die.x, die.y)], die.size) + 0.5) * factor - 0.5
    reach = round(0.35 * die.size / REFERENCE.mm)
    return float(
        (foreground[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1] > 0).mean()
    )


def sideways(picture: Picture) -> Picture:
    """Lit from the left, as by another lamp."""
    slope = np.linspace(1.3, 0.55, picture.shape[1])[None, :, None]
    return np.asarray(np.clip(picture * slope, 0, 255), dtype=np.uint8)


def tinted(picture: Picture) -> Picture:
    return np.asarray(np.clip(picture * (0.7, 0.9, 1.2), 0, 255), dtype=np.uint8)


def foreground_of(reference: EmptyTray, picture: Picture) -> Picture:
    """(h, w) uint8, 255 where something lies on the floor."""
    return reference._cleaned(reference._on_floor(*reference._changed(picture)))


LIGHTS = [
    pytest.param(lambda picture: picture, id="the same light"),
    pytest.param(lambda picture: dimmed(picture, 0.4), id="dusk"),
    pytest.param(sideways, id="a lamp at one side"),
    pytest.param(tinted, id="a warmer lamp"),
]


@pytest.mark.parametrize("felt", [GREEN_FELT, BLUE_FELT, (120, 112, 100)], ids=["green", "blue", "grey"])
@pytest.mark.parametrize("light", LIGHTS)
def test_dice_are_foreground_and_the_floor_is_not_whatever_the_light(light, felt: Colour) -> None:  # type: ignore[no-untyped-def]
    reference = EmptyTray.of(draw_tray(felt=felt), TRAY)
    assert covered(foreground_of(reference, light(draw_tray(felt=felt)))) < 20
    foreground = foreground_of(reference, light(draw_tray(DICE, felt=felt)))
    assert all(share_at(foreground, die) > 0.6 for die in DICE)
    assert covered(foreground) < 2.2 * sum(die.size**2 for die in DICE)


def test_a_shadow_is_none() -> None:
    shadow = EMPTY.copy()
    shadow[300:380, 500:700] = shadow[300:380, 500:700] * 0.6
    assert covered(foreground_of(REFERENCE, shadow)) < 60


def test_a_hand_on_tan_felt_is_foreground() -> None:
    felt, skin = (170, 130, 80), (225, 150, 130)
    reference = EmptyTray.of(draw_tray(felt=felt), TRAY)
    hand = draw_tray(felt=felt)
    cv2.ellipse(hand, (700, 480), (80, 180), 10, 0, 360, skin[::-1], -1)
    assert covered(foreground_of(reference, hand), reference) > 900


def test_markers_and_table_are_no_part_of_the_floor() -> None:
    assert covered(foreground_of(REFERENCE, draw_tray(felt=GREEN_FELT, light=0.9))) < 20
    table = EMPTY.copy()
    table[:, :280] = 220
    assert covered(foreground_of(REFERENCE, table)) < 20


def test_a_reference_is_kept_as_arrays_and_comes_back() -> None:
    again = EmptyTray.from_arrays(REFERENCE.to_arrays())
    assert again.tray == TRAY
    assert np.array_equal(again.colours, REFERENCE.colours)


@pytest.mark.parametrize(
    "damage",
    [
        {"colours": np.zeros((3, 3), np.uint8)},
        {"colours": np.zeros((90, 160, 3), np.uint8)},
        {"colours": np.zeros((180, 320, 3))},
        {"frame": np.array([1280])},
        {"frame": np.array([0, 0])},
        {"corners": np.zeros((4, 2))},
        {"corners": np.array(["a"])},
    ],
)
def test_damaged_arrays_are_refused(damage: dict[str, np.ndarray]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        EmptyTray.from_arrays({**REFERENCE.to_arrays(), **damage})
    with pytest.raises(BadImage):
        EmptyTray.from_arrays({})


def test_a_reference_fits_its_tray_until_that_is_moved() -> None:
    assert REFERENCE.fits(TRAY)
    assert REFERENCE.fits(TRAY.for_frame(2560, 1440))
    assert not REFERENCE.fits(Tray.from_corners([(x + 4, y) for x, y in TRAY.corners_px], TRAY.frame))
    assert not REFERENCE.fits(overhead_tray(frame=(640, 480)))
    assert not REFERENCE.fits(replace(TRAY, size=replace(TRAY.size, rail=75)))


def test_pictures_of_another_shape_are_refused() -> None:
    with pytest.raises(BadImage, match="learn the empty tray again"):
        foreground_of(REFERENCE, np.zeros((480, 640, 3), np.uint8))


TWO_DICE = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50, body=BLACK, pips=IVORY)]
PICTURE = draw_tray(TWO_DICE)
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
    printed = with_thing(22, 22, (40, 30, 200))
    reading = Reader(TRAY).read(printed)
    assert len(reading.things) == 1
    assert len(with_foreign_objects(reading, printed, REFERENCE).things) == 1
    empty = EmptyTray.of(printed, TRAY)
    assert with_foreign_objects(replace(reading, dice=()), printed, empty).things == ()
    dark = replace(READ, problems=("too dark",))
    assert with_foreign_objects(dark, printed, REFERENCE).things == ()


def test_what_the_empty_tray_shows_too_is_nothing() -> None:
    printed = with_thing(22, 22, (40, 30, 200))
    reading = Reader(TRAY).read(printed)
    assert reading.problems == (SOMETHING,)
    floor = draw_tray()
    changed = np.any(printed != PICTURE, axis=2)
    floor[changed] = printed[changed]
    assert with_foreign_objects(reading, printed, EmptyTray.of(floor, TRAY)).problems == ()


@pytest.mark.parametrize("light", LIGHTS)
def test_no_die_is_where_the_tray_is_as_it_was_empty(light) -> None:  # type: ignore[no-untyped-def]
    ghost, beyond = (
        replace(READ.dice[0], corners=tuple(TRAY.to_px(np.array(at) + 8 * np.array(CORNERS)).tolist()))
        for at in ((250, 160), (304, 100))
    )
    reading = replace(READ, dice=(ghost, *READ.dice, beyond))
    assert with_foreign_objects(reading, light(PICTURE), REFERENCE).dice == (*READ.dice, beyond)
    bare = with_foreign_objects(replace(READ, dice=(ghost,)), light(EMPTY), REFERENCE)
    assert (bare.rest, bare.dice, bare.problems) == (Rest.EMPTY, (), ())


def test_a_one_of_the_colour_of_the_floor_is_there_by_its_pip() -> None:
    picture = draw_tray([DrawnDie(1, 150, 100, body=GREEN_FELT, pips=IVORY)])
    die = replace(READ.dice[0], corners=tuple(TRAY.to_px(np.array((150, 100)) + 8 * np.array(CORNERS), 16).tolist()))
    assert with_foreign_objects(replace(READ, dice=(die,)), picture, REFERENCE).dice == (die,)


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
