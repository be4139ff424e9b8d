"""The lamps' maps on disk."""

import os
from pathlib import Path

import numpy as np
import pytest

from device.config.kept_arrays import DAY, load_maps, save_maps
from device.config.kept_arrays import LAMP_MAPS as FILE
from device.notices import Notices
from tests.vision.lamps.lit import TRAY
from vision import LampMaps, LampSide, TraySize
from vision.lamps.maps import places


def maps_of(*sides: LampSide) -> LampMaps:
    shape = places(TRAY.size).shape[:2]
    lights = {side: np.full(shape, 0.1, np.float32) for side in sides}
    return LampMaps(TRAY.size, np.full(shape, 0.5, np.float32), lights)


MAPS = maps_of(*LampSide)


def test_maps_are_kept_and_come_back_with_their_age(tmp_path: Path) -> None:
    file = tmp_path / FILE
    assert load_maps(file, TRAY.size) is None
    assert save_maps(MAPS, file)
    found = load_maps(file, TRAY.size)
    assert found is not None
    assert found.maps.working() == frozenset(LampSide)
    assert found.days == 0
    os.utime(file, (file.stat().st_mtime - 3.5 * DAY,) * 2)
    old = load_maps(file, TRAY.size)
    assert old is not None
    assert old.days == 3
    assert file.stat().st_size < 30_000


def test_maps_of_a_tray_of_another_size_are_not_used(tmp_path: Path) -> None:
    save_maps(MAPS, tmp_path / FILE)
    notices = Notices()
    assert load_maps(tmp_path / FILE, TraySize(400, 300, 50, 20), notices) is None
    assert (tmp_path / FILE).is_file()
    assert list(notices.all) == []


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04" + bytes(40)])
def test_a_damaged_file_is_set_aside_and_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    notices = Notices()
    assert load_maps(tmp_path / FILE, TRAY.size, notices) is None
    assert [one.name for one in tmp_path.iterdir()] == [f"{FILE}.unreadable-1"]
    assert "lamp-maps.npz can’t be read" in notices.all[0]


def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    assert not save_maps(MAPS, tmp_path / "none" / FILE)
