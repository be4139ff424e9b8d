"""Backups on a USB stick: a folder in place of one, and real FAT file systems that are full, locked, rotten or gone."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from device.backup import stick as subject
from device.backup.backup import Backup, read_backup, take_backup
from device.backup.stick import FOLDER, Stick, back_up_to, backups_on, choose, name_of_table, sticks_in
from device.errors import BadBackup
from tests.device.backup.test_backup import table_in

NAME = "tavern-abc123"
NOON = 1_790_000_000.0


@pytest.fixture
def backup(tmp_path: Path) -> Backup:
    return take_backup(table_in(tmp_path / "bar"))


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    folder = tmp_path / "sticks" / "sda1"
    folder.mkdir(parents=True)
    return choose(Stick(folder, is_chosen=False))


def names_on(stick: Stick) -> list[str]:
    return sorted(path.name for path in stick.folder.iterdir())


def test_only_a_mounted_stick_with_the_folder_is_chosen(stick: Stick) -> None:
    sticks = stick.path.parent
    (sticks / "sdb1").mkdir()
    (sticks / "left-behind" / FOLDER).mkdir(parents=True)
    mounted = {sticks / "sda1", sticks / "sdb1"}
    assert sticks_in(sticks, lambda path: path in mounted) == (
        Stick(sticks / "sda1", is_chosen=True),
        Stick(sticks / "sdb1", is_chosen=False),
    )
    assert sticks_in(sticks) == (), "a folder of the machine's own disk is no stick"
    assert sticks_in(sticks / "none") == ()


def test_so_many_are_kept_whatever_the_clock_says_and_others_stay(stick: Stick, backup: Backup) -> None:
    (stick.folder / "holiday.jpg").write_bytes(b"a picture")
    other = back_up_to(stick, "pub-fedcba", backup, 3, NOON)
    for day in (0, -9000, 4, 5, 6):
        back_up_to(stick, NAME, backup, 3, NOON + 86400 * day)
    assert [number for number, _file in backups_on(stick, NAME)] == [3, 4, 5]
    assert names_on(stick)[0] == "holiday.jpg"
    assert other.exists()
    assert read_backup(backups_on(stick, NAME)[-1][1]) == backup


@pytest.mark.parametrize("byte", [30, 400, -30])
def test_a_stick_that_changes_a_byte_is_found_out_and_the_older_backup_stays(
    stick: Stick, backup: Backup, monkeypatch: pytest.MonkeyPatch, byte: int
) -> None:
    older = back_up_to(stick, NAME, backup, 1, NOON)
    real = subject._write

    def rotten(file: Path, data: bytes) -> None:
        spoilt = bytearray(data)
        spoilt[byte] ^= 0x10
        real(file, bytes(spoilt))

    monkeypatch.setattr(subject, "_write", rotten)
    with pytest.raises(BadBackup, match=r"The USB stick sda1 is faulty: .* Use another\."):
        back_up_to(stick, NAME, backup, 1, NOON)
    assert names_on(stick) == [older.name]


def test_an_older_backup_in_the_place_of_the_new_one_is_found_out(
    stick: Stick, backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a stick that says that it has written and has not."""
    other = replace(backup, files=backup.files | {"players.json": b"{}"})
    monkeypatch.setattr(subject, "_write", lambda file, _data: file.write_bytes(other.packed))
    with pytest.raises(BadBackup, match="is faulty: it returns other data than was written"):
        back_up_to(stick, NAME, backup, 1, NOON)
    assert names_on(stick) == []


def test_what_a_power_cut_has_left_is_removed_by_the_next_backup(stick: Stick, backup: Backup) -> None:
    (stick.folder / f"{NAME}-000007-2026-11-25.zip.unfinished").write_bytes(b"half")
    back_up_to(stick, NAME, backup, 1, NOON)
    assert len(names_on(stick)) == 1


def test_tables_with_one_host_name_have_names_of_their_own() -> None:
    assert name_of_table("Tavern.local", "abcdef0123") == "tavern-local-abcdef"
    assert name_of_table("", "0123456789") == "table-012345"


KINDS = (
    (["mkfs.vfat"], ["mount", "-t", "vfat", "-o", "loop"]),
    (["mkfs.exfat"], ["mount.exfat-fuse", "-o"]),  # where the kernel has no FAT
)
"""How the file systems of sticks are made and mounted, with options to follow."""


