"""Disks that begin to fail while they are used: they refuse what is written, refuse everything, or lie.

A disk with ext4 on it takes nothing more until it is mounted anew, once it has refused its journal; without a journal
of its own, as on a stick, it goes on where it stood.
"""

import gc
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from device.backup.backup import CONFIG, JOURNAL, read_backup, take_backup, write_backup
from device.backup.restore import WAITING, have_wait, put_back
from device.errors import BadBackup, DeviceError
from device.journal.journal import Journal
from device.storage.acknowledged import Acknowledged
from tests.simulation.disk.journals import EVENTS, GAME, TEXTS, damaged_journal, old_journal
from tests.vm.inside.mapper import Mapped, content, load_modules, make_ext4, mount, mounted, put, unmount
from tests.vm.inside.tables import backup_of, games_of, table_with

pytestmark = pytest.mark.vm

DISK = Path("/dev/ram0")

WELL = f"linear {DISK} 0"
FAILURES = {
    "refuses writes": f"flakey {DISK} 0 0 100000 1 error_writes",
    "refuses everything": "error",
    "lies": f"flakey {DISK} 0 0 100000 1 drop_writes",
}
"""What the device mapper does: the last one takes every write, says that it is done, and drops it."""

LIES, REFUSES = "lies", ("refuses writes", "refuses everything")

PLACES = int(os.environ.get("PLACES", "2"))
"""At how many places of each thing that is done the disk begins to fail."""


class FailingDisk:
    """A disk that fails when it is told to, mounted in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._device = Mapped("failing", WELL)

    def fail(self, how: str) -> None:
        """Fail from now on. What refuses everything is not asked for what is in memory, so nothing stays there."""
        if how == "refuses everything":
            os.sync()
            Path("/proc/sys/vm/drop_caches").write_text("3")
        self._device.become(FAILURES[how])

    def heal(self) -> None:
        """Take and give everything again."""
        self._device.become(WELL)

    def prepared(self, prepare: Callable[[Path], object], *features: str) -> bytes:
        make_ext4(self._device.path, *features)
        with mounted(self._device.path, self.folder) as place:
            prepare(place)
        return content(self._device.path)

    @contextmanager
    def with_image(self, image: bytes) -> Iterator[Path]:
        """The folder, while a disk with these bytes is mounted there."""
        put(self._device.path, [(0, image)])
        mount(self._device.path, self.folder)
        try:
            yield self.folder
        finally:
            unmount(self.folder)

    def cut(self) -> None:
        """Take the power away and switch on again: what was not written is gone. The file system is checked as then."""
        self._device.become(FAILURES["refuses everything"])
        unmount(self.folder)
        self.heal()
        done = subprocess.run(["e2fsck", "-fy", str(self._device.path)], check=False, capture_output=True)
        assert done.returncode < 4, done.stdout
        mount(self._device.path, self.folder)

    def close(self) -> None:
        self._device.remove()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[FailingDisk]:
    load_modules()
    disk = FailingDisk(tmp_path / "disk")
    yield disk
    disk.close()


def is_sound(games: list[list[str]]) -> bool:
    """Whether each game is the one that was played, as far as it is there: nothing strange, nothing twice."""
    return all(game == TEXTS[: len(game)] for game in games)


def start(config: Path, look: Callable[[Path], list[list[str]]] = games_of) -> tuple[list[list[str]], list[str]]:
    """Start as the program does, and write once: the games that were there, and all that was said."""
    said = []
    try:
        put_back(config)
    except BadBackup as error:
        said.append(str(error))
    with Journal(config.with_name(JOURNAL), in_memory=True) as journal:
        said += [*journal.notices, *([journal.trouble] if journal.trouble else [])]
        games = look(journal.file) if journal.trouble is None else []
        journal.append(EVENTS[:1], 9.0)
        said += [journal.trouble] if journal.trouble else []
    return games, said


class Play:
    """Games that are played on, each step acknowledged as long as there is no trouble."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.number = self.acknowledged = self._now = 0

    def step(self) -> None:
        """Play a step, and be quiet for a while."""
        place = self.number % len(EVENTS)
        step = next(one for at, one in enumerate(GAME) if sum(map(len, GAME[:at])) == place)
        self._journal.append(step, float(self.number))
        self.number += len(step)
        self._look()

    def rest(self, seconds: int) -> None:
        for _ in range(seconds):
            self._now += 1
            self._journal.tend(float(self._now))
            self._look()

    def _look(self) -> None:
        if self._journal.trouble is None:
            self.acknowledged = self.number


