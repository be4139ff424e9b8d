"""Power cuts at every write, rename and program of an update and of going back: the old version runs, or the new one.

The process ends at the call itself, as without power, and no handler runs. What the disk loses of unsynced data is
tested in an emulated machine.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.update.boot_guard import MOST_STARTS, Versions, before_start
from engine import Rolled, Started
from tests.device.update.machine import Room, package

STEPS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.symlink", "subprocess.Popen", "shutil.rmtree")
"""Audit events of Python at which the power is cut."""

CUT, DONE, FAILED = 9, 0, 3


def cut_at(step: int, what: Callable[[], object]) -> int:
    """Run that in a process of its own, which ends at that step. Return its exit status."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = step

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        writes = event != "open" or (isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR))
        if event in STEPS and writes:
            left -= 1
            if left < 0:
                os._exit(CUT)

    try:
        sys.addaudithook(count)
        what()
    except BaseException:
        os._exit(FAILED)
    os._exit(DONE)


def is_whole(versions: Versions) -> bool:
    current = versions.current
    return current is not None and all((versions.root / current / name).exists() for name in ("bin/quarterdeck", "lib"))


@pytest.fixture
def filled(room: Room) -> Room:
    with Journal(room.config.with_name("journal.db")) as journal:
        journal.append([Started("dice-game-depot", ("Mia", "Jonas"), "Mia"), Rolled((6, 5, 4, 2, 1))], 0.0)
    return room


def test_an_update_cut_anywhere_leaves_a_whole_version_and_can_be_repeated(filled: Room) -> None:
    file = package(filled.folder, "1.1", filled.key)
    journal = filled.config.with_name("journal.db").read_bytes()
    seen, step = set(), 0
    while True:
        status = cut_at(step, lambda: filled.update(file))
        assert status in (CUT, DONE)
        assert is_whole(filled.versions), step
        seen.add(filled.versions.current)
        assert filled.versions.current == "1.0" or filled.versions.trial, "a new version is always on trial"
        assert filled.config.with_name("journal.db").read_bytes() == journal
        if status == DONE:
            break
        if filled.versions.current == "1.1":
            filled.versions.go_back(filled.versions.trial, "asked")  # type: ignore[arg-type]
        step += 1
    assert filled.versions.current == "1.1"
    assert seen == {"1.0", "1.1"}
    assert step > 25


def test_going_back_cut_anywhere_is_finished_by_the_next_start(filled: Room) -> None:
    file = package(filled.folder, "1.1", filled.key)
    step, status = 0, CUT
    while status == CUT:
        if filled.versions.current == "1.0":
            filled.update(file)
        for _ in range(MOST_STARTS):
            before_start(filled.versions)
        status = cut_at(step, lambda: before_start(filled.versions))
        assert is_whole(filled.versions), step
        before_start(filled.versions)
        assert filled.versions.current == "1.0"
        step += 1
    assert status == DONE
    assert step > 5


def test_a_stick_that_is_pulled_leaves_the_version_that_runs(filled: Room, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    file = package(filled.folder, "1.1", filled.key).rename(stick / "it.deb")
    steps = filled.installation.update(file)
    next(steps)
    file.unlink()
    list(steps)
    assert filled.versions.current == "1.1"
