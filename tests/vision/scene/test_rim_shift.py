"""A tray without markers that was pushed."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, Picture, draw_tray, overhead_tray
from tests.vision.spoilt import dimmed
from vision import EmptyTray, Problem, Reader, Reading, Rest, Watcher
from vision.scene.rim import rim_shift, with_shift

TRAY = overhead_tray()
DICE = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50)]


def with_rim(picture: Picture) -> Picture:
    """A drawn tray with a wooden rim."""
    copy = picture.copy()
    for way, paint in ((14, (40, 70, 110)), (1, (24, 44, 70))):
        outline = TRAY.to_px([(-way, -way), (300 + way, -way), (300 + way, 200 + way), (-way, 200 + way)])
        cv2.polylines(copy, [np.round(outline).astype(np.int32)], True, paint, 6, cv2.LINE_AA)
    return copy


EMPTY, LYING = with_rim(draw_tray(markers=())), with_rim(draw_tray(DICE, markers=()))
REFERENCE = EmptyTray.of(EMPTY, TRAY)


def pushed(picture: Picture, right: int, down: int) -> Picture:
    return np.roll(picture, (down, right), axis=(0, 1))


@pytest.mark.parametrize("by", [(0, 0), (3, 0), (-12, 9)])
@pytest.mark.parametrize("light", [1.0, 0.4])
def test_a_shift_is_measured_whatever_lies_on_the_floor_and_in_any_light(by: tuple[int, int], light: float) -> None:
    far = rim_shift(REFERENCE, dimmed(pushed(LYING, *by), light))
    assert far == pytest.approx(np.hypot(*by) * TRAY.mm_per_px, abs=0.3)


def test_a_shift_that_is_too_large_is_never_taken_for_none() -> None:
    far = rim_shift(REFERENCE, pushed(LYING, 40, 0))
    assert far is None or far > 2


def test_a_rim_that_is_not_seen_tells_nothing() -> None:
    assert rim_shift(REFERENCE, np.full_like(EMPTY, 90)) is None
    assert rim_shift(REFERENCE, np.zeros((480, 640, 3), np.uint8)) is None


@pytest.mark.parametrize(
    ("far", "told", "rest"), [(0.8, False, Rest.SETTLED), (2.0, True, Rest.SETTLED), (6.0, True, Rest.OBSTRUCTED)]
)
def test_a_small_shift_is_reported_and_a_large_one_takes_the_values(far: float, told: bool, rest: Rest) -> None:
    reading = with_shift(Reader(TRAY).read(LYING), far)
    assert (Problem.CAMERA_MOVED in reading.named, reading.rest) == (told, rest)
    assert [die.value is None for die in reading.dice] == [far > 4] * 2
    assert len(reading.problems) == told
    assert with_shift(reading, None) is reading


def test_a_watched_tray_that_is_pushed_says_so() -> None:
    watcher = Watcher(Reader(TRAY))

    def last(picture: Picture, start: float) -> Reading:
        return [watcher.see(picture, start + 0.1 * number) for number in range(12)][-1]

    assert last(EMPTY, 0.0).rest is Rest.EMPTY
    assert last(LYING, 2.0).named == frozenset()
    assert last(pushed(LYING, 5, 0), 4.0).named == {Problem.CAMERA_MOVED}
    assert last(LYING, 6.0).named == frozenset()
