import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.drawn import overhead_tray
from vision import Lens, Tray, TraySize, Zone
from vision.errors import BadTray

TRAY = overhead_tray()

ASLANT = Tray.from_corners([(310, 150), (960, 130), (990, 600), (280, 570)], (1280, 720))
"""A tray under a camera that hangs askew."""


@pytest.mark.parametrize("tray", [TRAY, ASLANT], ids=["overhead", "aslant"])
@given(x=st.floats(0, 300), y=st.floats(0, 200), height=st.floats(0, 40))
def test_millimetres_come_back_from_pixels_at_any_height(tray: Tray, x: float, y: float, height: float) -> None:
    assert tray.to_mm(tray.to_px([(x, y)], height), height)[0] == pytest.approx((x, y), abs=1e-6)
    assert tray.to_px(tray.size.corners) == pytest.approx(np.array(tray.corners_px))


def test_a_camera_straight_above_is_found_at_its_height() -> None:
    assert TRAY.camera_mm == pytest.approx((150, 100, 450), abs=1e-3)
    assert TRAY.mm_per_px == pytest.approx(450 * 2 * math.tan(math.radians(33)) / 1280)


def test_the_plane_nearest_to_a_lens_is_off_by_less_than_a_millimetre_and_without_a_bend_by_nothing() -> None:
    places = [(x, y) for x in range(0, 301, 30) for y in range(0, 201, 20)]
    for lens, most in ((Lens(), 1.0), (Lens(bend=0.0), 1e-6)):
        tray = overhead_tray(lens=lens)
        flat = np.array(places) @ tray.plane(16)[:, :2].T + tray.plane(16)[:, 2]
        apart = np.linalg.norm(flat[:, :2] / flat[:, 2:] - tray.to_px(places, 16), axis=1)
        assert apart.max() * tray.mm_per_px < most


def test_the_wrong_bend_costs_little_between_corners_that_are_right() -> None:
    true, guessed = (overhead_tray(lens=Lens(bend=bend)) for bend in (-0.05, -0.03))
    guessed = replace(guessed, corners_px=true.corners_px)
    places = [(x, y) for x in range(0, 301, 30) for y in range(0, 201, 20)]
    assert np.linalg.norm(guessed.to_mm(true.to_px(places)) - places, axis=1).max() < 0.5


def test_what_is_higher_looks_farther_from_the_middle() -> None:
    tray = overhead_tray(lens=Lens(bend=0.0))
    foot, top = tray.to_px([(290, 100)]), tray.to_px([(290, 100)], 16)
    shift = (top - foot)[0] * tray.mm_per_px
    assert shift == pytest.approx((140 * 16 / (450 - 16), 0), abs=1e-6)


def test_the_same_tray_in_a_larger_picture_of_the_same_camera() -> None:
    larger = TRAY.for_frame(2560, 1440)
    assert larger.camera_mm == pytest.approx(TRAY.camera_mm, abs=1e-3)
    assert larger.mm_per_px == pytest.approx(TRAY.mm_per_px / 2)
    assert TRAY.for_frame(1280, 720) is TRAY
    with pytest.raises(BadTray, match="find the tray again"):
        TRAY.for_frame(640, 480)


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (100, 0), (100, 80)],
        [(0, 0), (100, 0), (0, 80), (100, 80)],
        [(0, 0), (0, 80), (100, 80), (100, 0)],
        [(0, 0), (100, 0), (30, 20), (0, 80)],
        [(0, 0), (100, 0), (100, math.nan), (0, 80)],
        [(5, 5), (5, 5), (5, 5), (5, 5)],
    ],
    ids=["three", "crossed", "the other way round", "dented", "nowhere", "one point"],
)
def test_corners_that_outline_no_tray_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(BadTray):
        Tray.from_corners(corners, (1280, 720))


@pytest.mark.parametrize(
    ("x", "y", "zone"),
    [
        (0, 0, Zone.RAIL),
        (49.9, 100, Zone.RAIL),
        (50, 100, Zone.ROLLING),
        (300, 200, Zone.ROLLING),
        (301, 100, Zone.OUTSIDE),
        (25, -1, Zone.OUTSIDE),
    ],
)
def test_zones_end_at_the_rail_s_line_and_at_the_rim(x: float, y: float, zone: Zone) -> None:
    assert TraySize().zone(x, y) is zone
    assert replace(TraySize(), rail=0.0).zone(1, 1) is Zone.ROLLING


@pytest.mark.parametrize(
    ("x", "y", "number"),
    [(5, 5, 0), (295, 19, 1), (285, 195, 2), (1, 181, 3), (21, 5, None), (5, 21, None), (-1, 5, None)],
)
def test_a_marker_is_in_each_corner_of_the_floor(x: float, y: float, number: int | None) -> None:
    assert TraySize().marker_at(x, y) == number
