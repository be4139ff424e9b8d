"""Captures: each lamp's picture is of a whole exposure under it, in a quarter of a second."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from device.cameras.camera import Frame
from device.lamps.capture import LampCapture
from device.lamps.lamps import RecordedLamps
from tests.device.lamps.lit import LateLamps, LitCamera
from vision import LampPictures, LampSide

LEVELS = {LampSide.LEFT: 60, LampSide.RIGHT: 90, LampSide.FAR: 120, LampSide.NEAR: 150}


def flat(level: int) -> np.ndarray:
    return np.full((8, 8, 3), level, np.uint8)


PICTURES = LampPictures(flat(30), {side: flat(level) for side, level in LEVELS.items()})


def captured(
    camera: LitCamera, capture: LampCapture, after: int = 3, frames: int = 1
) -> tuple[LampPictures | None, float]:
    """The pictures of a capture that begins with a frame, or None, and the seconds from that frame on."""
    shots: Iterator[Frame] = (frame for frame in camera.frames() if frame)
    for number, frame in enumerate(shots):
        if number == after:
            base = frame
            capture.begin(base, frames)
        elif number > after:
            pictures = capture.take(frame)
            if pictures or capture.is_late(frame):
                return pictures, frame.time - base.time
    raise AssertionError("the capture has no end")


def capture_of(
    lamps: RecordedLamps | None = None, seconds: float = 0.5, **camera: Any
) -> tuple[LitCamera, LampCapture]:
    lamps = lamps or RecordedLamps(tuple(LampSide))
    return LitCamera(lamps, lambda _: PICTURES, **camera), LampCapture(lamps, seconds)


@pytest.mark.parametrize("late", [0.0, 0.01, 0.03, 0.06])
@pytest.mark.parametrize("taking", [0.012, 0.028, 0.038, 0.055])
@pytest.mark.parametrize("rate", [30.0, 40.0, 60.0])
def test_each_picture_shows_one_lamp_only(rate: float, taking: float, late: float) -> None:
    camera, capture = capture_of(rate=rate, taking=taking, late=late)
    pictures, seconds = captured(camera, capture)
    assert pictures is not None
    assert {side: int(image.max()) for side, image in pictures.lamps.items()} == LEVELS
    assert {int(image.min()) for image in pictures.lamps.values()} == set(LEVELS.values())
    assert pictures.base.max() == 30
    assert seconds < 0.45


def test_a_camera_that_is_too_slow_is_not_waited_for() -> None:
    lamps = RecordedLamps(tuple(LampSide))
    camera, capture = capture_of(lamps, seconds=0.25, rate=10.0)
    frame = next(camera.frames())
    assert frame
    assert not capture.begin(frame)
    assert not capture.under_way
    assert lamps.switches.changes == ()


def test_a_capture_that_takes_too_long_is_given_up_at_base_level() -> None:
    lamps = LateLamps(tuple(LampSide))
    lamps.late = 5.0
    camera, capture = capture_of(lamps, seconds=0.25)
    pictures, seconds = captured(camera, capture)
    assert pictures is None
    assert 0.25 < seconds <= 0.28
    assert not capture.under_way
    assert lamps.switches.during(camera.began + 1.0, camera.began + 9.0) == "base"


def test_a_switch_that_comes_late_costs_time_and_mixes_nothing() -> None:
    lamps = LateLamps(tuple(LampSide))
    lamps.late = 0.012
    camera, capture = capture_of(lamps, seconds=2.0)
    pictures, seconds = captured(camera, capture)
    assert pictures is not None
    assert {side: int(image.max()) for side, image in pictures.lamps.items()} == LEVELS
    assert {side: int(image.min()) for side, image in pictures.lamps.items()} == LEVELS
    assert seconds < 1.0


def test_frames_that_were_lost_are_taken_again() -> None:
    camera, capture = capture_of(seconds=2.0)
    begun = False
    for number, frame in enumerate(camera.frames()):
        if frame is None or number % 3 == 0:
            continue
        if not begun:
            capture.begin(frame)
            begun = True
        elif pictures := capture.take(frame):
            assert {side: int(image.min()) for side, image in pictures.lamps.items()} == LEVELS
            return
    raise AssertionError


def test_the_mean_of_several_frames_is_taken_also_of_the_base() -> None:
    lamps = RecordedLamps(tuple(LampSide))

    def noisy(moment: float) -> LampPictures:
        more = round(moment * 40) % 2
        return LampPictures(flat(30 + 2 * more), {side: flat(level + 2 * more) for side, level in LEVELS.items()})

    pictures, _ = captured(LitCamera(lamps, noisy, taking=0.015), LampCapture(lamps, 3.0), frames=4)
    assert pictures is not None
    assert pictures.base.max() == 31
    assert {side: int(image.max()) for side, image in pictures.lamps.items()} == {
        side: level + 1 for side, level in LEVELS.items()
    }


def test_frames_under_a_lamp_are_known() -> None:
    camera, capture = capture_of()
    lit = []
    for number, frame in enumerate(camera.frames()):
        assert frame
        if number == 3:
            capture.begin(frame)
        capture.take(frame)
        assert capture.is_lit(frame) == (frame.image.max() > 30)
        lit.append(capture.is_lit(frame))
        if number == 40:
            break
    assert any(lit)
    assert not any(lit[:4] + lit[20:])
