"""What the camera sees, well lit and not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras.camera import Frame, Image
from device.cameras.config import CameraConfig
from device.config.schema import Config, TrayConfig
from device.doctor.camera import picture
from device.doctor.machine import CheckResult
from device.errors import CameraLost
from device.sources import usb
from tests.device.cameras.given import GivenCamera
from vision import find_tray

EMPTY = Path(__file__).parents[3] / "fixtures" / "recordings" / "first-evening"
USB = CameraConfig(kind="usb")


@pytest.fixture(scope="module")
def tray() -> Image:
    """The empty tray of a recording, with its markers."""
    ok, image = cv2.VideoCapture(str(EMPTY / "video.mp4")).read()
    assert ok
    return np.asarray(image, np.uint8)


def camera(image: Image | None) -> GivenCamera:
    """Ten times the same picture in a second; with none it is lost."""
    if image is None:
        return GivenCamera(None, CameraLost("There is no camera at /dev/video0."))
    return GivenCamera(None, *(Frame(image, number / 10, number) for number in range(100)))


def lines(image: Image | None, config: Config = Config(camera=USB)) -> dict[str, CheckResult]:  # noqa: B008
    ticks = iter(range(1000))
    return {one.name: one for one in picture(config, lambda: camera(image), None, lambda: next(ticks) / 10)}


def lights(found: dict[str, CheckResult]) -> set[str]:
    return {one.light for one in found.values()}


def test_a_number_is_a_doubtful_name_where_there_are_two_cameras(
    tray: Image, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usb, "BY_ID", tmp_path)
    numbered, named = (Config(camera=CameraConfig(kind="usb", device=device)) for device in (0, "/dev/v4l/by-id/usb-A"))
    for name in ("A", "B"):
        assert lines(tray, numbered)["camera"].light == "green"
        (tmp_path / f"usb-{name}-video-index0").touch()
    assert "/dev/v4l/by-id" in lines(tray, numbered)["camera"].advice
    assert lines(tray, named)["camera"].light == "green"


def test_a_good_picture_is_green_all_over(tray: Image) -> None:
    found = lines(tray)
    assert lights(found) == {"green"}
    assert found["camera"].words == "1280 × 720, 10 pictures a second"
    assert found["scale"].words == "0.46 mm a pixel"


def banded(image: Image) -> Any:
    """Return the light of each row under a lamp that a rolling shutter sees go up and down."""
    rows = np.arange(image.shape[0])
    return (0.7 + 0.3 * np.sin(2 * np.pi * rows / 240))[:, None, None]


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        pytest.param(lambda image: cv2.GaussianBlur(image, (0, 0), 3), "focus", id="out of focus"),
        pytest.param(lambda image: (image * 0.1).astype(np.uint8), "exposure", id="too dark"),
        pytest.param(lambda image: np.minimum(image * 5.0, 255), "exposure", id="too light"),
        pytest.param(lambda image: image * banded(image), "flicker", id="flicker"),
        pytest.param(lambda image: np.full_like(image, 90), "markers", id="no tray"),
    ],
)
def test_what_is_wrong_is_red_with_what_to_do(tray: Image, spoil: Callable[[Image], Image], line: str) -> None:
    """The tray's place is in the configuration, but for the last picture, which shows none."""
    known = find_tray(tray)
    assert known is not None
    config = Config(camera=USB, tray=TrayConfig(corners=known.corners_px if line != "markers" else None))
    found = lines(np.asarray(spoil(tray), np.uint8), config)[line]
    assert found.light == "red"
    assert found.advice


def test_a_pi_camera_that_was_never_locked_is_amber(tray: Image) -> None:
    found = lines(tray, Config())
    assert (found["focus"].light, found["exposure"].light, found["flicker"].light) == ("amber", "amber", "green")
    assert found["focus"].advice == "run quarterdeck calibrate"


def test_corners_in_the_configuration_make_markers_needless(tray: Image) -> None:
    corners = ((330.0, 150.0), (970.0, 150.0), (970.0, 580.0), (330.0, 580.0))
    found = lines(tray, Config(camera=USB, tray=TrayConfig(corners=corners)))
    assert found["markers"].words.startswith("not needed")


def test_without_a_camera_everything_else_is_skipped() -> None:
    found = lines(None)
    assert [name for name, one in found.items() if one.light == "red"] == ["camera"]
    assert found["camera"].words == "There is no camera at /dev/video0."
    assert {one.words for name, one in found.items() if name != "camera"} == {"needs the camera"}


def test_no_camera_by_configuration_is_no_problem() -> None:
    found = lines(None, Config(camera=CameraConfig(kind="none")))
    assert found["camera"].light == "green"
    assert lights(found) == {"green", "grey"}


def test_without_a_tray_the_markers_are_red_and_what_needs_the_tray_is_skipped(tray: Image) -> None:
    found = lines(np.full_like(tray, 90))
    assert found["markers"].light == "red"
    assert {name for name, one in found.items() if one.words == "needs the tray"} >= {"flicker", "scale"}


def test_a_running_table_without_a_camera_repeats_the_reason_and_skips_what_needs_it() -> None:
    running = {"mode": "lost", "why": "The camera picture is frozen."}
    [found, *skipped] = picture(Config(), lambda: camera(None), running)
    assert found.words == "The camera picture is frozen."
    assert [one.name for one in skipped] == ["focus", "exposure", "flicker", "markers", "scale"]
    assert {one.light for one in skipped} == {"grey"}


@pytest.mark.parametrize(("mode", "light"), [("waiting", "green"), ("lost", "red")])
def test_the_camera_of_a_table_that_runs_is_left_alone(mode: str, light: str) -> None:
    def opened() -> GivenCamera:
        raise AssertionError("the camera is in use")

    [found, *_skipped] = picture(Config(), opened, {"mode": mode})
    assert found.light == light
