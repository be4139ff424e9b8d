"""A camera of the kernel's own: fed with a recording, stalled, and pulled out."""

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.camera import Frame, Image
from device.cameras.config import CameraConfig
from device.cameras.process import CameraProcess, Patience
from device.errors import CameraLost

pytestmark = pytest.mark.vm

WIDTH, HEIGHT = 640, 360
RECORDING = Path(__file__).parents[3] / "fixtures" / "recordings" / "illegal-hold" / "video.mp4"
NUMBER = 20
PATIENT = Patience(start=300.0, first=60.0, next=10.0, same=30.0)
"""An emulated processor takes its time."""


def call(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


class Feeder:
    """Writes the pictures of a recording into the loopback camera, over and over."""

    def __init__(self) -> None:
        device = f"/dev/video{NUMBER}"
        call("v4l2-ctl", "-d", device, "-c", "keep_format=1")
        call("v4l2-ctl", "-d", device, f"--set-fmt-video-out=width={WIDTH},height={HEIGHT},pixelformat=YUYV")
        self.pictures = list(self._pictures())
        self._device = os.open(device, os.O_RDWR)
        self._stop = threading.Event()
        self.stalled = threading.Event()
        self._thread = threading.Thread(target=self._feed)
        self._thread.start()

    def _pictures(self) -> Iterator[Image]:
        video = cv2.VideoCapture(str(RECORDING))
        for _ in range(30):
            ok, image = video.read()
            assert ok
            yield np.asarray(cv2.resize(image, (WIDTH, HEIGHT)), np.uint8)

    def _feed(self) -> None:
        data = [cv2.cvtColor(one, cv2.COLOR_BGR2YUV_YUYV).tobytes() for one in self.pictures]
        number = 0
        while not self._stop.wait(0.1):
            if not self.stalled.is_set():
                os.write(self._device, data[number % len(data)])
                number += 1

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        os.close(self._device)


@pytest.fixture
def feeder() -> Iterator[Feeder]:
    feeder = Feeder()
    yield feeder
    feeder.close()


def camera_at(number: int) -> CameraProcess:
    return CameraProcess(CameraConfig(kind="usb", device=number, width=WIDTH, height=HEIGHT), patience=PATIENT)


def frames_of(camera: CameraProcess, many: int) -> list[Frame]:
    taken: list[Frame] = []
    for frame in camera.frames():
        if frame:
            taken.append(frame)
        if len(taken) == many:
            return taken
    raise AssertionError("the camera came to an end")


def test_its_pictures_are_those_that_it_is_fed(feeder: Feeder) -> None:
    with camera_at(NUMBER) as camera:
        for frame in frames_of(camera, 5):
            assert frame.image.shape == (HEIGHT, WIDTH, 3)
            apart = min(float(np.abs(frame.image.astype(int) - one).mean()) for one in feeder.pictures)
            assert apart < 3.0


def test_a_camera_that_stalls_is_lost_and_found_again(feeder: Feeder) -> None:
    with camera_at(NUMBER) as camera:
        frames_of(camera, 3)
        feeder.stalled.set()
        with pytest.raises(CameraLost):
            frames_of(camera, 100_000)
    feeder.stalled.clear()
    with camera_at(NUMBER) as camera:
        assert len(frames_of(camera, 3)) == 3


def vivid() -> int:
    """Plug in the kernel's test camera: the number of its device."""
    before = set(Path("/dev").glob("video*"))
    one_webcam = ("n_devs=1", "node_types=0x1", "num_inputs=1", "input_types=0")
    call("modprobe", "-d", os.environ["QUARTERDECK_VM"], "vivid", *one_webcam)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if new := set(Path("/dev").glob("video*")) - before:
            return int(min(new).name.removeprefix("video"))
        time.sleep(0.1)
    raise AssertionError("no test camera came up")


def test_a_camera_that_is_pulled_out_is_lost_and_found_when_it_is_back() -> None:
    """The kernel's test camera comes back as soon as nobody holds it any more."""
    number = vivid()
    for _ in range(3):
        with camera_at(number) as camera:
            assert len(frames_of(camera, 3)) == 3
            call("v4l2-ctl", "-d", f"/dev/video{number}", "-c", "disconnect=1")
            with pytest.raises(CameraLost):
                frames_of(camera, 100_000)
    call("modprobe", "-d", os.environ["QUARTERDECK_VM"], "-r", "vivid")
    with camera_at(number) as camera, pytest.raises(CameraLost, match="There is no camera at /dev/video"):
        frames_of(camera, 1)
    with camera_at(vivid()) as camera:
        assert len(frames_of(camera, 3)) == 3
