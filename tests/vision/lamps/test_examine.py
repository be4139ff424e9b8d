"""Dice that lean lose their value, flat ones keep it, and none ever gets one."""

import math
from dataclasses import replace

import pytest

from tests.vision.drawn import IVORY, NAVY, RED, DrawnDie
from tests.vision.lamps.lit import TRAY, lit, maps
from vision import Die, Flag, LampPictures, LampSide, Reader, Reading, Rest
from vision.lamps.examine import examine, findings, measured_slope
from vision.lamps.model import model_of

THROW = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50, body=RED, pips=IVORY), DrawnDie(3, 240, 60, 70)]
PLACES = [(150.0, 100.0), (70.0, 40.0), (250.0, 160.0), (270.0, 30.0)]


def true_die(die: DrawnDie) -> Die:
    """A die as a reader without error sees it."""
    c, s = math.cos(math.radians(die.yaw)), math.sin(math.radians(die.yaw))
    half = die.size / 2
    ring = [(-half, -half), (half, -half), (half, half), (-half, half)]
    corners = TRAY.to_px([(die.x + x * c - y * s, die.y + x * s + y * c) for x, y in ring], die.size)
    a, b, d, e = ((float(x), float(y)) for x, y in corners)
    [center] = TRAY.to_px([(die.x, die.y)], die.size).tolist()
    place = (die.x, die.y)
    return Die(die.value, 0.9, tuple(center), (a, b, d, e), die.yaw, center_mm=place, size_mm=die.size)


def reading(*dice: DrawnDie) -> Reading:
    return Reading(Rest.SETTLED, tuple(true_die(die) for die in dice))


def slope(degrees: float, towards: float) -> tuple[float, float]:
    tangent = math.tan(math.radians(degrees))
    return tangent * math.cos(math.radians(towards)), tangent * math.sin(math.radians(towards))


LEANING = lit(THROW, slopes={1: slope(5, 30)})
"""The second die leans."""


@pytest.mark.parametrize(
    ("place", "degrees", "towards"),
    [
        (PLACES[0], 0.0, 0.0),
        (PLACES[1], 0.0, 0.0),
        (PLACES[1], 3.0, 200.0),
        (PLACES[2], 5.0, -40.0),
        (PLACES[3], 15, 80),
    ],
)
def test_the_lean_of_a_matt_die_is_measured_to_half_a_degree(
    place: tuple[float, float], degrees: float, towards: float
) -> None:
    die = DrawnDie(4, *place, 33)
    pictures = lit([die], slopes={0: slope(degrees, towards)})
    found = measured_slope(true_die(die), pictures, model_of(maps()), TRAY)
    assert found is not None
    away = math.hypot(found.x - slope(degrees, towards)[0], found.y - slope(degrees, towards)[1])
    assert math.degrees(away) < 0.5 + 0.05 * degrees
    assert degrees < 5 or abs((found.towards - towards + 180) % 360 - 180) < 10


def test_a_die_that_leans_by_five_degrees_loses_its_value_and_the_others_keep_theirs() -> None:
    told = examine(reading(*THROW), LEANING, maps(), TRAY)
    assert [die.value for die in told.dice] == [5, None, 3]
    assert told.dice[1].flags == {Flag.COCKED}
    assert told.dice[1].doubt == "not flat"
    assert told.dice[0] == reading(*THROW).dice[0]


@pytest.mark.parametrize("room", [0.0, 0.4])
def test_the_light_of_the_room_changes_nothing(room: float) -> None:
    pictures = lit([replace(die, body=NAVY, pips=IVORY) for die in THROW], room=room, slopes={2: slope(6, 120)})
    told = examine(reading(*THROW), pictures, maps(), TRAY)
    assert [die.value for die in told.dice] == [5, 2, None]


def test_a_broken_lamp_is_done_without() -> None:
    broken = (LampSide.RIGHT,)
    pictures = lit(THROW, broken=broken, slopes={0: slope(9, 10)})
    told = examine(reading(*THROW), pictures, maps(broken), TRAY)
    assert [die.value for die in told.dice] == [None, 2, 3]


def test_two_lamps_say_nothing() -> None:
    two = LampPictures(LEANING.base, {side: LEANING.lamps[side] for side in (LampSide.LEFT, LampSide.FAR)})
    assert findings(reading(*THROW), two, maps(), TRAY) == ()


def test_a_die_without_a_value_gets_none() -> None:
    doubtful = replace(true_die(THROW[0]), value=None, doubt="glare")
    [die] = examine(Reading(Rest.SETTLED, (doubtful,)), LEANING, maps(), TRAY).dice
    assert die == doubtful


def test_a_spot_of_glare_that_makes_a_four_a_five_takes_the_value_away() -> None:
    die = DrawnDie(4, 100, 60, 0, body=RED, pips=IVORY)
    pictures = lit([die], glare={LampSide.LEFT: (100, 60)})
    five = replace(true_die(die), value=5)
    [told] = examine(Reading(Rest.SETTLED, (five,)), pictures, maps(), TRAY).dice
    assert told.value is None
    [kept] = examine(Reading(Rest.SETTLED, (true_die(die),)), pictures, maps(), TRAY).dice
    assert kept.value == 4


@pytest.mark.parametrize("level", [15, 30])
def test_noise_on_a_dark_die_is_not_counted_as_pips(level: int) -> None:
    die = DrawnDie(4, 100, 60, 0, body=(level, level, level), pips=IVORY)
    [told] = examine(reading(die), lit([die], room=1.0), maps(), TRAY).dice
    assert told == true_die(die)


def test_dice_are_examined_in_pictures_as_they_are_read() -> None:
    told = examine(Reader(TRAY).read(LEANING.base), LEANING, maps(), TRAY)
    assert [die.value for die in sorted(told.dice, key=lambda die: die.center)] == [5, None, 3]
