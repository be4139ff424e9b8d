"""The empty tray's look and the lamps' maps on disk."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from device.config.kept_arrays import (
    DAY,
    EMPTY_TRAY,
    LAMP_MAPS,
    SAVED_EVERY,
    ReferenceKeeper,
    load_maps,
    load_reference,
    save_arrays,
)
from device.notices import Notices
from tests.vision.drawn import draw_tray, overhead_tray
from tests.vision.lamps.lit import TRAY
from vision import EmptyTray, LampMaps, LampSide, TraySize
from vision.lamps.maps import places


def maps_of(*sides: LampSide) -> LampMaps:
    shape = places(TRAY.size).shape[:2]
    lights = {side: np.full(shape, 0.1, np.float32) for side in sides}
    return LampMaps(TRAY.size, np.full(shape, 0.5, np.float32), lights)


MAPS = maps_of(*LampSide)
REFERENCE = EmptyTray.of(draw_tray(), overhead_tray())
SIZE = overhead_tray().size


def test_a_reference_is_kept_and_comes_back(tmp_path: Path) -> None:
    file = tmp_path / EMPTY_TRAY
    assert load_reference(file, SIZE) is None
    assert save_arrays(REFERENCE.to_arrays(), file)
    again = load_reference(file, SIZE)
    assert again is not None
    assert again.fits(overhead_tray())
    assert np.array_equal(again.colours, REFERENCE.colours)
    assert [one.name for one in tmp_path.iterdir()] == [EMPTY_TRAY]
    assert file.stat().st_size < 300_000


def test_maps_are_kept_and_come_back_with_their_age(tmp_path: Path) -> None:
    file = tmp_path / LAMP_MAPS
    assert load_maps(file, TRAY.size) is None
    assert save_arrays(MAPS.to_arrays(), file)
    for days in (0, 3):
        found = load_maps(file, TRAY.size)
        assert found is not None
        assert (found.maps.working(), found.days) == (frozenset(LampSide), days)
        os.utime(file, (file.stat().st_mtime - 3.5 * DAY,) * 2)
    assert file.stat().st_size < 30_000


def test_maps_of_a_tray_of_another_size_are_not_used(tmp_path: Path) -> None:
    save_arrays(MAPS.to_arrays(), tmp_path / LAMP_MAPS)
    notices = Notices()
    assert load_maps(tmp_path / LAMP_MAPS, TraySize(400, 300, 50, 20), notices) is None
    assert ((tmp_path / LAMP_MAPS).is_file(), notices.all) == (True, ())


def whole(file: Path) -> bytes:
    save_arrays(REFERENCE.to_arrays(), file)
    return file.read_bytes()


def foreign(file: Path) -> bytes:
    np.savez(file, colours=np.zeros(3), other=np.array([{}], dtype=object))
    return file.read_bytes()


@pytest.mark.parametrize(
    "damaged",
    [
        lambda _file: b"",
        lambda _file: b"text",
        lambda _file: b"PK\x03\x04" + bytes(40),
        lambda file: whole(file)[:20_000],
        lambda file: whole(file)[:-4000],
        foreign,
    ],
)
@pytest.mark.parametrize(("name", "load"), [(EMPTY_TRAY, load_reference), (LAMP_MAPS, load_maps)])
def test_a_damaged_file_is_set_aside_and_said(
    tmp_path: Path, damaged: Callable[[Path], bytes], name: str, load: Callable[..., object]
) -> None:
    data = damaged(tmp_path / "made.npz")
    (tmp_path / name).write_bytes(data)
    notices = Notices()
    assert load(tmp_path / name, TRAY.size, notices) is None
    assert (tmp_path / f"{name}.unreadable-1").read_bytes() == data
    assert f"{name} can’t be read" in notices.all[0]


def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / EMPTY_TRAY).mkdir()
    assert not save_arrays(REFERENCE.to_arrays(), tmp_path / EMPTY_TRAY)
    assert not save_arrays(REFERENCE.to_arrays(), tmp_path / "none" / EMPTY_TRAY)
    assert not save_arrays(MAPS.to_arrays(), tmp_path / "none" / LAMP_MAPS)
    assert [one.name for one in tmp_path.iterdir()] == [EMPTY_TRAY]


def test_a_reference_is_written_now_and_then_only(tmp_path: Path) -> None:
    moments = [0.0]
    keep = ReferenceKeeper(tmp_path / EMPTY_TRAY, clock=lambda: moments[-1])
    written = []
    for moment in (100.0, 160.0, 100.0 + SAVED_EVERY, 160.0 + SAVED_EVERY):
        moments.append(moment)
        (tmp_path / EMPTY_TRAY).unlink(missing_ok=True)
        keep(REFERENCE)
        written.append((tmp_path / EMPTY_TRAY).exists())
    assert written == [True, False, True, False]
