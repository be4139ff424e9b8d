"""The empty tray's look, and what lies on it by comparison, whatever the light does."""

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
from vision import BadImage, EmptyTray, Tray
from vision.image import small

TRAY = overhead_tray()
EMPTY = draw_tray()
REFERENCE = EmptyTray.of(EMPTY, TRAY)
DICE = [
    DrawnDie(5, 100, 60, 20),
    DrawnDie(2, 180, 120, 50, body=BLACK, pips=IVORY),
    DrawnDie(3, 240, 60, body=RED, pips=IVORY),
]


def covered(foreground: np.ndarray, reference: EmptyTray = REFERENCE) -> float:
    """How much of the floor the foreground covers, in mm²."""
    return float(cv2.countNonZero(foreground)) * reference.mm**2


def share_at(foreground: np.ndarray, die: DrawnDie) -> float:
    """How much of a die's upper face is foreground."""
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


LIGHTS = [
    pytest.param(lambda picture: picture, id="the same light"),
    pytest.param(lambda picture: dimmed(picture, 0.4), id="dusk"),
    pytest.param(sideways, id="a lamp at one side"),
    pytest.param(tinted, id="a warmer lamp"),
]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("felt", [GREEN_FELT, BLUE_FELT, (120, 112, 100)], ids=["green", "blue", "grey"])
def test_dice_are_foreground_and_the_floor_is_not_whatever_the_light(light, felt: Colour) -> None:  # type: ignore[no-untyped-def]
    reference = EmptyTray.of(draw_tray(felt=felt), TRAY)
    assert covered(reference.foreground(light(draw_tray(felt=felt)))) < 20
    foreground = reference.foreground(light(draw_tray(DICE, felt=felt)))
    assert all(share_at(foreground, die) > 0.6 for die in DICE)
    assert covered(foreground) < 2.2 * sum(die.size**2 for die in DICE)


def test_a_shadow_is_none() -> None:
    shadow = EMPTY.copy()
    shadow[300:380, 500:700] = shadow[300:380, 500:700] * 0.6
    assert covered(REFERENCE.foreground(shadow)) < 60


def test_a_hand_on_tan_felt_is_foreground() -> None:
    felt, skin = (170, 130, 80), (225, 150, 130)
    reference = EmptyTray.of(draw_tray(felt=felt), TRAY)
    hand = draw_tray(felt=felt)
    cv2.ellipse(hand, (700, 480), (80, 180), 10, 0, 360, skin[::-1], -1)
    assert covered(reference.foreground(hand), reference) > 900


def test_markers_and_table_are_no_part_of_the_floor() -> None:
    assert covered(REFERENCE.foreground(draw_tray(felt=GREEN_FELT, light=0.9))) < 20
    table = EMPTY.copy()
    table[:, :280] = 220
    assert covered(REFERENCE.foreground(table)) < 20


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


def test_a_newer_picture_takes_its_share() -> None:
    lighter = np.clip(EMPTY.astype(int) + 40, 0, 255).astype(np.uint8)
    half = REFERENCE.updated(lighter, 0.5).colours.astype(int) - REFERENCE.colours
    assert np.median(half) == pytest.approx(20, abs=1)
    assert np.array_equal(REFERENCE.updated(lighter).colours, small(lighter))


def test_pictures_of_another_shape_are_refused() -> None:
    with pytest.raises(BadImage, match="learn the empty tray again"):
        REFERENCE.foreground(np.zeros((480, 640, 3), np.uint8))
    with pytest.raises(BadImage, match="learn the empty tray again"):
        REFERENCE.updated(np.zeros((480, 640, 3), np.uint8))
