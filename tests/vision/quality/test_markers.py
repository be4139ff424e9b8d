from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.recording.image_files import load_picture
from tests.vision.drawn import BLUE_FELT, FRAME, DrawnDie, draw_tray, overhead_tray
from vision import Reader, Tray, TraySize, find_tray
from vision.geometry.view import view_of
from vision.quality.markers import on_markers

STILLS = Path(__file__).parents[3] / "fixtures" / "stills"
ASLANT = Tray.from_corners([(310, 150), (960, 130), (990, 600), (280, 570)], FRAME)


def farthest(found: Tray | None, true: Tray) -> float:
    """How far the worst corner is from where it should be, in pixels."""
    assert found is not None
    return float(np.linalg.norm(np.array(found.corners_px) - np.array(true.corners_px), axis=1).max())


LARGER = TraySize(400, 300, 60, 24)


@pytest.mark.parametrize(
    ("tray", "drawn"),
    [
        (overhead_tray(), {"margin": 1.5}),
        (ASLANT, {"margin": 3.5}),
        (overhead_tray(LARGER, 650), {}),
        (overhead_tray(frame=(640, 360)), {}),
        (overhead_tray(), {"felt": BLUE_FELT, "light": 0.25}),
        (overhead_tray(), {"felt": BLUE_FELT, "light": 1.2}),
    ],
    ids=["narrow margins", "wide margins aslant", "a larger tray", "a small picture", "dusk", "daylight"],
)
def test_the_floor_is_found_by_its_markers(tray: Tray, drawn: dict[str, Any]) -> None:
    assert farthest(find_tray(draw_tray(tray=tray, **drawn), tray.size), tray) < 1.0


@pytest.mark.parametrize("seen", [(1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2), (0, 2), (0,), ()])
def test_three_markers_are_enough_and_two_are_not(seen: Sequence[int]) -> None:
    found = find_tray(draw_tray(markers=seen))
    assert (found is not None) == (len(seen) == 3)
    assert found is None or farthest(found, overhead_tray()) < 1.5


def test_markers_that_are_far_too_small_for_the_tray_are_none_of_its() -> None:
    assert find_tray(draw_tray(), TraySize(marker=60)) is None


@pytest.mark.parametrize("shape", [(1, 1, 3), (30, 2000, 3), (5, 5)])
def test_a_picture_of_nothing_holds_no_tray(shape: tuple[int, ...]) -> None:
    assert find_tray(np.zeros(shape, np.uint8)) is None


@pytest.mark.parametrize(("frame", "soft"), [((640, 360), 0.8), ((1280, 720), 1.6), ((2304, 1296), 2.0)])
def test_a_marker_is_known_in_a_view_however_coarse_or_soft(frame: tuple[int, int], soft: float) -> None:
    tray = overhead_tray(frame=frame)
    look = view_of(np.asarray(cv2.GaussianBlur(draw_tray((), tray), (0, 0), soft), dtype=np.uint8), tray)
    places = [(11.0, 11.0), (289.0, 11.0), (289.0, 189.0), (11.0, 189.0), (60.0, 60.0), (150.0, 11.0)]
    assert on_markers(look, tray, look.plane.to_view(np.array(places))).tolist() == [True] * 4 + [False] * 2


@pytest.mark.parametrize("quarters", [1, 2])
def test_a_marker_is_known_however_the_camera_is_turned(quarters: int) -> None:
    picture = np.ascontiguousarray(np.rot90(draw_tray(), quarters))
    tray = find_tray(picture)
    assert tray is not None
    look = view_of(picture, tray)
    middles = tray.to_px([(10.0, 10.0), (290.0, 10.0), (290.0, 190.0), (10.0, 190.0), (60.0, 60.0)])
    at = (middles - look.offset + 0.5) * look.factor - 0.5
    assert on_markers(look, tray, at).tolist() == [True] * 4 + [False]


def test_no_marker_in_sight_is_a_die() -> None:
    picture, _ = load_picture(STILLS / "clean" / "felt-burgundy-a-3.jpg")
    assert [die.value for die in Reader().read(picture).dice] == [1, 4]


def test_a_die_on_a_marker_hides_it() -> None:
    tray = overhead_tray()
    look = view_of(draw_tray([DrawnDie(3, 14, 14)], tray), tray)
    assert not on_markers(look, tray, look.plane.to_view(np.array([[14.0, 14.0]]))).any()


@pytest.mark.parametrize("place", [(24.0, 8.0), (14.0, 24.0), (276.0, 192.0)])
def test_a_small_die_beside_a_marker_is_read(place: tuple[float, float]) -> None:
    tray = overhead_tray()
    picture = draw_tray([DrawnDie(5, *place, size=10)], tray)
    assert [die.value for die in Reader(tray=tray).read(picture).dice] == [5]


def test_the_markers_of_a_small_soft_noisy_picture_are_found() -> None:
    tray = overhead_tray(frame=(640, 360))
    soft = cv2.GaussianBlur(draw_tray(tray=tray, light=0.6), (0, 0), 0.8)
    for seed in range(6):
        noisy = soft + np.random.default_rng(seed).normal(0, 3, soft.shape)
        assert farthest(find_tray(np.clip(noisy, 0, 255).astype(np.uint8)), tray) < 1.5
