"""Disks that really take nothing: full, limited, or suddenly read-only."""

import resource
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from device.journal import AGAIN, Journal
from engine import Event, Rolled, Started, Stopped

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
GAME: tuple[Event, ...] = (START, Rolled((6, 5, 4, 3, 3)), Stopped(), Rolled((6, 5, 4, 1, 1)), Stopped())


def tried(*command: str | Path) -> None:
    """Run it, or skip the test where that is not allowed."""
    try:
        subprocess.run([*map(str, command)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"{command[0]} is not allowed here")


@contextmanager
def file_size_limited(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """The folder's disk has no room left."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                pass
    yield
    ballast.unlink()


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nothing in the folder can be changed, through whatever was opened before either."""
    files = [*folder.glob("journal*"), folder]
    tried("chattr", "+i", *files)
    try:
        yield
    finally:
        tried("chattr", "-i", *files)


def play_through(folder: Path, trouble: AbstractContextManager[None]) -> None:
    """Play two games, one of them while there is trouble; all of it is there in the end, once."""
    file = folder / "journal.db"
    with Journal(file) as journal:
        journal.append(GAME[:1], 0.0)
        with trouble:
            for moment, event in enumerate(GAME[1:]):
                journal.append([event], float(moment))
            for _ in range(100):
                journal.append(GAME, 5.0)
            assert journal.trouble is not None
            assert "the game goes on in memory" in journal.trouble
            journal.tend(100.0)
            assert journal.trouble is not None
            kept = journal.last_game()
            assert kept is not None
            assert kept.events == GAME
        journal.tend(100.0 + AGAIN)
        assert journal.trouble is None
        assert journal.notice is None
    with Journal(file) as journal:
        assert journal._ledger is not None
        games = journal._ledger.games()
        assert games == list(range(1, 102))
        assert [len(journal._ledger.rows(game)) for game in games] == [len(GAME)] * len(games)


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    play_through(tmp_path, file_size_limited(24 << 10))


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    tried("mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", disk)
    try:
        play_through(disk, full(disk))
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_disk_that_has_become_read_only(tmp_path: Path) -> None:
    play_through(tmp_path, read_only(tmp_path))