class RealStick:
    """A FAT or exFAT file system in a file, which is plugged in and pulled."""

    def __init__(self, folder: Path) -> None:
        self.image = folder / "stick.img"
        self.stick = Stick(folder / "stick", is_chosen=True)
        self._mounter: list[str] = []

    def make(self) -> None:
        self.stick.path.mkdir()
        if os.geteuid():
            pytest.skip("mounting needs root")
        for make, mounter in KINDS:
            self.image.write_bytes(bytes(4 << 20))
            self._mounter = mounter
            with suppress(OSError):
                subprocess.run([*make, self.image], capture_output=True, check=False)
                if self.plug_in():
                    self.stick.folder.mkdir()
                    return
        pytest.skip("neither FAT nor exFAT can be mounted here (apt install dosfstools exfat-fuse exfatprogs)")

    def plug_in(self, how: str = "rw") -> bool:
        loop = subprocess.run(["losetup", "--find", "--show", self.image], capture_output=True, text=True, check=False)
        where = [loop.stdout.strip(), str(self.stick.path)]
        command = [*self._mounter[:-1], "-o", how, *where]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        finally:  # it goes when it is not used any more, or now if there is no such command
            subprocess.run(["losetup", "--detach", where[0]], check=False)

    def pull(self) -> None:
        subprocess.run(["umount", "--lazy", self.stick.path], capture_output=True, check=False)


@pytest.fixture
def real(tmp_path: Path) -> Iterator[RealStick]:
    stick = RealStick(tmp_path)
    stick.make()
    yield stick
    stick.pull()


def test_a_real_stick_has_a_backup_that_is_there_after_it_was_pulled(real: RealStick, backup: Backup) -> None:
    assert sticks_in(real.stick.path.parent) == (real.stick,)
    file = back_up_to(real.stick, NAME, backup, 7, NOON)
    real.image.with_name("copy.img").write_bytes(real.image.read_bytes())  # without an orderly umount
    real.pull()
    real.image = real.image.with_name("copy.img")
    assert real.plug_in()
    assert read_backup(file) == backup


def test_a_full_stick_is_said_and_keeps_what_it_has(real: RealStick, backup: Backup) -> None:
    older = back_up_to(real.stick, NAME, backup, 1, NOON)
    free = os.statvfs(real.stick.path)
    (real.stick.path / "film.mp4").write_bytes(bytes(free.f_bavail * free.f_frsize - 500_000))
    with pytest.raises(BadBackup, match=r"The USB stick stick is full: delete files on it; older backups stay\."):
        back_up_to(real.stick, NAME, backup, 1, NOON)
    assert names_on(real.stick) == [older.name]


def test_a_stick_that_is_full_after_all_keeps_what_it_has(
    real: RealStick, backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = back_up_to(real.stick, NAME, backup, 1, NOON)
    free = os.statvfs(real.stick.path)
    (real.stick.path / "film.mp4").write_bytes(bytes(free.f_bavail * free.f_frsize - 4096))
    monkeypatch.setattr(subject, "_check_space", lambda *_given: None)
    with pytest.raises(BadBackup, match="The USB stick stick is full"):
        back_up_to(real.stick, NAME, replace(backup, files=backup.files | {"x": os.urandom(50_000)}), 1, NOON)
    assert names_on(real.stick) == [older.name]


def test_a_locked_stick_is_said(real: RealStick, backup: Backup) -> None:
    real.pull()
    assert real.plug_in("ro")
    with pytest.raises(BadBackup, match=r"The USB stick stick is write-protected: slide its lock, or use another\."):
        back_up_to(real.stick, NAME, backup, 7, NOON)


def test_a_rotten_stick_is_said_and_costs_nothing(real: RealStick, backup: Backup) -> None:
    """Its tables are full of nonsense, as on a worn stick."""
    back_up_to(real.stick, NAME, backup, 1, NOON)
    real.pull()
    raw = bytearray(real.image.read_bytes())
    raw[24 * 512 : len(raw) // 2] = b"\xa5" * (len(raw) // 2 - 24 * 512)
    real.image.write_bytes(raw)
    if not real.plug_in():
        assert sticks_in(real.stick.path.parent) == ()
        return
    with pytest.raises(BadBackup) as refusal:
        back_up_to(real.stick, NAME, backup, 1, NOON)
    assert str(refusal.value).startswith("The USB stick stick ")
    assert str(refusal.value).count(".") == 1


@pytest.mark.parametrize("when", ["_write", "_check", "make_durable"])
def test_a_stick_that_is_pulled_in_the_middle_is_said(
    real: RealStick, backup: Backup, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    older = back_up_to(real.stick, NAME, backup, 1, NOON)
    sound = getattr(subject, when)

    def pulled(*given: object) -> None:
        real.pull()
        sound(*given)

    with monkeypatch.context() as patched:
        patched.setattr(subject, when, pulled)
        with pytest.raises(BadBackup, match=r"The USB stick stick was pulled .*: plug it in again\."):
            back_up_to(real.stick, NAME, backup, 1, NOON)
    assert list(real.stick.path.iterdir()) == [], "nothing is written to the machine's own disk"
    assert real.plug_in()
    assert read_backup(older) == backup
    back_up_to(real.stick, NAME, backup, 1, NOON)
    assert len(names_on(real.stick)) == 1
