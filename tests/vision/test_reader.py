import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.drawn import (
    BLACK,
    BLUE_FELT,
    GOLD,
    GREEN_FELT,
    INK,
    IVORY,
    NAVY,
    RED,
    WHITE,
    Colour,
    DrawnDie,
    Picture,
    draw_table,
    draw_tray,
    overhead_tray,
)
from vision import Flag, Problem, Reader, Reading, Rest, Tray, Zone
from vision.errors import BadTray
from vision.scene.foreground import SOMETHING

TRAY = overhead_tray()
READER = Reader(TRAY)


def values(reading: Reading) -> list[int | None]:
    return [die.value for die in sorted(reading.dice, key=lambda die: die.center)]


def a_row(body: Colour = IVORY, pips: Colour = INK, size: float = 16.0, yaw: float = 0.0) -> list[DrawnDie]:
    """A one, a two, …, a six from left to right, each turned another way."""
    return [DrawnDie(v, 50 + 38 * v, 100, yaw + 17 * v, size, body, pips) for v in range(1, 7)]


ASKEW = Tray.from_corners([(310, 150), (960, 130), (990, 600), (280, 570)], (1280, 720))


@pytest.mark.parametrize(
    ("body", "pips", "felt", "size", "tray"),
    [
        (IVORY, INK, GREEN_FELT, 12.0, TRAY),
        (WHITE, BLACK, BLUE_FELT, 22.0, TRAY),
        (RED, WHITE, GREEN_FELT, 16.0, ASKEW),
        (BLACK, RED, BLUE_FELT, 16.0, overhead_tray(frame=(640, 360))),
        (NAVY, GOLD, GREEN_FELT, 16.0, overhead_tray(frame=(2304, 1296))),
        (GOLD, INK, BLUE_FELT, 16.0, TRAY),
        (IVORY, RED, GREEN_FELT, 16.0, TRAY),
    ],
    ids=["small dice", "large dice", "askew", "a small picture", "a large picture", "gold", "red pips"],
)
def test_all_values_are_read_and_measured(body: Colour, pips: Colour, felt: Colour, size: float, tray: Tray) -> None:
    reading = Reader(tray).read(draw_tray(a_row(body, pips, size), tray, felt=felt))
    assert values(reading) == [1, 2, 3, 4, 5, 6]
    assert [die.size_mm for die in reading.dice] == pytest.approx(
        [size] * 6, rel=0.1 if tray.frame == TRAY.frame else 0.2
    )
    for die in reading.dice:
        assert die.value
        assert die.center_mm == pytest.approx((50 + 38 * die.value, 100), abs=1)


@pytest.mark.parametrize("yaw", [0.0, 20.0, 45.0, 78.0])
def test_the_turn_of_a_die_changes_nothing_but_its_yaw(yaw: float) -> None:
    reading = READER.read(draw_tray(a_row(yaw=yaw)))
    assert values(reading) == [1, 2, 3, 4, 5, 6]
    for die in reading.dice:
        assert die.value is not None
        turned = (die.yaw - yaw - 17 * die.value) % 90
        assert min(turned, 90 - turned) < (6 if die.value == 1 else 1.5)


@pytest.mark.parametrize("columns", [0.6, 1.0])
def test_the_columns_of_a_six_may_stand_close_together_or_wide_apart(columns: float) -> None:
    six = DrawnDie(6, 150, 100, 20, six_columns=columns)
    reading = READER.read(draw_tray([six]))
    assert values(reading) == [6] or (columns < 0.7 and (values(reading) == [None] or reading.things))


@pytest.mark.parametrize(("x", "y"), [(12, 12), (288, 188), (45, 60)])
def test_a_die_s_place_is_that_of_its_foot(x: float, y: float) -> None:
    [die] = READER.read(draw_tray([DrawnDie(5, x, y, 30)], markers=())).dice
    assert die.value == 5
    assert die.center_mm == pytest.approx((x, y), abs=0.7)
    assert die.zone is (Zone.RAIL if x < 50 else Zone.ROLLING)


def test_a_die_beyond_the_rim_lies_outside_and_has_no_value() -> None:
    [die] = READER.read(draw_tray([DrawnDie(5, 308, 100)])).dice
    assert (die.value, die.zone, die.doubt) == (None, Zone.OUTSIDE, "on the rim or outside")


