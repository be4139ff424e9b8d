"""Floors that are not plain: cork, drawn by code over the felt of drawn trays."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import INK, RED, WHITE, Colour, DrawnDie, Picture, draw_tray, grainy, overhead_tray
from tests.vision.spoilt import banded
from vision import Reader, Tray

TRAY = overhead_tray()
READER = Reader(Tray.from_corners(TRAY.corners_px, TRAY.frame, marked=True))
CORK: Colour = (190, 140, 90)
DICE = (
    DrawnDie(5, 120, 60, 20, body=WHITE),
    DrawnDie(2, 180, 120, 50, body=WHITE),
    DrawnDie(3, 240, 60, 70, body=RED, pips=WHITE),
)


def on_cork(dice: tuple[DrawnDie, ...], seed: int, cork: Colour = CORK) -> Picture:
    """A picture of dice on cork: grains of several sizes, and dark specks and patches of up to a die's size."""
    chance = np.random.default_rng(seed)
    bare, picture = draw_tray(felt=cork, noise=0), draw_tray(dice, felt=cork, noise=0)
    width, height = TRAY.frame

    def cloud(grain: int) -> Picture:
        bumps = chance.standard_normal((height // grain, width // grain)).astype(np.float32)
        return np.asarray(cv2.resize(bumps, (width, height), interpolation=cv2.INTER_CUBIC))

    grains = 18 * cloud(6) + 12 * cloud(3) + 10 * cloud(16)
    specks = -90 * np.clip(cloud(5) - 1.1, 0, 1) - 110 * np.clip(cloud(11) - 1.5, 0, 1)
    floor = np.abs(bare.astype(int) - cork[::-1]).max(axis=2) < 25
    floor &= np.abs(picture.astype(int) - bare).max(axis=2) < 6
    light = picture + (1.2 * (grains + specks) * floor)[..., None] * (0.8, 0.95, 1.0)
    soft = cv2.GaussianBlur(np.clip(light, 0, 255), (0, 0), 0.6)
    return grainy(np.asarray(np.clip(soft, 0, 255), dtype=np.uint8), 3)


@pytest.mark.parametrize("seed", [0, 133, *(pytest.param(one, marks=pytest.mark.long) for one in (5, 7, 8, 153))])
def test_a_dark_patch_of_cork_is_no_die(seed: int) -> None:
    reading = READER.read(on_cork(DICE, seed))
    assert sorted(die.value or 0 for die in reading.dice) == [2, 3, 5]
    assert reading.problems == ()


@pytest.mark.parametrize(("seed", "cork"), [(3, (120, 85, 60)), (45, (150, 100, 60)), (61, (150, 100, 60))])
def test_no_patch_of_bare_cork_has_a_value(seed: int, cork: Colour) -> None:
    picture = on_cork((), seed, cork)
    assert [
        die.value for look in (picture, banded(picture, 5, 0.4)) for die in READER.read(look).dice if die.value
    ] == []


def test_a_patch_that_is_taken_for_a_die_is_doubtful() -> None:
    reading = READER.read(on_cork(DICE, 100))
    assert sorted(die.value or 0 for die in reading.dice) == [0, 2, 3, 5]
    assert reading.problems == ()


@pytest.mark.parametrize(("value", "read"), [(1, 1), (4, None), (5, 5)])
def test_a_die_of_nearly_the_colour_of_the_cork_is_not_taken_for_it(value: int, read: int | None) -> None:
    brown = DrawnDie(value, 150, 150, 30, body=(176, 128, 80), pips=INK)
    found = [die for die in READER.read(on_cork((*DICE, brown), 1)).dice if die.center_mm is not None]
    [die] = [die for die in found if np.hypot(*np.subtract(die.center_mm or (0, 0), (150, 150))) < 4]
    assert die.value == read
