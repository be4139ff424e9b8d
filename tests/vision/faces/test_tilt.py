"""Dice that lean or lie on another are told from those that lie flat, where the tray is known."""

from functools import cache
from itertools import count

import numpy as np
import pytest

from fixtures.training.examples import Slant, slants
from fixtures.training.library import some_sheet
from vision.faces import tilt
from vision.faces.tilt import tilt_planes, tilts
from vision.image.patch import PATCH


@cache
def slants_of(number: int) -> list[Slant]:
    """The dice of a drawn picture whose tray is known; none of any other."""
    sheet = some_sheet((77, number))
    return slants(sheet.picture, sheet.truths, np.random.default_rng(number))


def many() -> list[Slant]:
    return [slant for number in range(60) for slant in slants_of(number)]


def leaning_shares(some: list[Slant]) -> list[float]:
    told = tilts(np.stack([one.pixels for one in some]), np.stack([one.lean for one in some]))
    return [tilt.leaning for tilt in told]


def test_leaning_dice_are_told_from_flat_ones() -> None:
    """On drawn dice of any look in any light; many of these nobody could tell."""
    leaning = leaning_shares([one for one in many() if one.leaning == 1 and np.hypot(*one.slope) > 0.2])
    flat = leaning_shares([one for one in many() if one.leaning == 0 and not one.stacked])
    assert min(len(leaning), len(flat)) > 15
    assert np.mean(np.array(leaning) > 0.5) > 0.75
    assert np.mean(np.array(flat) > 0.95) < 0.04


def test_a_look_from_all_sides_is_the_same_from_any_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tilt, "_UNDOUBTED", 1e-9)
    one = next(slant for number in count() for slant in slants_of(number) if slant.leaning == 1)
    turned, lean = np.rot90(one.pixels), np.array([one.lean[1], -one.lean[0]])
    [here] = tilts(one.pixels[None], one.lean[None])
    [there] = tilts(np.ascontiguousarray(turned)[None], lean[None])
    assert there.leaning == pytest.approx(here.leaning, abs=1e-3)
    assert there.stacked == pytest.approx(here.stacked, abs=1e-3)


def test_the_outline_of_a_flat_die_reaches_towards_the_camera_s_foot() -> None:
    planes = tilt_planes(np.zeros((1, PATCH, PATCH, 3), np.uint8), np.array([[0.3, 0.0]]))[0]
    outline, half = planes[3], PATCH // 2
    assert (outline == 1).sum() == pytest.approx((PATCH / 1.8) ** 2, rel=0.12)
    assert (outline[half, :half] == 0.5).sum() > 4
    assert not (outline[half, half:] == 0.5).any()
    assert (planes[4] == np.float32(0.8)).all()


def test_no_dice_cost_nothing() -> None:
    assert tilts(np.zeros((0, PATCH, PATCH, 3), np.uint8), np.zeros((0, 2))) == []
