"""The Pi's camera against a picamera2 that has the real one's formats, controls and errors."""

import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.cameras.camera import Frame, Image, Shot
from device.cameras.config import CameraConfig
from device.errors import CameraLost
from device.files.os_errors import unseen
from device.sources import pi
from device.sources.pi import PiSource
from tests.clock import Clock
from tests.device.cameras.fake_picamera2 import Board, Fault, library

PI = CameraConfig(kind="pi")
LOCKED = CameraConfig(kind="pi", exposure=10_000.0, gain=2.0, red=1.5, blue=1.25, focus=2.25)


def stripes(_number: int) -> Image:
    """Blue, green and red differ, from pixel to pixel."""
    image = np.zeros((720, 1280, 3), np.uint8)
    image[:, ::2] = (200, 100, 50)
    return image


def source_of(config: CameraConfig = PI, **board: Any) -> tuple[PiSource, Board, Clock]:
    clock = Clock(100.0)
    plugged = Board(clock=clock, sleep=clock.sleep, **board)
    return PiSource(config, library(plugged), clock, clock.sleep), plugged, clock


def next_shot(source: PiSource) -> Shot:
    assert source.advance(0.0)
    shot = source.shot()
    assert shot is not None
    return shot


@pytest.mark.parametrize("fault", ["none", "padded", "another format"])
def test_pictures_are_blue_green_red_without_padding(fault: Fault) -> None:
    source, _, _ = source_of(fault=fault, picture=stripes)
    shot = next_shot(source)
    assert np.array_equal(shot.image, stripes(0))
    assert shot.small is not None
    assert shot.small.shape == (180, 320)


def test_a_size_that_the_camera_changed_is_reported_and_taken() -> None:
    source, _, _ = source_of(fault="another size")
    assert next_shot(source).image.shape == (648, 1152, 3)
    assert source.news() == ["The camera gives 1152×648 instead of 1280×720."]
    assert source.news() == []


BUSY = "(Camera __init__ sequence did not complete.): is another program using it?"


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("no camera", "The Pi sees no camera: check the ribbon cable."),
        ("busy", f"The Pi’s camera cannot be started {BUSY}"),
        ("broken pipe", "The Pi’s camera cannot be started (Failed to start camera: Broken pipe): restart the Pi."),
    ],
)
def test_what_keeps_it_from_starting_is_said(fault: Fault, sentence: str) -> None:
    with pytest.raises(CameraLost) as error:
        source_of(fault=fault)
    assert str(error.value) == sentence


def test_an_unplugged_camera_gives_nothing_in_time() -> None:
    source, _, clock = source_of(fault="blocked", blocked_from=2)
    assert [source.advance(0.0) for _ in range(3)] == [True, True, False]
    assert clock.now > 102


def test_it_settles_and_is_locked_once() -> None:
    source, board, clock = source_of(light=23_000.0)
    began, told = clock.now, None
    while told is None:
        next_shot(source)
        told = source.locked()
    assert 1 < clock.now - began < 3
    assert told["exposure"] * told["gain"] == pytest.approx(23_000, rel=0.02)
    assert told["exposure"] == 20_000
    assert told["focus"] == pytest.approx(2.25, abs=0.02)
    assert source.locked() is None
    last = board.told[-1]
    assert (last["AeEnable"], last["AwbEnable"], last["ExposureTime"]) == (False, False, 20_000)
    assert last["LensPosition"] == pytest.approx(2.25, abs=0.02)
    assert next_shot(source).settings["exposure"] == 20_000


def test_what_the_configuration_says_is_locked_from_the_first_frame() -> None:
    source, board, _ = source_of(LOCKED)
    [told] = board.told
    assert (told["ExposureTime"], told["ColourGains"], told["LensPosition"]) == (10_000, (1.5, 1.25), 2.25)
    assert next_shot(source).settings.items() >= {"exposure": 10_000, "gain": 2.0, "focus": 2.25}.items()
    assert source.locked() is None


@pytest.mark.parametrize(
    ("config", "sensor", "lacking"),
    [(LOCKED, "imx219", "AfMode, LensPosition"), (PI, "old", "AeFlickerMode, AeFlickerPeriod, AfMode")],
)
def test_controls_that_the_camera_lacks_are_left_out_and_told(config: CameraConfig, sensor: Any, lacking: str) -> None:
    source, board, _ = source_of(config, sensor=sensor)
    assert source.news() == [f"This camera has no {lacking}: setting ignored."]
    assert not {*lacking.split(", ")} & {*board.told[0]}
    assert "focus" not in next_shot(source).settings


def test_buffers_are_given_back_and_a_calm_tray_leaves_the_camera_alone_in_between() -> None:
    source, _, clock = source_of()
    for pause, seconds in ((0.0, 10 / 30), (0.1, 1.0)):
        began = clock.now
        for _ in range(10):
            assert source.advance(pause)
            assert source.shot()
        assert clock.now - began == pytest.approx(seconds, abs=0.2)


