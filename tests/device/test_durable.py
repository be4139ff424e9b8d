"""Files that are there whole, or not at all."""

import errno
import os
from pathlib import Path

import pytest

from device.durable import write_durably


def test_a_file_is_written_and_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    for data in (b"first", b"second"):
        write_durably(file, data)
        assert file.read_bytes() == data
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]


def test_content_and_folder_are_made_durable_in_this_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        done.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    write_durably(tmp_path / "kept", b"data")
    assert done == ["kept.new", tmp_path.name]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    file = tmp_path / "kept"
    write_durably(file, b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(*((os, "fsync", full) if call == "fsync" else (Path, "replace", full)))
    with pytest.raises(OSError, match="No space"):
        write_durably(file, b"new")
    assert file.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]