def test_dice_that_touch_are_read_apart_and_said_to_touch() -> None:
    dice = [DrawnDie(4, 150, 100), DrawnDie(6, 166.3, 100), DrawnDie(2, 158, 116.3), DrawnDie(3, 220, 60)]
    reading = READER.read(draw_tray(dice))
    assert sorted(values(reading), key=str) == [2, 3, 4, 6]
    touching = {die.value for die in reading.dice if Flag.TOUCHING in die.flags}
    assert touching == {2, 4, 6}


def test_a_die_s_colours_are_those_it_has() -> None:
    [die] = READER.read(draw_tray([DrawnDie(5, 150, 100, body=RED, pips=WHITE)])).dice
    assert die.body == pytest.approx(RED, abs=20)
    assert die.pips == pytest.approx(WHITE, abs=45)


def test_the_corners_go_round_the_upper_face() -> None:
    [die] = READER.read(draw_tray([DrawnDie(6, 200, 60, 25)])).dice
    angle = math.radians(25)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    true = TRAY.to_px(np.array([(-8, -8), (8, -8), (8, 8), (-8, 8)]) @ turn + (200, 60), 16)
    for corner in die.corners:
        assert np.linalg.norm(true - corner, axis=1).min() < 1.5
    sides = [math.dist(a, b) for a, b in zip(die.corners, die.corners[1:], strict=False)]
    assert max(sides) < 1.1 * min(sides)


def test_an_empty_tray_is_empty_its_markers_are_no_dice() -> None:
    assert READER.read(draw_tray()) == Reading(Rest.EMPTY)


@pytest.mark.parametrize(("body", "pips", "size"), [(IVORY, INK, 28.0), (NAVY, GOLD, 90.0)])
def test_without_a_tray_the_dice_themselves_give_the_scale(body: Colour, pips: Colour, size: float) -> None:
    step = 1.7 * size
    dice = [DrawnDie(v, step * v, 120, 13 * v, size, body, pips) for v in range(1, 7)]
    reading = Reader().read(draw_table(dice, (round(7 * step), 240)))
    assert values(reading) == [1, 2, 3, 4, 5, 6]
    assert all(die.center_mm is None and die.size_mm is None and die.zone is Zone.ROLLING for die in reading.dice)


def spoilt(picture: Picture, x: float, y: float, colour: Colour, radius: float) -> Picture:
    """The picture with a round blot at (x, y) mm of the upper faces' height."""
    copy = picture.copy()
    [(u, v)] = TRAY.to_px([(x, y)], 16)
    place = (round(u * 16), round(v * 16))
    cv2.circle(copy, place, round(radius / TRAY.mm_per_px * 16), colour[::-1], -1, cv2.LINE_AA, 4)
    return copy


@pytest.mark.parametrize(
    ("value", "at", "radius", "more"),
    [
        *((value, (150.0, 95.8), 1.3, 0) for value in range(1, 6)),
        *((value, (150.0, 100.0), 1.0, 1) for value in (2, 4)),
    ],
)
def test_a_speck_beside_the_pips_is_none_and_in_the_midst_of_an_even_face_a_doubt(
    value: int, at: tuple[float, float], radius: float, more: int
) -> None:
    picture = draw_tray([DrawnDie(value, 150, 100)])
    read = values(READER.read(spoilt(picture, *at, INK, radius)))
    assert read in ([value + more], [None]) or (more and read == [])


GLARE, THUMB_MARK = (255, 255, 255), (120, 110, 95)


@pytest.mark.parametrize(
    ("value", "at", "blot"),
    [
        (2, (145.8, 95.8), GLARE),
        (3, (150, 100), THUMB_MARK),
        (4, (145.8, 104.2), GLARE),
        (5, (150, 100), GLARE),
        (5, (154.2, 104.2), THUMB_MARK),
        (6, (153.7, 100), GLARE),
        (6, (153.7, 100), THUMB_MARK),
    ],
)
def test_a_pip_that_is_covered_is_never_read_as_missing(value: int, at: tuple[float, float], blot: Colour) -> None:
    picture = draw_tray([DrawnDie(value, 150, 100)])
    read = [die.value for die in READER.read(spoilt(picture, *at, blot, 2.2)).dice]
    assert read in ([], [None], [value])


def test_a_die_at_the_picture_s_edge_is_not_read_by_half() -> None:
    picture = draw_tray([DrawnDie(6, 150, 100, 10)])
    [(x, _)] = TRAY.to_px([(150, 100)], 16)
    cut = np.ascontiguousarray(picture[:, : round(x) + 4])
    assert not any(die.value for die in Reader().read(cut).dice)


