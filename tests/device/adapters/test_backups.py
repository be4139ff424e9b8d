"""Backups: kept on this machine by their names alone, and written daily to a stick that was chosen."""

import threading
from pathlib import Path

import pytest

from device.adapters.backups import AGAIN, KEPT, LONG, TableBackups, TableStickBackups
from device.adapters.files import JsonFiles
from device.backup.backup import take_backup
from device.backup.stick import FOLDER, Stick
from device.config.editor import template
from device.config.schema import BackupConfig
from device.errors import BadBackup
from device.journal.journal import Journal
from tests.device.backup.test_backup import table_in
from web.errors import Denied


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "quarterdeck.toml"
    file.write_text(template(), "utf-8")
    with Journal(tmp_path / "journal.db"):
        pass
    return file


def test_a_backup_is_made_checked_and_listed(config: Path) -> None:
    backups = TableBackups(config)
    name = backups.make()
    assert [(one.name, one.sound) for one in backups.all()] == [(name, True)]
    assert backups.file(name).read_bytes().startswith(b"PK")
    backups.file(name).write_bytes(b"PK, and no more")
    assert [one.sound for one in backups.all()] == [False]


def test_the_oldest_made_by_hand_are_deleted_and_no_others(config: Path) -> None:
    times = iter(range(1_000_000, 2_000_000, 60))
    backups = TableBackups(config, lambda: next(times))
    (config.parent / "backups").mkdir()
    (config.parent / "backups" / "before-1.1.zip").write_bytes(b"")
    for _number in range(KEPT + 2):
        backups.make()
    assert len(backups.all()) == KEPT + 1


@pytest.mark.parametrize("name", ["../quarterdeck.toml", "missing.zip", "", ".zip", "link.zip", "a/b.zip"])
def test_nothing_else_is_handed_out(config: Path, name: str) -> None:
    (config.parent / "backups").mkdir()
    (config.parent / "backups" / "link.zip").symlink_to(config)
    with pytest.raises(Denied) as refusal:
        TableBackups(config).file(name)
    assert refusal.value.code == "no_backup"


def test_without_a_folder_the_list_is_empty(config: Path) -> None:
    assert TableBackups(config).all() == []


DAY = 86400.0


class Desk:
    """A table with a clock of its own, and sticks that are plugged in by the test."""

    def __init__(self, folder: Path, *, usb: bool = True) -> None:
        self.now = 1_790_000_000.0
        self.sticks: list[Stick] = []
        self._folder = folder
        self._file = table_in(folder / "bar") if not (folder / "bar").exists() else folder / "bar" / "bar.toml"
        self.backups = TableStickBackups(
            "tavern-abc123",
            lambda: take_backup(self._file),
            BackupConfig(usb=usb),
            JsonFiles(self._file.parent),
            lambda _folder: [Stick(one.path, (one.path / FOLDER).is_dir()) for one in self.sticks],
            lambda: self.now,
        )

    def plug_in(self, name: str = "sda1", *, chosen: bool = True) -> Path:
        path = self._folder / name
        (path / FOLDER if chosen else path).mkdir(parents=True, exist_ok=True)
        self.sticks.append(Stick(path, chosen))
        return path / FOLDER

    def pull(self) -> None:
        self.sticks.clear()

    def after(self, seconds: float) -> None:
        self.now += seconds
        self.backups.look()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_chosen_stick_gets_a_backup_a_day(desk: Desk) -> None:
    folder = desk.plug_in()
    for _hour in range(24 * 3):
        desk.after(3600)
    assert len(list(folder.glob("*.zip"))) == 4, "one at once, three at five o'clock"
    status = desk.backups.status()
    assert (status.stick, status.where, status.kept, status.trouble) == ("ready", "sda1", 4, None)
    assert status.last is not None
    assert status.next is not None
    assert 0 < status.next - status.last <= DAY
    assert (folder.parent / status.file).exists()


def test_another_stick_gets_nothing_until_it_is_chosen(desk: Desk) -> None:
    folder = desk.plug_in(chosen=False)
    desk.after(0)
    assert not folder.exists()
    assert (desk.backups.status().stick, desk.backups.status().next) == ("new", None)
    with pytest.raises(Denied):
        desk.backups.back_up_now()
    desk.backups.choose()
    desk.after(0)
    assert len(list(folder.iterdir())) == 1
    assert desk.backups.status().stick == "ready"


def test_no_stick_is_chosen_while_there_is_none_or_more_than_one(desk: Desk) -> None:
    desk.after(0)
    with pytest.raises(Denied, match="Plug in a USB stick first"):
        desk.backups.choose()
    desk.plug_in("sda1", chosen=False)
    desk.plug_in("sdb1", chosen=False)
    desk.after(0)
    with pytest.raises(Denied, match="only one"):
        desk.backups.choose()


def test_one_more_is_written_when_the_owner_asks(desk: Desk) -> None:
    folder = desk.plug_in()
    desk.after(0)
    desk.backups.back_up_now()
    desk.after(0)
    desk.after(0)
    assert len(list(folder.iterdir())) == 2


def test_a_backup_that_fails_is_told_and_tried_again_later_or_when_the_stick_is_plugged_in(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = desk.plug_in()

    def full(*_given: object) -> Path:
        raise BadBackup("The USB stick sda1 is full.")

    with monkeypatch.context() as patched:
        patched.setattr("device.adapters.backups.back_up_to", full)
        desk.after(0)
        assert desk.backups.status().trouble == "The USB stick sda1 is full."
        assert desk.backups.status().next == desk.now + AGAIN
    desk.after(AGAIN / 2)
    assert list(folder.iterdir()) == []
    assert desk.backups.status().trouble == "The USB stick sda1 is full."
    desk.pull()
    desk.after(1)
    desk.plug_in()
    desk.after(1)
    assert len(list(folder.iterdir())) == 1
    assert desk.backups.status().trouble is None


def test_when_the_last_one_was_is_known_after_a_restart_and_a_missing_stick_is_told_after_days(
    desk: Desk, tmp_path: Path
) -> None:
    desk.plug_in()
    desk.after(0)
    last = desk.backups.status().last
    again = Desk(tmp_path)
    again.after(60)
    assert again.backups.status().last == last
    assert again.backups.status().trouble is None
    again.after(LONG)
    assert again.backups.status().trouble == "No backup for 3 days: plug in the USB stick for backups."
    again.plug_in()
    again.after(0)
    assert again.backups.status().trouble is None


def test_a_table_without_backups_to_sticks_touches_none(tmp_path: Path) -> None:
    desk = Desk(tmp_path, usb=False)
    folder = desk.plug_in()
    desk.after(DAY)
    assert list(folder.iterdir()) == []
    assert not desk.backups.status().on


def test_a_strange_stick_is_trouble_and_the_next_look_is_as_usual(desk: Desk) -> None:
    folder = desk.plug_in()
    looks: list[str | None] = []
    enough = threading.Event()
    real = desk.backups.look

    def look() -> None:
        looks.append(desk.backups.status().trouble)
        if len(looks) == 1:
            desk.backups._wake.set()
            raise RuntimeError("a bad day")
        real()
        enough.set()

    desk.backups.look = look  # type: ignore[method-assign]
    with desk.backups:
        assert enough.wait(20)
    assert looks == [None, "The backup failed (RuntimeError: a bad day)."]
    assert len(list(folder.iterdir())) == 1
    assert desk.backups.status().trouble is None
