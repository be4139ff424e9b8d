"""Files that are there whole, or not at all."""

import errno
import os
import stat
from pathlib import Path

import pytest

from device.files.durable_write import PRIVATE, write_durably


def test_a_file_is_written_and_written_again(tmp_path: Path) -> None:
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


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_private_file_can_be_read_by_nobody_else_at_any_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(handle).st_mode))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    file = tmp_path / "backup.zip"
    file.write_bytes(b"an older one that all may read")
    file.chmod(0o644)
    write_durably(file, b"secrets", mode=PRIVATE)
    assert (modes[0], mode_of(file)) == (0o600, 0o600)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_file_that_is_written_again_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_bytes(b"wifi_password = 'rum and cola'")
    file.chmod(mode)
    write_durably(file, b"another")
    assert mode_of(file) == mode


def test_a_link_that_lies_where_the_fresh_file_comes_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / "kept.new").symlink_to(victim)
    write_durably(tmp_path / "kept", b"data")
    assert (victim.read_bytes(), (tmp_path / "kept").read_bytes()) == (b"precious", b"data")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_writes_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1235)
    for name, mode in (("kept", None), ("backup.zip", PRIVATE)):
        write_durably(tmp_path / name, b"data", mode=mode)
        found = (tmp_path / name).stat()
        assert (found.st_uid, found.st_gid) == (1234, 1235)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_link_in_place_of_the_file_gives_away_no_rights_of_its_target(tmp_path: Path) -> None:
    program, file = tmp_path / "program", tmp_path / "kept"
    program.touch()
    program.chmod(0o4750)
    file.symlink_to(program)
    os.chown(file, 65534, 65534, follow_symlinks=False)
    write_durably(file, b"data")
    about = file.lstat()
    assert (about.st_uid, stat.S_IMODE(about.st_mode)) == (65534, 0o750)
    assert program.read_bytes() == b""