@pytest.mark.parametrize(("value", "yaw"), [(1, 35.0), (4, 0.0), (6, 35.0)])
def test_a_die_of_which_a_strip_lies_outside_the_picture_is_read_right_or_not_at_all(value: int, yaw: float) -> None:
    picture = draw_table([DrawnDie(value, 100, 100, yaw, 50), DrawnDie(5, 200, 100, 20, 50)], (300, 200))
    left = {strip: round(100 - 35 + strip * 70) if yaw else round(100 - 25 + strip * 50) for strip in (0.06, 0.2, 0.5)}
    for strip, column in left.items():
        read = values(Reader().read(np.ascontiguousarray(picture[:, column:])))
        assert read in ([value, 5], [None, 5], [5])
        assert strip > 0.1 or read == [value, 5]


def test_a_hand_over_the_tray_hides_the_dice() -> None:
    picture = draw_tray([DrawnDie(5, 100, 100)])
    arm = TRAY.to_px([(180, 230), (180, 90), (240, 90), (250, 230)]).astype(np.int32)
    cv2.fillConvexPoly(picture, arm, (120, 150, 205), cv2.LINE_AA)
    reading = READER.read(picture)
    assert (reading.rest, reading.dice) == (Rest.OBSTRUCTED, ())
    assert reading.problems


@pytest.mark.parametrize(
    ("colour", "left"),
    [((60, 40, 160), 80), ((2, 3, 2), 140)],
    ids=["a purse at the lip", "a dark telephone in the middle"],
)
def test_something_large_that_is_no_die_is_reported(colour: Colour, left: int) -> None:
    tray = replace(TRAY, size=replace(TRAY.size, rail=75))
    picture = draw_tray([DrawnDie(5, 40, 100)])
    purse = TRAY.to_px([(left, 50), (left + 80, 50), (left + 80, 140), (left, 140)]).astype(np.int32)
    cv2.fillConvexPoly(picture, purse, colour, cv2.LINE_AA)
    reading = Reader(tray).read(picture)
    assert values(reading) == [5]
    assert reading.problems == ("Something on the tray isn’t a die: remove it.",)
    (thing,) = reading.things
    assert np.abs(np.array(thing.corners_mm).min(axis=0) - (left, 50)).max() < 2
    assert np.abs(np.array(thing.corners_mm).max(axis=0) - (left + 80, 140)).max() < 2
    assert thing.area == pytest.approx(80 * 90, rel=0.05)


def test_a_deep_shadow_is_no_thing() -> None:
    picture = draw_tray([DrawnDie(5, 40, 100)])
    corners = TRAY.to_px([(140, 50), (220, 50), (220, 140), (140, 140)]).astype(np.int32)
    shade = cv2.fillConvexPoly(np.ones(picture.shape[:2], np.float32), corners, 0.15)[..., None]
    reading = READER.read((picture * shade).astype(np.uint8))
    assert (values(reading), reading.problems, reading.things) == ([5], (), ())


@pytest.mark.parametrize("body", [(90, 150, 200), (40, 60, 190)], ids=["wooden", "red"])
def test_a_thing_of_a_die_s_size_without_pips_is_reported_beside_dice_that_are_read(body: Colour) -> None:
    blank = DrawnDie(5, 210, 120, 30, body=body, pips=body)
    for thing in (True, False):
        reading = READER.read(draw_tray(a_row() + [blank] * thing))
        told = values(reading), reading.problems, len(reading.things)
        assert told == ([1, 2, 3, 4, 5, 6], (SOMETHING,) * thing, thing)


def test_a_thing_of_a_die_s_size_is_reported_on_an_otherwise_empty_tray() -> None:
    reading = READER.read(spoilt(draw_tray(), 150, 100, (190, 150, 80), 11))
    assert (reading.rest, reading.dice, reading.problems) == (Rest.EMPTY, (), (SOMETHING,))
    assert len(reading.things) == 1


def test_all_things_have_outlines_where_the_problem_speaks_of_a_large_one() -> None:
    picture = spoilt(draw_tray([DrawnDie(5, 80, 100)]), 110, 160, (190, 150, 80), 11)
    purse = TRAY.to_px([(140, 50), (220, 50), (220, 140), (140, 140)]).astype(np.int32)
    cv2.fillConvexPoly(picture, purse, (60, 40, 160), cv2.LINE_AA)
    large, coin = READER.read(picture).things
    assert large.area > 2500 > coin.area
    assert np.abs(np.array(coin.corners_mm).mean(axis=0) - (110, 160)).max() < 3