@pytest.mark.parametrize("how", REFUSES)
@pytest.mark.parametrize("features", [(), ("^has_journal",)], ids=["ext4", "ext4 without its journal"])
def test_a_disk_that_fails_in_play_is_said_and_costs_nothing_that_was_acknowledged(
    disk: FailingDisk, how: str, features: tuple[str, ...]
) -> None:
    fresh, back = disk.prepared(lambda _: None, *features), 0
    for steps in range(1, 8):
        with disk.with_image(fresh) as folder:
            with Journal(folder / JOURNAL, in_memory=True) as journal:
                play = Play(journal)
                for _ in range(steps):
                    play.step()
                    play.rest(steps % 3)
                assert play.acknowledged == play.number
                disk.fail(how)
                for _ in range(3):
                    play.step()
                    assert journal.trouble is not None
                    assert "the game continues in memory" in journal.trouble
                    play.rest(2)
                assert play.acknowledged < play.number
                disk.heal()
                play.rest(5)
                back += journal.trouble is None
                assert journal.trouble is None or not features
                play.step()
            disk.cut()
            with Journal(folder / JOURNAL, in_memory=True) as journal:
                assert journal.trouble is None
                games = games_of(folder / JOURNAL)
                assert is_sound(games)
                assert sum(map(len, games)) >= play.acknowledged, journal.notices
                assert not any("lost" in notice for notice in journal.notices)
                journal.append(EVENTS, 9.0)
                assert journal.trouble is None
    print(f"\nFIGURES {how} {features}: 7 tried, of them {back} back at once")


@pytest.mark.parametrize("heals", [False, True], ids=["until the power cut", "for a while"])
def test_what_a_disk_has_lost_that_lies_is_said(disk: FailingDisk, heals: bool) -> None:
    fresh, tried = disk.prepared(lambda _: None), Counter[str]()
    for steps in range(9):
        with disk.with_image(fresh) as folder:
            with Journal(folder / JOURNAL, in_memory=True) as journal:
                play = Play(journal)
                for _ in range(steps):
                    play.step()
                    play.rest(steps % 3)
                disk.fail(LIES)
                for _ in range(3):
                    play.step()
                    play.rest(steps % 2 + 1)
                if heals:
                    disk.heal()
                    play.step()
                    play.rest(3)
            disk.cut()
            known = Acknowledged(folder / JOURNAL).kept
            with Journal(folder / JOURNAL, in_memory=True) as journal:
                assert journal.trouble is None
                games, said = games_of(folder / JOURNAL), " ".join(journal.notices)
                kept = sum(map(len, games))
                assert is_sound(games)
                assert kept <= play.number
                if known is not None and known.events > kept:
                    assert "lost" in said or "gone" in said or "were saved" in said or "nothing could" in said, said
                journal.append(EVENTS, 9.0)
                assert journal.trouble is None
            assert games_of(folder / JOURNAL) == [*games, TEXTS]
            tried["nothing lost" if kept == play.number else "lost and said" if said else "lost with its trace"] += 1
    print(f"\nFIGURES lies {heals}: {dict(tried)}")


CONNECT = sqlite3.connect


class Places:
    """Calls ``act`` at one place of what is done in a folder: a file is opened, renamed, or SQLite asked something."""

    _now: "Places | None" = None
    _hooked = False

    def __init__(self, folder: Path, at: int, act: Callable[[], object]) -> None:
        self._folder = str(folder)
        self._at = at
        self._act = act
        self.seen = 0

    def __enter__(self) -> "Places":
        if not Places._hooked:
            sys.addaudithook(_hear)
        Places._hooked, Places._now = True, self
        return self

    def __exit__(self, *exc: object) -> None:
        Places._now = None

    def hear(self, event: str, given: tuple[object, ...]) -> None:
        if event in ("open", "os.rename", "os.remove", "os.mkdir") and self._folder in str(given[0]):
            self._place()

    def connect(self, *given: Any, **named: Any) -> sqlite3.Connection:
        """Connect as SQLite does, and count what it is asked."""
        base: sqlite3.Connection = CONNECT(*given, **named)
        base.set_trace_callback(lambda _: self._place())
        return base

    def _place(self) -> None:
        if Places._now is self:
            self.seen += 1
            if self.seen == self._at:
                self._act()


