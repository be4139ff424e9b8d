"""A camera that is opened again stays as it settled."""

from pathlib import Path

import pytest

from device.cameras.config import CameraConfig
from device.config import schema as configuration
from device.sources.locked_camera import LockedCamera
from tests.device.cameras.fake_picamera2 import stand_in

WRITTEN = '[camera]\nkind = "pi"  # ours\n'


def test_what_it_settled_on_is_kept_in_the_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, board="sensor='imx219'")
    file = tmp_path / "quarterdeck.toml"
    file.write_text(WRITTEN)
    told: list[str] = []
    settled = LockedCamera(file, configuration.load(file).camera, told.append)
    with settled.open() as camera:
        for _ in camera.frames():
            if settled.config.locked:
                break
    with settled.open() as camera:
        again = next(frame for frame in camera.frames() if frame)
    assert settled.config.locked is not None
    assert again.settings["exposure"] == settled.config.locked.exposure
    assert configuration.load(file).camera == settled.config
    assert file.read_text().startswith(WRITTEN)
    assert told == ["This camera has no AfMode: setting ignored."]


def test_a_configuration_that_cannot_be_written_is_reported_once(tmp_path: Path) -> None:
    told: list[str] = []
    settled = LockedCamera(tmp_path / "none.toml", CameraConfig(kind="pi"), told.append)
    for _ in range(2):
        settled._keep({"exposure": 20_000.0, "gain": 2.0, "red": 1.5, "blue": 1.2})
    assert settled.config.locked is not None
    assert len(told) == 1
    assert "write by hand, under [camera]: exposure = 20000.0" in told[0]