@pytest.mark.parametrize(("x", "told"), [(220, True), (150, False)], ids=["away from it", "under it"])
def test_a_thing_is_reported_beside_dice_in_doubt_unless_it_may_be_a_side_of_one(x: float, told: bool) -> None:
    picture = spoilt(draw_tray([DrawnDie(6, 150, 100)]), 150, 100, INK, 1.5)
    side = TRAY.to_px([(x - 5, 108), (x + 5, 108), (x + 5, 117), (x - 5, 117)]).astype(np.int32)
    cv2.fillConvexPoly(picture, side, (90, 150, 200), cv2.LINE_AA)
    reading = READER.read(picture)
    assert (values(reading), SOMETHING in reading.problems, len(reading.things)) == ([None], told, int(told))


SPOTTED = tuple((x, y, (110, 100, 90), 2.0) for x, y in ((147, 98), (152.5, 96), (149, 103), (154, 102)))


@pytest.mark.parametrize(
    ("die", "blots", "shown"),
    [
        (DrawnDie(6, 150, 100), ((150, 100, INK, 1.5),), True),
        (DrawnDie(4, 150, 100, 20), SPOTTED, True),
        (DrawnDie(4, 150, 100, body=(120, 118, 116), pips=(127, 125, 123)), (), False),
        (DrawnDie(4, 150, 100, size=33), (), False),
    ],
    ids=["seven pips", "other spots", "too little contrast", "wider than any die"],
)
def test_what_is_no_face_of_a_die_has_no_value(
    die: DrawnDie, blots: tuple[tuple[float, float, Colour, float], ...], shown: bool
) -> None:
    picture = draw_tray([die])
    for x, y, colour, radius in blots:
        picture = spoilt(picture, x, y, colour, radius)
    read = values(READER.read(picture))
    assert read == [None] or (not shown and read == [])


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 1), (2, 300, 3), (40, 3)])
def test_the_smallest_pictures_hold_nothing(shape: tuple[int, ...]) -> None:
    assert Reader().read(np.full(shape, 200, np.uint8)) == Reading(Rest.EMPTY)


@pytest.mark.parametrize("colour", [0, 127, 255])
def test_a_picture_of_one_colour_holds_nothing_and_that_is_reported(colour: int) -> None:
    for reader, shape in ((Reader(), (240, 320, 3)), (READER, (720, 1280, 3))):
        reading = reader.read(np.full(shape, colour, np.uint8))
        assert reading.dice == ()
        assert reading.problems


def test_no_die_is_read_in_noise_or_a_picture_full_of_spots() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (240, 320, 3), dtype=np.uint8)
    assert not any(values(Reader().read(noise)))
    spots = np.full((720, 1280, 3), 200, np.uint8)
    for x in range(8, 1280, 18):
        for y in range(8, 720, 18):
            cv2.circle(spots, (x, y), 4, (30, 30, 30), -1, cv2.LINE_AA)
    for reader in (Reader(), READER):
        assert not any(die.value for die in reader.read(spots).dice)


def test_grey_alpha_and_16_bit_pictures_are_read_too() -> None:
    picture = draw_tray([DrawnDie(5, 150, 100)])
    kinds: Sequence[np.ndarray] = (
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY),
        cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA),
        picture.astype(np.uint16) << 8,
    )
    assert [values(READER.read(kind)) for kind in kinds] == [[5], [5], [5]]


def test_no_die_of_a_picture_that_is_too_dark_has_a_value() -> None:
    dark = draw_tray([DrawnDie(5, 150, 100, body=WHITE)], light=0.01, noise=0.5)
    reading = READER.read(dark)
    assert reading.named == {Problem.TOO_DARK}
    assert reading.rest is Rest.OBSTRUCTED
    assert all(die.value is None and die.doubt == "the picture: too dark" for die in reading.dice)


def test_a_picture_of_another_shape_than_the_tray_s_is_refused() -> None:
    with pytest.raises(BadTray):
        READER.read(np.zeros((480, 640, 3), np.uint8))


def test_a_read_die_has_a_confidence_and_a_doubtful_one_none() -> None:
    picture = draw_tray([DrawnDie(5, 100, 100), DrawnDie(5, 200, 100)])
    covered = spoilt(picture, 204.2, 104.2, (255, 255, 255), 2.2)
    sure, doubtful = sorted(READER.read(covered).dice, key=lambda die: die.center)
    assert 0.5 < sure.confidence <= 1
    assert sure.doubt is None
    assert (doubtful.value, doubtful.confidence) == (None, 0.0)
