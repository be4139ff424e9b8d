"""What the page does for the appliance: corners, backups, and the doctor's findings."""

from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pytest

from device.adapters import machine, setup
from device.adapters.backups import TableChest
from device.adapters.machine import doctor_of
from device.adapters.pictures import Preview
from device.adapters.setup import TableCalibration, TableLampDesk
from device.backup import restore
from device.cameras.camera import Frame
from device.config import schema as configuration
from device.config.editor import forget_values
from device.config.kept_arrays import LAMP_MAPS as FILE
from device.config.kept_arrays import load_maps
from device.errors import BadConfig, BadTrial
from device.journal.journal import Journal
from device.lamps.lamps import RecordedLamps
from device.lamps.table_lamps import TableLamps
from engine.i18n import translated
from tests.device.config.test_kept_arrays import MAPS, maps_of
from tests.table.desk import START
from tests.table.lying import settled
from vision import LampMaps, LampSide, TraySize
from web.errors import Denied
from web.services.device import Corners

CORNERS: Corners = ((100.0, 60.0), (540.0, 60.0), (540.0, 300.0), (100.0, 300.0))


def at_once() -> None:
    """Allow it."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "quarterdeck.toml"
    file.write_text("[tray]\nwidth = 300   # of oak\n\n[panel]\nkind = 'none'\n")
    return file


@pytest.fixture
def viewfinder() -> Preview:
    """A preview of a picture without a tray, half as wide as the camera's usual one."""
    preview = Preview()
    preview.observed(Frame(np.full((360, 640, 3), 90, np.uint8), 1.0, 1), settled([]))
    return preview


def test_corners_that_are_pointed_out_are_kept_for_the_cameras_own_size_and_forgotten_again(
    file: Path, viewfinder: Preview
) -> None:
    calibration = TableCalibration(file, configuration.load(file), viewfinder)
    outline = calibration.outline()
    assert outline is not None
    assert (outline.frame, outline.found, calibration.changed) == ((640, 360), "nowhere", False)
    calibration.keep(CORNERS, at_once)
    kept = configuration.load(file)
    assert kept.tray.corners is not None
    assert kept.tray.corners[0] == (200.5, 120.5)  # pixels have a middle
    assert "# of oak" in file.read_text()
    assert calibration.changed
    again = TableCalibration(file, kept, viewfinder).outline()
    assert again is not None
    assert (again.found, again.corners and again.corners[2]) == ("corners", (540.0, 300.0))
    calibration.keep(None, at_once)
    assert configuration.load(file).tray.corners is None


def test_corners_that_outline_no_tray_change_nothing(file: Path, viewfinder: Preview) -> None:
    calibration = TableCalibration(file, configuration.load(file), viewfinder)
    before = file.read_text()
    with pytest.raises(Denied) as denied:
        calibration.keep((CORNERS[0], CORNERS[0], CORNERS[0], CORNERS[0]), at_once)
    assert (denied.value.code, file.read_text(), calibration.changed) == ("bad_corners", before, False)


def test_a_key_over_several_lines_is_not_torn_apart(file: Path) -> None:
    file.write_text("[tray]\ncorners = [\n [1, 1], [2, 1],\n [2, 2], [1, 2]]\n")
    with pytest.raises(BadConfig, match="by hand"):
        forget_values(file, "tray", ("corners",))


def test_a_backup_that_is_brought_waits_to_be_put_back_and_anything_else_is_refused(file: Path) -> None:
    with Journal(file.parent / "journal.db") as journal:
        journal.append([START], 0.0)
    chest = TableChest(file)
    with pytest.raises(Denied) as denied:
        chest.put_back(b"a picture of a cat", at_once)
    assert (denied.value.code, restore.waits(file)) == ("bad_backup", False)
    assert denied.value.why.startswith("The uploaded file isn’t a Quarterdeck backup")
    assert translated(denied.value.why, "de").startswith("Die hochgeladene Datei ist keine Sicherung")
    chest.put_back(chest.backup(wifi_password=True), at_once)
    assert restore.waits(file)


def test_the_doctor_looks_for_one_phone_at_a_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = doctor_of(file, configuration.load(file))
    said: list[str] = []

    def look(*_: object) -> list[object]:
        with pytest.raises(Denied) as denied:
            findings()
        said.append(denied.value.code)
        return []

    monkeypatch.setattr(machine, "examine", look)
    assert (findings(), findings()) == ([], [])
    assert said == ["busy", "busy"]


class Answering(TableLamps):
    """Lamps whose calibration has this result."""

    def __init__(self, result: LampMaps | BadTrial | None) -> None:
        super().__init__(RecordedLamps(tuple(LampSide)))
        self._result = result

    def calibrate(self) -> "Future[LampMaps]":
        asked = Future[LampMaps]()
        if isinstance(self._result, LampMaps):
            asked.set_result(self._result)
        elif self._result is not None:
            asked.set_exception(self._result)
        return asked


def test_lamps_that_are_measured_are_kept_and_the_table_restarts(file: Path) -> None:
    allowed: list[bool] = []
    desk = TableLampDesk(file, Answering(MAPS), None)
    assert desk.measured() is None
    assert desk.measure(lambda: allowed.append(True)).startswith("All four light strips answer")
    assert allowed == [True]
    assert desk.changed
    kept = load_maps(file.with_name(FILE), TraySize())
    assert kept is not None
    assert TableLampDesk(file, Answering(None), kept).measured() == 0


def test_lamps_without_an_answer_are_named(file: Path) -> None:
    said = TableLampDesk(file, Answering(maps_of(LampSide.LEFT, LampSide.FAR)), None).measure(at_once)
    assert said == "Measured, but there’s no answer from: right and near. Check wires and pins."


@pytest.mark.parametrize(
    ("result", "code"),
    [(maps_of(), "lamps_dark"), (BadTrial("Something moved over the tray: try again."), "not_measured")],
)
def test_lamps_that_cannot_be_measured_change_nothing(file: Path, result: LampMaps | BadTrial, code: str) -> None:
    desk = TableLampDesk(file, Answering(result), None)
    with pytest.raises(Denied) as denied:
        desk.measure(at_once)
    assert (denied.value.code, desk.changed, file.with_name(FILE).exists()) == (code, False, False)


def test_a_tray_that_is_not_seen_empty_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "EMPTY_WITHIN", 0.001)
    with pytest.raises(Denied) as denied:
        TableLampDesk(file, Answering(None), None).measure(at_once)
    assert denied.value.code == "not_empty"


def test_maps_that_cannot_be_written_are_said(file: Path) -> None:
    file.with_name(FILE).mkdir()
    with pytest.raises(Denied) as denied:
        TableLampDesk(file, Answering(MAPS), None).measure(at_once)
    assert denied.value.code == "not_kept"
