"""The Pi's camera on libcamera: configured, read, told what it cannot do, in use, and not there."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.camera import Shot
from device.cameras.config import CameraConfig
from device.errors import CameraLost
from device.sources.pi import PiSource

pytestmark = pytest.mark.libcamera

FRAMES = Path("/opt/quarterdeck/frames")
CONFIG = CameraConfig(kind="pi")


def taken(source: PiSource) -> Shot:
    assert source.advance(0.03)
    shot = source.shot()
    assert shot is not None
    return shot


def let_go(source: PiSource) -> None:
    source._let_go()
    source._camera.stop()
    source._camera.close()


@pytest.fixture
def source() -> Iterator[PiSource]:
    source = PiSource(CONFIG)
    yield source
    let_go(source)


def test_python_and_picamera2_are_the_newest_that_a_pi_has() -> None:
    assert sys.version_info >= (3, 13)


def test_its_pictures_are_those_of_the_tray(source: PiSource) -> None:
    frames = [cv2.imread(str(file)) for file in FRAMES.glob("*.jpg")]
    for _ in range(5):
        image = taken(source).image
        assert image.shape == (720, 1280, 3)
        assert min(float(np.abs(image.astype(int) - one).mean()) for one in frames if one is not None) < 6.0


def test_what_the_camera_lacks_is_reported_and_left_alone(source: PiSource) -> None:
    taken(source)
    assert any("This camera has no" in sentence for sentence in source.news())


def test_a_camera_in_use_is_reported_in_one_sentence(source: PiSource) -> None:
    taken(source)
    with pytest.raises(CameraLost, match="is another program using it"):
        PiSource(CONFIG)


def test_it_can_be_opened_again_and_again() -> None:
    for _ in range(3):
        source = PiSource(CONFIG)
        taken(source)
        let_go(source)


def test_a_camera_that_gives_no_more_is_given_up_in_time(source: PiSource) -> None:
    """No picture is taken from libcamera any more, as with an unplugged ribbon."""
    taken(source)
    source._camera.stop_preview()
    began = time.monotonic()
    while source.advance(0.03):
        assert time.monotonic() - began < 10
    assert time.monotonic() - began < 10
    source._camera.start_preview()
