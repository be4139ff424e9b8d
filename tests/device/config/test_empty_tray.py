"""The empty tray's look on disk."""

from pathlib import Path

import numpy as np
import pytest

from device.config.kept_arrays import EMPTY_TRAY as FILE
from device.config.kept_arrays import SAVED_EVERY as EVERY
from device.config.kept_arrays import ReferenceKeeper, load_reference, save_reference
from tests.vision.drawn import draw_tray, overhead_tray
from vision import EmptyTray

TRAY = overhead_tray()
REFERENCE = EmptyTray.of(draw_tray(), TRAY)


def test_a_reference_is_kept_and_comes_back(tmp_path: Path) -> None:
    file = tmp_path / FILE
    assert load_reference(file, TRAY.size) is None
    assert save_reference(REFERENCE, file)
    again = load_reference(file, TRAY.size)
    assert again is not None
    assert again.fits(TRAY)
    assert np.array_equal(again.colours, REFERENCE.colours)
    assert [one.name for one in tmp_path.iterdir()] == [FILE]
    assert file.stat().st_size < 300_000


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_file_that_was_cut_off_is_as_good_as_none(tmp_path: Path, share: float) -> None:
    file = tmp_path / FILE
    save_reference(REFERENCE, file)
    data = file.read_bytes()
    file.write_bytes(data[: round(share * len(data))])
    assert load_reference(file, TRAY.size) is None


def test_what_is_no_reference_is_as_good_as_none(tmp_path: Path) -> None:
    file = tmp_path / FILE
    for content in (b"text", b"PK\x03\x04" + bytes(40)):
        file.write_bytes(content)
        assert load_reference(file, TRAY.size) is None
    np.savez(file, colours=np.zeros(3), other=np.array([{}], dtype=object))
    assert load_reference(file, TRAY.size) is None


def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert not save_reference(REFERENCE, tmp_path / FILE)
    assert not save_reference(REFERENCE, tmp_path / "none" / FILE)
    assert [one.name for one in tmp_path.iterdir()] == [FILE]


def test_a_reference_is_written_now_and_then_only(tmp_path: Path) -> None:
    moments = [0.0]
    keep = ReferenceKeeper(tmp_path / FILE, clock=lambda: moments[-1])
    written = []
    for moment in (100.0, 160.0, 100.0 + EVERY, 160.0 + EVERY):
        moments.append(moment)
        (tmp_path / FILE).unlink(missing_ok=True)
        keep(REFERENCE)
        written.append((tmp_path / FILE).exists())
    assert written == [True, False, True, False]
