"""A face is cut out straightened, however it lies and however large it is."""

import cv2
import numpy as np
import pytest

from vision.geometry.patch import PATCH, REACH, all_round, along, straightened


def turned(half: float, degrees: float) -> np.ndarray:
    angle = np.radians(degrees)
    return half * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


@pytest.mark.parametrize(("half", "degrees"), [(9.0, 31.0), (24.0, 0.0), (90.0, 90.0)])
def test_a_face_fills_its_share_of_the_patch_however_it_lies(half: float, degrees: float) -> None:
    picture = np.zeros((500, 500, 3), np.uint8)
    at, axes = np.array([250.0, 240.0]), turned(half, degrees)
    corners = at + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ axes
    cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    patch = straightened(picture, at, axes)
    assert patch.shape == (PATCH, PATCH, 3)
    assert (patch[..., 0] > 127).mean() == pytest.approx(1 / REACH**2, abs=0.04)
    inner = round(PATCH / 2 - 0.85 * PATCH / 2 / REACH)
    assert patch[inner:-inner, inner:-inner].min() > 200


def test_the_texture_of_a_large_face_is_evened_out() -> None:
    grain = np.random.default_rng(1).integers(0, 256, (600, 600, 3), dtype=np.uint8)
    small = straightened(grain, np.array([300.0, 300.0]), turned(13.0, 20.0))
    large = straightened(grain, np.array([300.0, 300.0]), turned(140.0, 20.0))
    assert large.std() < 0.5 * small.std()


@pytest.mark.parametrize("at", [(0.0, 0.0), (-300.0, 50.0), (99.0, 99.0)])
def test_beyond_the_border_the_last_pixels_go_on(at: tuple[float, float]) -> None:
    patch = straightened(np.full((100, 100, 3), 70, np.uint8), np.array(at), turned(60.0, 10.0))
    assert (patch == 70).all()


def test_a_patch_from_all_sides_leans_as_it_is_turned() -> None:
    patch = np.zeros((PATCH, PATCH, 3), np.uint8)
    patch[2:8, -14:-8] = 255
    lean = np.array([0.4, -0.8])
    patches, leans = all_round(patch, lean)
    assert patches.shape == (8, PATCH, PATCH, 3)
    for one, way in zip(patches, leans, strict=True):
        rows, columns = np.nonzero(one[..., 0])
        towards = np.array([columns.mean(), rows.mean()]) - (PATCH - 1) / 2
        assert towards @ way / np.linalg.norm(towards) / np.linalg.norm(way) > 0.95
    few, few_leans = all_round(patch, lean, quarters=1)
    assert (few == patches[:2]).all()
    assert (few_leans == leans[:2]).all()


def test_right_and_down_in_the_patch_are_the_two_half_edges() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.circle(picture, (100, 120), 3, (255, 255, 255), -1)
    patch = straightened(picture, np.array([100.0, 100.0]), turned(20.0, 90.0))[..., 0]
    row, column = np.unravel_index(patch.argmax(), patch.shape)
    assert column > PATCH * 0.65
    assert abs(row - PATCH / 2) < 3
    assert along(turned(20.0, 90.0), np.array([0.0, 0.3])) == pytest.approx([0.3, 0.0])
