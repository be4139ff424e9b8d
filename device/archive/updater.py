"""Keeps the archive up to date: passes finished games to a builder process."""

import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from signal import SIGTERM
from threading import Event, Thread
from typing import IO, Protocol, Self

import msgspec

from device.archive.builder import SPOILT, STOPPED, Given
from device.archive.database import POSITION, ZONE, archive_of
from device.archive.reader import JournalArchive, OpenRows
from device.archive.rows import checksum_of, zone_here
from device.journal.course import JournalCourse

EVERY = 0.5
"""Seconds between two checks of the journal."""

AGAIN = 60.0
"""Seconds until a failed process is restarted, and between two checks of the time zone."""

PATIENCE = 5.0
"""Seconds until a process that does not end when asked is killed: what it had not added is added at the next start."""

SPOILT_AGAIN = 3600.0
"""Minimum seconds between two rebuilds of an unreadable archive."""


class JournalSource(OpenRows, Protocol):
    """The part of the journal's interface that the archive uses."""

    @property
    def course(self) -> JournalCourse: ...


class ArchiveUpdater:
    """Updates the ``archive`` of that journal from a background thread, as a context. The table never waits for it.

    The journal is copied only if the archive is missing, or does not match the journal at its opening. A process is
    started only when there is work.
    """

    def __init__(self, journal: Path, source: JournalSource, every: float = EVERY, again: float = AGAIN) -> None:
        self.archive = JournalArchive(archive_of(journal), source)
        self._journal = journal
        self._source = source
        self._every = every
        self._again = again
        self._done = Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._compares = False
        """Whether the process compares the journal with the archive, instead of adding games that it was given."""
        self._waiting: list[Given] = []
        """Games to add; the first ``_handed`` of them were passed to the process."""
        self._handed = 0
        self._reads = 0
        self._is_complete = True
        self._is_to_be_rebuilt = False
        self._was_there = False
        self._is_to_be_looked_at = True
        self._next_try = self._next_zone = self._next_rebuild = 0.0

    def _run(self) -> None:
        pause = 0.0
        while not self._done.wait(pause):
            try:
                self._look(time.monotonic())
                pause = self._every
            except Exception:  # what is derived is no reason to end the table
                traceback.print_exc()
                self.archive.is_behind = True
                pause = self._again

    def _look(self, now: float) -> None:
        self._collect()
        if self._process is not None and self._process.poll() is not None:
            self._ended(self._process.returncode, now)
        if self._reads != self._source.course.reads:
            self._reads = self._source.course.reads
            course = self._source.course
            # whether the archive matches the journal at its opening, apart from the open game
            self._is_complete = self.archive.about(POSITION) == course.found or (
                not course.has_past and not self.archive.is_there
            )
        if self.archive.about(POSITION) is not None:
            self._was_there = True
        elif self._process is None and (
            (self.archive.is_there and now >= self._next_rebuild) or (self._was_there and not self.archive.is_there)
        ):
            self._is_complete, self._is_to_be_rebuilt = False, self.archive.is_spoilt
        if self._process is not None:
            if len(self._waiting) > self._handed and not self._compares:
                self._process.terminate()  # the coach is stopped: new games come first
        elif now >= self._next_try:
            try:
                self._start_what_is_wanted(now)
            except OSError:  # no memory for a process, or no disk space for its input
                self._next_try = now + self._again
        self.archive.is_behind = not self._is_complete or now < self._next_try

    def _start_what_is_wanted(self, now: float) -> None:
        if not self._is_complete:
            self._next_rebuild = now + SPOILT_AGAIN if self._is_to_be_rebuilt else self._next_rebuild
            self._compares, self._handed = True, 0
            self._start(subprocess.DEVNULL, *(["rebuild"] if self._is_to_be_rebuilt else []))
        elif self._waiting or self._has_work(now):
            self._compares, self._handed = False, len(self._waiting)
            with tempfile.TemporaryFile() as lines:
                lines.writelines(msgspec.json.encode(given) + b"\n" for given in self._waiting)
                lines.seek(0)
                self._start(lines, "-")

    def _collect(self) -> None:
        """Collect the games that were closed, and the open one once it is over.

        The open game is looked at first: those that were closed for it, of which the position tells, come before it.
        """
        course = self._source.course
        position, ended = course.position, self.archive.ended()
        while course.closed:
            closed = course.closed.popleft()
            rows = [(moment, event) for _, _, moment, event in closed.rows]
            self._waiting.append(Given(closed.rows[0][0], closed.begun, rows, closed.position))
        if ended:
            number, begun, moments = ended
            given = Given(number, begun, list(moments), position)
            if given not in self._waiting:
                self._waiting.append(given)

    def _has_work(self, now: float) -> bool:
        """Return whether the coach has games to analyse, or the time zone has changed."""
        if not self._is_to_be_looked_at and now < self._next_zone:
            return False
        self._is_to_be_looked_at, self._next_zone = False, now + self._again
        return self.archive.is_there and (self.archive.waiting() > 0 or self.archive.about(ZONE) != zone_here())

    def _start(self, lines: int | IO[bytes], *how: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "device.archive.builder", str(self._journal), *how],
            stdin=lines,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _ended(self, status: int, now: float) -> None:
        self._process = None
        handed = self._waiting[: self._handed]
        while handed and status != 0 and not self._is_stored(handed[-1]):
            handed.pop()
        self._waiting = self._waiting[len(handed) :]
        if self._compares:
            self._is_complete = self._is_to_be_looked_at = status == 0
            self._is_to_be_rebuilt = self._is_to_be_rebuilt and status != 0
        if status == SPOILT:
            self._is_complete, self._is_to_be_rebuilt = False, True
        if status not in (0, STOPPED, -SIGTERM):
            self._next_try = now + self._again

    def _is_stored(self, given: Given) -> bool:
        same = self.archive.checksum(given.game) == checksum_of(given.rows)
        return same and self.archive.about(POSITION) == given.position

    def close(self) -> None:
        """Stop the thread and the process. Games not added yet are added at the next start."""
        self._done.set()
        self._thread.join()
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self.archive.close()

    def __enter__(self) -> Self:
        self._thread = Thread(target=self._run, name="archivist", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
