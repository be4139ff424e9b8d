"""Outlines of things: few corners, around all of the thing, where it lies."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import GREEN_FELT, Colour, Picture, draw_tray, overhead_tray
from tests.vision.spoilt import in_shadow
from vision.geometry.view import view_of
from vision.image import Bytes, Floats
from vision.scene.foreground import ForeignObject, hull_of, outlines, things_on

TRAY = overhead_tray()


def blob(*ellipses: tuple[tuple[int, int], tuple[int, int], int]) -> Bytes:
    mask = np.zeros((180, 320), np.uint8)
    for middle, axes, angle in ellipses:
        cv2.ellipse(mask, middle, axes, angle, 0, 360, 255, -1)
    return mask


def outside(mask: Bytes, corners: Floats) -> float:
    inside = np.zeros_like(mask)
    cv2.fillConvexPoly(inside, np.round(corners * 16).astype(np.int32), 255, shift=4)
    return float(np.count_nonzero((mask > 0) & (inside == 0)) / np.count_nonzero(mask))


def test_a_hull_has_all_of_each_pixel_inside() -> None:
    mask = np.zeros((20, 30), np.uint8)
    mask[5:8, 10:20] = 255
    hull = hull_of(mask)
    assert {tuple(corner) for corner in hull.tolist()} == {(9.5, 4.5), (19.5, 4.5), (19.5, 7.5), (9.5, 7.5)}
    mask[:] = 0
    mask[5, 10] = 255
    assert cv2.contourArea(hull_of(mask)) == 1


@pytest.mark.parametrize(
    "mask",
    [
        blob(((100, 90), (40, 40), 0)),
        blob(((100, 90), (80, 30), 20)),
        blob(((100, 90), (50, 8), 0), ((100, 90), (50, 8), 60)),
    ],
    ids=["coin", "bottle opener", "scissors"],
)
def test_an_outline_has_few_corners_and_hardly_anything_of_the_thing_outside(mask: Bytes) -> None:
    (found,) = outlines(TRAY, [(hull_of(mask), 100.0)], "remove it")
    assert 3 <= len(found.corners) == len(found.corners_mm) <= 16
    assert outside(mask, np.array(found.corners)) < 0.03


def test_the_largest_of_many_things_have_outlines_in_millimetres_too() -> None:
    squares = [np.array([(10.0, 8), (19, 8), (19, 17), (10, 17)]) + 4 * n for n in range(40)]
    found = outlines(TRAY, [(TRAY.to_px(square), 60.0 + n) for n, square in enumerate(squares)], "remove it")
    assert [(one.area, one.problem) for one in found] == [(99.0 - n, "remove it") for n in range(12)]
    for one, square in zip(found, squares[::-1], strict=False):
        assert np.abs(np.array(one.corners_mm) - square).max() < 0.1


def things(picture: Picture) -> list[ForeignObject]:
    return things_on(view_of(picture, TRAY), TRAY, [])


@pytest.mark.parametrize(
    ("felt", "paint"), [((200, 196, 188), (14, 14, 14)), (GREEN_FELT, (6, 6, 6)), ((70, 70, 72), (225, 225, 225))]
)
def test_a_thing_of_the_felts_hue_is_seen_where_it_is_darker_or_brighter_than_any_light(
    felt: Colour, paint: Colour
) -> None:
    picture = draw_tray(felt=felt)
    assert things(picture) == []
    square = TRAY.to_px([(134, 84), (166, 84), (166, 116), (134, 116)])
    cv2.fillConvexPoly(picture, np.round(square).astype(np.int32), paint)
    [found] = things(picture)
    assert found.area == pytest.approx(1024, rel=0.1)


@pytest.mark.parametrize("dark", [0.02, 0.05, 0.1])
def test_a_shadow_on_black_felt_is_no_thing(dark: float) -> None:
    assert things(in_shadow(draw_tray(felt=(26, 26, 27)), TRAY, (0.0, 1.0, 60.0), dark, soft=4.0)) == []
