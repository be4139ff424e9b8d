"""A control group of Linux in which processes get a share of a core, and the table that runs in it.

``python -m tests.benchmarks.throttle CONFIG RECORDING`` runs a table over a recording, played over and over, and prints
when each round began: ``began`` and a time in seconds, monotonic.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from device.cameras.camera import Frame
from device.cli.context import warn
from device.config import schema as configuration
from device.observer import Observer
from device.runtime.assemble import run_table
from device.sources.locked_camera import LockedCamera
from tests.end_to_end.looped import LoopedCamera
from vision import Reading

PERIOD = 100_000
"""Microseconds in which a group may use its share: the kernel's own default."""
GROUPS = Path("/sys/fs/cgroup")


@contextmanager
def share_of_a_core(share: float) -> Iterator[Callable[[], None] | None]:
    """Give a function that a new process calls to be held to that share of a core, with all its children.

    None where control groups cannot be written. All processes must have ended at the end.
    """
    old, new = GROUPS / "cpu" / f"quarterdeck-{os.getpid()}", GROUPS / f"quarterdeck-{os.getpid()}"
    group = old if (GROUPS / "cpu").is_dir() else new
    quota = round(share * PERIOD)
    try:
        group.mkdir()
        if group is old:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD}")
    except OSError:
        if group.is_dir():
            group.rmdir()
        yield None
        return
    try:
        yield lambda: _join(group)
    finally:
        _await_end(group)
        group.rmdir()


def _await_end(group: Path) -> None:
    """Wait until the last process of a group is gone: a camera's ends a little after the program that started it."""
    end = time.monotonic() + 5.0
    while (group / "cgroup.procs").read_text() and time.monotonic() < end:
        time.sleep(0.05)


def _join(group: Path) -> None:
    (group / "cgroup.procs").write_text(str(os.getpid()))


class RoundsPrinted(Observer):
    """Prints when each round of the recording began."""

    def __init__(self) -> None:
        self._last = -1

    def observed(self, frame: Frame, reading: Reading) -> None:  # noqa: ARG002
        """Print the time of the round's start with its first frame."""
        if frame.number <= self._last or self._last < 0:
            print("began", frame.time, frame.number, flush=True)
        self._last = frame.number


def main(file: Path, recording: Path) -> None:
    config = configuration.load(file)
    camera = LoopedCamera(recording, LockedCamera(file, config.camera, warn).open)
    run_table(file, config, camera.panel, camera.open, [RoundsPrinted()], warn, Event())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
