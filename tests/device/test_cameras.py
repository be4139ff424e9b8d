"""Live cameras: the newest picture counts, and one that stalls is left behind."""

import threading

import numpy as np
import pytest

from device.cameras import live
from device.cameras.camera import Image
from device.cameras.live import LiveCamera
from device.cameras.opening import open_camera
from device.config import CameraConfig
from device.errors import CameraLost


class Source:
    """Gives a picture each time it is let to, the number of the picture in all its pixels; then None, or nothing."""

    def __init__(self, *, stalls: bool = False) -> None:
        self.ready = threading.Semaphore(0)
        self.given = threading.Event()
        self.closed = threading.Event()
        self._stalls = stalls
        self._number = 0

    def grab(self) -> Image | None:
        if not self.ready.acquire(timeout=60 if self._stalls else 0.01):
            return None
        self._number += 1
        self.given.set()
        return np.full((4, 4, 3), self._number, np.uint8)

    def close(self) -> None:
        self.closed.set()


def test_frames_come_as_they_are_taken() -> None:
    source = Source()
    with LiveCamera(source) as camera:
        frames = camera.frames()
        seen = []
        for _ in range(3):
            source.ready.release()
            seen.append(next(frame for frame in frames if frame))
    assert [(frame.number, int(frame.image[0, 0, 0])) for frame in seen] == [(0, 1), (1, 2), (2, 3)]
    assert seen[0].time <= seen[1].time <= seen[2].time
    assert source.closed.wait(5)


def test_without_a_new_picture_there_is_a_tick() -> None:
    with LiveCamera(Source()) as camera:
        assert next(camera.frames()) is None


def test_a_camera_without_pictures_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LOST", 0.2)
    source = Source(stalls=True)
    camera = LiveCamera(source)
    with pytest.raises(CameraLost, match="check its cable"):
        list(camera.frames())
    source.ready.release()


@pytest.mark.parametrize("kind", ["pi", "usb"])
def test_a_camera_that_is_not_there_is_told_in_one_sentence(kind: str) -> None:
    with pytest.raises(CameraLost) as error:
        open_camera(CameraConfig(kind=kind, device=97))  # type: ignore[arg-type]
    assert str(error.value).count(". ") == 0


def test_either_camera_missing_is_told_of_both() -> None:
    with pytest.raises(CameraLost, match=r"picamera2.*/dev/video97"):
        open_camera(CameraConfig(device=97))
