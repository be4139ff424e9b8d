"""The services behind the page."""

from pathlib import Path

import pytest

from device.adapters.files import JsonFiles
from device.adapters.pictures import DieCrops, Preview
from device.adapters.service_log import TableLog
from device.adapters.services import PIN_LOST, aboard
from device.adapters.setup import TableCalibration
from device.config.schema import Config
from device.notices import Notices
from table.commands import CommandQueue
from table.join_requests import JoinRequests
from table.publisher import SnapshotPublisher
from tests.web.moments import WAITING
from web.access.pin import keep_pin


def notices_of(folder: Path) -> tuple[str, ...]:
    """What a table in that folder says at its start."""
    notices, preview, file = Notices(), Preview(), folder / "quarterdeck.toml"
    calibration = TableCalibration(file, Config(), preview)
    board = SnapshotPublisher(WAITING, CommandQueue())
    aboard(file, Config(), board, preview, DieCrops(), calibration, notices, None, JoinRequests(), TableLog(folder))
    return notices.all


@pytest.mark.parametrize("data", [b"{}", b'{"scrypt": {}}', b"7"])
def test_a_pin_that_cannot_be_read_is_said_at_the_start(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "owner.json").write_bytes(data)
    assert notices_of(tmp_path) == (PIN_LOST,)


def test_a_damaged_file_of_the_pin_is_said_to_be_set_aside_too(tmp_path: Path) -> None:
    (tmp_path / "owner.json").write_bytes(b"{")
    said = notices_of(tmp_path)
    assert "owner.json can’t be read: it was renamed to owner.json.unreadable-1" in said[0]
    assert said[1:] == (PIN_LOST,)


def test_a_sound_pin_and_none_are_not_worth_a_word(tmp_path: Path) -> None:
    assert notices_of(tmp_path) == ()
    keep_pin(JsonFiles(tmp_path), "4711")
    assert notices_of(tmp_path) == ()


def test_the_cameras_picture_is_for_the_helm_unless_the_configuration_says_otherwise() -> None:
    assert Config().web.pictures == "helm"
