"""A USB camera against a driver that does what drivers do."""

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
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """The driver of every camera, with none plugged in by id."""
    driver = Driver()

    def opened(number: int, _backend: int) -> Driver:
        driver.opened.append(number)
        return driver

    monkeypatch.setattr(cv2, "VideoCapture", opened)
    monkeypatch.setattr(usb, "BY_ID", tmp_path)
    return driver


def source_of(driver: Driver, device: int | str = 0) -> UsbSource:
    return UsbSource(device, 1280, 720, clock=lambda: driver.now)


def plug_in(folder: Path, name: str, number: int) -> str:
    """Plug in a camera under a name by id, with a number, and return its path."""
    for index in (0, 1):
        link = folder / f"usb-{name}-video-index{index}"
        link.unlink(missing_ok=True)
        link.symlink_to(f"/dev/video{number + index}")
    return str(folder / f"usb-{name}-video-index0")


def test_a_camera_is_opened_by_its_id_under_whatever_number_it_has_else_the_first(
    tmp_path: Path, driver: Driver
) -> None:
    source_of(driver, "")
    device = plug_in(tmp_path, "Tray_Cam_123", 40)
    plug_in(tmp_path, "A_Laptop_Cam", 4)
    source_of(driver, device)
    plug_in(tmp_path, "Tray_Cam_123", 42)
    for device_or_number in (device, "", 3):
        source_of(driver, device_or_number)
    assert driver.opened == [0, 40, 42, 4, 3]


def test_a_camera_that_is_not_plugged_in_is_named_with_one_that_is(tmp_path: Path, driver: Driver) -> None:
    gone = str(tmp_path / "usb-Gone-video-index0")
    with pytest.raises(CameraLost, match=f"There is no camera at {gone}: plug one in"):
        source_of(driver, gone)
    other = plug_in(tmp_path, "B_Cam", 97)
    with pytest.raises(CameraLost, match=f"at {gone}: plug it in, or set .camera. device to {other}"):
        source_of(driver, gone)


def test_every_frame_is_given_while_something_moves_and_ten_a_second_are_decoded_while_nothing_does(
    driver: Driver,
) -> None:
    source = source_of(driver)
    for pause, seconds in ((0.0, 1 / 3), (0.1, 1.0)):
        began = driver.now
        for _ in range(10):
            assert source.advance(pause)
            assert source.shot() is not None
        assert driver.now - began == pytest.approx(seconds, abs=0.2)
    assert driver.decoded == 20


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


@pytest.mark.parametrize(
    ("is_there", "may_use", "sentence"),
    [
        (False, False, "There is no camera at /dev/video0: plug one in"),
        (True, False, "This user may not use /dev/video0: add it to the group video"),
        (True, True, "can’t be opened as a camera"),
    ],
)
def test_a_camera_that_cannot_be_opened_is_said_to_be_missing_only_where_it_is(
    driver: Driver, is_there: bool, may_use: bool, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.there = False
    monkeypatch.setattr("pathlib.Path.exists", lambda _path: is_there)
    monkeypatch.setattr("os.access", lambda _path, _mode: may_use)
    with pytest.raises(CameraLost, match=sentence):
        source_of(driver)
