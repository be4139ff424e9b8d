"""What the page does for the appliance: corners, backups, and the doctor's findings."""

from pathlib import Path

import numpy as np
import pytest

from device.adapters import maintenance as care
from device.adapters.maintenance import TableCalibration, TableChest, TableDoctor
from device.adapters.preview import Preview
from device.backup import restore
from device.cameras.camera import Frame
from device.config import schema as configuration
from device.config.editor import forget_values
from device.errors import BadConfig
from device.journal.journal import Journal
from engine.i18n import translated
from tests.table.desk import START
from tests.table.lying import settled
from web.errors import Denied
from web.ports.maintenance import Corners

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
    doctor = TableDoctor(file, configuration.load(file))
    said: list[str] = []

    def look(*_: object) -> list[object]:
        with pytest.raises(Denied) as denied:
            doctor.findings()
        said.append(denied.value.code)
        return []

    monkeypatch.setattr(care, "examine", look)
    assert (doctor.findings(), doctor.findings()) == ([], [])
    assert said == ["busy", "busy"]
