"""The doctor's line on the four lamps."""

from pathlib import Path

import pytest

from device.cameras.config import CameraConfig
from device.config.kept_arrays import LAMP_MAPS as FILE
from device.config.kept_arrays import save_arrays
from device.config.schema import Config, LampsConfig
from device.doctor import camera as checked
from device.doctor.camera import lamps_finding
from device.doctor.machine import Diagnosis
from device.errors import CameraLost, NoLamps
from device.lamps.lamps import Lamps, RecordedLamps
from tests.device.config.test_kept_arrays import MAPS, maps_of
from tests.device.lamps.lit import LitCamera
from tests.vision.drawn import DrawnDie
from tests.vision.lamps.lit import lit
from vision import LampSide

PINS = Config(camera=CameraConfig(kind="pi"), lamps=LampsConfig(pins=(16, 20, 21, 26)))
DICE = lit([DrawnDie(5, 100, 60, 20)])


def found(
    monkeypatch: pytest.MonkeyPatch, folder: Path, broken: frozenset[LampSide] = frozenset(), rate: float = 40.0
) -> Diagnosis:
    """The line of a table that is not running, with these lamps broken."""
    lamps = RecordedLamps(tuple(LampSide))
    monkeypatch.setattr(checked, "open_lamps", lambda _: lamps)
    return lamps_finding(PINS, folder, lambda: LitCamera(lamps, lambda _: DICE, broken=broken, rate=rate), None)


def test_a_table_without_lamps_says_what_cannot_be_seen(tmp_path: Path) -> None:
    line = lamps_finding(Config(), tmp_path, lambda: pytest.fail("the camera is not needed"), None)
    assert line == Diagnosis("green", "none: two of three dice that lean by less than 12° look flat to the camera")


def test_lamps_that_answer_are_green_once_they_are_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    line = found(monkeypatch, tmp_path)
    assert (line.light, line.words) == ("amber", "connected, but not measured over the empty tray yet")
    assert "quarterdeck calibrate" in line.advice
    save_arrays(MAPS.to_arrays(), tmp_path / FILE)
    line = found(monkeypatch, tmp_path)
    assert line == Diagnosis("green", "all four answer, measured 0 days ago")


def test_a_lamp_without_an_answer_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    save_arrays(MAPS.to_arrays(), tmp_path / FILE)
    line = found(monkeypatch, tmp_path, frozenset({LampSide.NEAR, LampSide.LEFT}))
    assert (line.light, line.words) == ("amber", "no answer: left and near")
    assert line.advice.startswith("check its strip, wires and pin")


def test_a_running_table_keeps_camera_and_lamps(tmp_path: Path) -> None:
    save_arrays(maps_of(LampSide.LEFT, LampSide.RIGHT, LampSide.FAR).to_arrays(), tmp_path / FILE)
    line = lamps_finding(PINS, tmp_path, lambda: pytest.fail("the table has the camera"), {"mode": "throw"})
    assert (line.light, line.words) == ("amber", "measured 0 days ago, no answer then: near")


def test_lamps_that_cannot_be_used_are_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none(_: Config) -> Lamps:
        raise NoLamps("This machine has no pins: the table runs without light strips.")

    monkeypatch.setattr(checked, "open_lamps", none)
    for running in (None, {"mode": "waiting", "lamps": False}):
        line = lamps_finding(PINS, tmp_path, lambda: pytest.fail("the camera is not needed"), running)
        assert line.light == "amber"
        assert line.words.startswith("This machine has no pins")


def test_a_camera_that_is_lost_or_too_slow_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "too slow" in found(monkeypatch, tmp_path, rate=0.9).words

    def lost() -> LitCamera:
        raise CameraLost("There is no camera.")

    assert lamps_finding(PINS, tmp_path, lost, None).words == "There is no camera."
