"""A USB camera against a driver that does what drivers do."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.camera import Image
from device.errors import CameraLost
from device.sources import usb
from device.sources.usb import UsbSource


class Driver:
    """Stands in for cv2.VideoCapture: thirty frames a second, until it is pulled."""

    def __init__(self) -> None:
        self.now = 50.0
        self.there = True
        self.pulled_after: float | None = None
        self.broken = False
        self.decoded = 0
        self.set_to: dict[int, float] = {}
        self.opened: list[int] = []

    def isOpened(self) -> bool:  # noqa: N802
        return self.there

    def set(self, what: int, value: float) -> bool:
        self.set_to[what] = value
        return True

    def get(self, what: int) -> float:
        return self.set_to.get(what, 0.0)

    def grab(self) -> bool:
        self.now += 1 / 30
        return self.pulled_after is None or self.now < self.pulled_after

    def retrieve(self) -> tuple[bool, Image | None]:
        self.decoded += 1
        return (False, None) if self.broken else (True, np.full((72, 128, 3), 7, np.uint8))


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    """The driver behind /dev/video0."""
    driver = Driver()
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: driver)
    return driver


def source_of(driver: Driver) -> UsbSource:
    return UsbSource(0, 1280, 720, clock=lambda: driver.now)


@pytest.fixture
def by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: Driver) -> Callable[[str, int], str]:
    """Plugs in a camera under a name by id, with a number, and returns its path."""
    monkeypatch.setattr(usb, "BY_ID", tmp_path)

    def opened(number: int, _backend: int) -> Driver:
        driver.opened.append(number)
        return driver

    monkeypatch.setattr(cv2, "VideoCapture", opened)

    def plug_in(name: str, number: int) -> str:
        for index in (0, 1):
            link = tmp_path / f"usb-{name}-video-index{index}"
            link.unlink(missing_ok=True)
            link.symlink_to(f"/dev/video{number + index}")
        return str(tmp_path / f"usb-{name}-video-index0")

    return plug_in


def test_a_camera_named_by_id_is_opened_under_whatever_number_it_has(
    by_id: Callable[[str, int], str], driver: Driver
) -> None:
    device = by_id("Tray_Cam_123", 40)
    by_id("A_Laptop_Cam", 0)
    UsbSource(device, 1280, 720)
    by_id("Tray_Cam_123", 42)
    UsbSource(device, 1280, 720)
    assert driver.opened == [40, 42]


def test_without_a_device_the_first_by_id_is_opened_and_without_ids_the_first_number(
    by_id: Callable[[str, int], str], driver: Driver
) -> None:
    UsbSource("", 1280, 720)
    by_id("B_Cam", 4)
    by_id("C_Cam", 0)
    UsbSource("", 1280, 720)
    UsbSource(3, 1280, 720)
    assert driver.opened == [0, 4, 3]


def test_a_camera_that_is_not_plugged_in_is_named_with_one_that_is(
    by_id: Callable[[str, int], str], tmp_path: Path
) -> None:
    gone = str(tmp_path / "usb-Gone-video-index0")
    with pytest.raises(CameraLost, match=f"There is no camera at {gone}: plug one in"):
        UsbSource(gone, 1280, 720)
    other = by_id("B_Cam", 97)
    with pytest.raises(
        CameraLost, match=f"There is no camera at {gone}: plug it in, or set .camera. device to {other}"
    ):
        UsbSource(gone, 1280, 720)


def test_every_frame_is_given_while_something_moves(driver: Driver) -> None:
    source = source_of(driver)
    times = []
    for _ in range(5):
        assert source.advance(0.0)
        shot = source.shot()
        assert shot is not None
        times.append(shot.time)
    assert np.allclose(np.diff(times), 1 / 30)


def test_frames_in_between_are_let_go_undecoded_while_nothing_moves(driver: Driver) -> None:
    source = source_of(driver)
    began = driver.now
    for _ in range(10):
        assert source.advance(0.1)
        assert source.shot() is not None
    assert driver.decoded == 10
    assert 0.8 < driver.now - began < 1.2


def test_it_is_asked_for_the_size_for_jpegs_and_for_one_buffer(driver: Driver) -> None:
    source_of(driver)
    assert driver.set_to[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert driver.set_to[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert driver.set_to[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_a_driver_that_gives_nothing_or_half_a_picture_gives_no_shot(driver: Driver) -> None:
    source = source_of(driver)
    driver.broken = True
    assert source.advance(0.0)
    assert source.shot() is None
    driver.pulled_after = driver.now
    assert not source.advance(0.1)


def test_a_camera_that_is_not_there_is_named(driver: Driver) -> None:
    driver.there = False
    with pytest.raises(CameraLost, match="There is no camera at /dev/video0: plug one in"):
        source_of(driver)


@pytest.mark.parametrize(
    ("may_use", "sentence"),
    [(False, "This user may not use /dev/video0: add it to the group video"), (True, "can’t be opened as a camera")],
)
def test_a_camera_that_is_there_and_cannot_be_opened_is_not_said_to_be_missing(
    driver: Driver, may_use: bool, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.there = False
    monkeypatch.setattr("pathlib.Path.exists", lambda _path: True)
    monkeypatch.setattr("os.access", lambda _path, _mode: may_use)
    with pytest.raises(CameraLost, match=sentence):
        source_of(driver)
