"""Where the tray lies, by markers and by corners."""

from pathlib import Path

import numpy as np
import pytest

from device.calibration import by_corners, by_markers
from device.cameras.camera import Frame
from device.errors import BadTrial
from device.recording.format import load
from device.sources.recorded import RecordedSource
from vision import Lens, TraySize

RECORDING = Path(__file__).parents[3] / "fixtures" / "recordings" / "illegal-hold"
FRAME = (1280, 720)


def test_markers_are_found_in_several_pictures_and_do_not_wander() -> None:
    recording = load(RECORDING)
    with RecordedSource(RECORDING, recording, speed=None) as camera:
        located = by_markers((frame for frame in camera.frames() if frame), TraySize(), Lens())
    assert located is not None
    assert recording.tray.corners is not None
    assert (located.seen, located.looked, located.steady) == (5, 5, True)
    assert np.allclose(located.tray.corners_px, recording.tray.corners, atol=1.5)


def test_a_camera_that_swings_is_noticed() -> None:
    recording = load(RECORDING)
    with RecordedSource(RECORDING, recording, speed=None) as camera:
        first = next(frame for frame in camera.frames() if frame)
    swinging = [Frame(np.roll(first.image, 6 * (number % 2), axis=1), number / 10, number) for number in range(8)]
    located = by_markers(swinging, TraySize(), Lens())
    assert located is not None
    assert not located.steady


def test_without_markers_nothing_is_found() -> None:
    grey = np.full((720, 1280, 3), 90, np.uint8)
    assert by_markers([Frame(grey, 0.0, 0)], TraySize(), Lens()) is None
    assert by_markers([], TraySize(), Lens()) is None


@pytest.mark.parametrize("words", ["330,150 970,150 970,580 330,580", "330 150, 970 150, 970 580, 330 580"])
def test_corners_are_read_as_they_are_written(words: str) -> None:
    tray = by_corners(words, FRAME, TraySize(), Lens())
    assert tray.corners_px[2] == (970.0, 580.0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("330,150 970,150", "are not four corners"),
        ("here and there", "are not four corners"),
        ("330,150 330,580 970,580 970,150", "Mark them in the order top left"),
    ],
)
def test_corners_of_no_tray_are_reported(words: str, said: str) -> None:
    with pytest.raises(BadTrial, match=said):
        by_corners(words, FRAME, TraySize(), Lens())