def test_each_frame_says_when_it_was_exposed() -> None:
    source, _, clock = source_of(LOCKED)
    shots = [next_shot(source) for _ in range(5)]
    frames = [Frame(shot.image, shot.time, 0, shot.settings) for shot in shots]
    for frame in frames:
        began, ended = frame.exposed
        assert ended <= frame.time <= clock.now
        assert ended - began == pytest.approx(0.01, abs=1e-4)  # the fake delivers a frame when its readout begins
        assert frame.period == pytest.approx(1 / 30)
    for earlier, later in pairwise(frames):
        assert later.exposed[0] - earlier.exposed[0] == pytest.approx(1 / 30, abs=1e-4)


def test_with_lamps_the_camera_is_faster_and_exposes_for_less() -> None:
    source, board, _ = source_of(CameraConfig(kind="pi", rate=40.0), light=200_000.0)
    assert board.told[0]["FrameDurationLimits"] == (25_000, 25_000)
    for _ in range(60):
        next_shot(source)
    assert (source.locked() or {})["exposure"] == 20_000


def test_a_timestamp_of_another_clock_says_nothing_of_the_exposure() -> None:
    source, board, _ = source_of(LOCKED)
    assert "began" in next_shot(source).settings
    board.timestamps = 5000.0
    assert "began" not in next_shot(source).settings


NUMPY = f"picamera2 can’t be loaded with numpy {np.__version__} ({{error}}): run make clean setup."
SYMBOL = "/usr/lib/python3/dist-packages/libcamera/_libcamera.so: undefined symbol: _ZN9libcamera8controlsE"
NO_FILE = "libcamera.so.0.3: cannot open shared object file: No such file or directory"
INSTALL = "picamera2 cannot be used ({error}): install python3-picamera2."
REINSTALL = "picamera2 can’t be loaded ({kind}('{error}')): reinstall python3-picamera2."
UPGRADE = "python3-libcamera doesn’t fit this libcamera ({error}): sudo apt full-upgrade, then restart the Pi."


@pytest.mark.parametrize(
    ("kind", "error", "is_clone", "sentence"),
    [
        ("ImportError", SYMBOL, True, UPGRADE),
        ("ImportError", NO_FILE, True, UPGRADE),
        ("ModuleNotFoundError", "No module named 'picamera2'", True, INSTALL),
        ("ImportError", "no libpisp", True, INSTALL),
        ("ValueError", "numpy.dtype size changed, may indicate binary incompatibility", True, NUMPY),
        ("ImportError", "numpy.core.multiarray failed to import", True, NUMPY),
        ("RuntimeError", "no memory", True, REINSTALL),
        ("ValueError", "numpy.core failed", False, REINSTALL),
        ("ImportError", "numpy.core failed", False, REINSTALL),
    ],
)
def test_a_library_that_cannot_be_loaded_says_why_and_what_helps(
    kind: str, error: str, is_clone: bool, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "libcamera.py").write_text(f"raise {kind}({error!r})\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "libcamera", raising=False)
    if not is_clone:
        monkeypatch.setattr(pi, "MAKEFILE", tmp_path / "none")
    with pytest.raises(CameraLost) as lost:
        PiSource(PI)
    assert str(lost.value) == sentence.format(error=error, kind=kind)


@pytest.mark.parametrize("missing", ["libcamera", "libcamera._libcamera", "picamera2", "simplejpeg"])
@pytest.mark.parametrize("is_installed", [True, False])
def test_a_library_that_the_system_has_and_this_environment_does_not_see_is_told_from_a_missing_one(
    missing: str, is_installed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, _dot, part = missing.partition(".")
    libraries = {"libcamera": "class controls: pass\n", "picamera2": "class Picamera2: pass\n"}
    for name, text in (libraries if missing == "simplejpeg" else {}).items():
        (tmp_path / f"{name}.py").write_text(text)
    if missing == "picamera2":
        (tmp_path / "libcamera.py").write_text(libraries["libcamera"])
    if part:  # compiled for another Python
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("from libcamera._libcamera import controls\n")
        (tmp_path / package / "_libcamera.cpython-399-aarch64-linux-gnu.so").touch()
    if missing == "simplejpeg":
        (tmp_path / "picamera2.py").write_text("import simplejpeg_of_the_system\n")
    if is_installed:
        (tmp_path / "usr/lib/python3/dist-packages/picamera2").mkdir(parents=True)
    monkeypatch.setattr(pi, "unseen", partial(unseen, root=tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("libcamera", "libcamera._libcamera", "picamera2"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(CameraLost) as lost:
        PiSource(PI)
    is_unseen = is_installed and missing != "simplejpeg"
    assert ("can’t see it: make that again" in str(lost.value)) == is_unseen
    assert ("install python3-picamera2" in str(lost.value)) != is_unseen
