"""Power cuts at every write, rename and program of an update and of going back: the old version runs, or the new one.

The process ends at the call itself, as without power, and no handler runs. What the disk loses of unsynced data is
tested in an emulated machine.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from device.update.boot_guard import MOST_STARTS, Versions, before_start
from tests.device.update.machine import Room

STEPS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.symlink", "subprocess.Popen", "shutil.rmtree")
"""Audit events of Python at which the power is cut."""

EVERY = (3, pytest.param(1, marks=pytest.mark.long))
"""Each third of these moments; all of them with ``pytest -m long tests/device/update``."""

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


@pytest.mark.parametrize("every", EVERY)
def test_an_update_cut_anywhere_leaves_a_whole_version_and_can_be_repeated(room: Room, game: Path, every: int) -> None:
    file = room.package()
    journal = game.read_bytes()
    seen, step = set(), 0
    while True:
        status = cut_at(step, lambda: room.update(file))
        assert status in (CUT, DONE)
        assert is_whole(room.versions), step
        seen.add(room.versions.current)
        assert room.versions.current == "1.0" or room.versions.trial, "a new version is always on trial"
        assert game.read_bytes() == journal
        if status == DONE:
            break
        if room.versions.current == "1.1":
            room.versions.go_back(room.versions.trial, "asked")  # type: ignore[arg-type]
        step += every
    assert room.versions.current == "1.1"
    assert seen == {"1.0", "1.1"}
    assert step > 25


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.usefixtures("game")
def test_going_back_cut_anywhere_is_finished_by_the_next_start(room: Room, every: int) -> None:
    file = room.package()
    step, status = 0, CUT
    while status == CUT:
        if room.versions.current == "1.0":
            room.update(file)
        for _ in range(MOST_STARTS):
            before_start(room.versions)
        status = cut_at(step, lambda: before_start(room.versions))
        assert is_whole(room.versions), step
        before_start(room.versions)
        assert room.versions.current == "1.0"
        step += every
    assert status == DONE
    assert step > 5


@pytest.mark.usefixtures("game")
def test_a_stick_that_is_pulled_leaves_the_version_that_runs(room: Room, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    file = room.package().rename(stick / "it.deb")
    steps = room.installation.update(file)
    next(steps)
    file.unlink()
    list(steps)
    assert room.versions.current == "1.1"