def _hear(event: str, given: tuple[object, ...]) -> None:
    if Places._now:
        Places._now.hear(event, given)


def back_up(config: Path) -> list[str]:
    """Take a backup, and write it beside the configuration."""
    write_backup(take_backup(config), config.with_name("out.zip"))
    return []


def play_on(config: Path) -> list[str]:
    """Start, which may repair a journal or update it, and play."""
    return start(config, lambda _: [])[1]


def waiting(place: Path, other: Path) -> None:
    """A table with one game for which a backup with two waits."""
    have_wait(backup_of(other, 2), table_with(place, 1))


def holding(make: Callable[[Path, int], None], place: Path, other: Path) -> None:
    make(other, 3)
    table_with(place, 0)
    for file in place.glob("journal*"):
        file.unlink()
    for file in other.iterdir():
        (place / file.name).write_bytes(file.read_bytes())


DONE: dict[str, tuple[Callable[[Path, Path], object], Callable[[Path], list[str]], tuple[int, ...]]] = {
    "start": (lambda place, _: table_with(place, 3), play_on, (3,)),
    "backup": (lambda place, _: table_with(place, 3), back_up, (3,)),
    "restore": (waiting, play_on, (1, 2)),
    "migration": (lambda place, other: holding(old_journal, place, other), play_on, (3,)),
    "repair": (lambda place, other: holding(damaged_journal, place, other), play_on, (3,)),
}
"""What is prepared, what is done while the disk begins to fail, and how many whole games there may be in the end."""


@pytest.mark.parametrize("how", list(FAILURES))
@pytest.mark.parametrize("done", list(DONE))
def test_a_disk_that_fails_in_the_middle_is_said_and_costs_nothing(
    tmp_path: Path, disk: FailingDisk, monkeypatch: pytest.MonkeyPatch, done: str, how: str
) -> None:
    """Temporary files lie on it too. One that lies may take what was there before, but may not bring what never was."""
    prepare, act, whole = DONE[done]
    fresh = disk.prepared(lambda place: prepare(place, tmp_path / "other"))

    def act_failing(at: int) -> tuple[int, list[str]]:
        config = disk.folder / CONFIG
        temporary = disk.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        with monkeypatch.context() as here:
            here.setattr(tempfile, "tempdir", str(temporary))
            with Places(disk.folder, at, lambda: disk.fail(how)) as places:
                here.setattr(sqlite3, "connect", places.connect)
                try:
                    said = act(config)
                except DeviceError as error:
                    said = [str(error)]
        gc.collect()
        return places.seen, said

    with disk.with_image(fresh):
        places, said = act_failing(0)
        assert said == [] or done in ("repair",)
    tried: Counter[str] = Counter()
    for number in range(PLACES):
        at = 1 + number * places // PLACES
        with disk.with_image(fresh) as folder:
            _, said = act_failing(at)
            disk.cut()
            known = Acknowledged(folder / JOURNAL).kept
            games, then = start(folder / CONFIG)
            assert is_sound(games)
            before = [game for game in games if game == TEXTS]
            if how != LIES:
                assert len(before) in whole, (at, said, then)
                assert len(games) - len(before) <= 1
                assert not any("lost" in sentence for sentence in then), (at, then)
            elif known is not None and known.events > sum(map(len, games)):
                assert then
            out = folder / "out.zip"
            if out.exists():
                with suppress(BadBackup):
                    read_backup(out)
            again, trouble = start(folder / CONFIG)
            assert not trouble
            assert again == [*games, TEXTS[:1]]
            tried["said" if said else "not noticed"] += 1
    print(f"\nFIGURES {done}, {how}: {places} places, {dict(tried)}")
    assert not (tmp_path / WAITING).exists()
