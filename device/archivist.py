"""The archivist: has the archive brought up to date whenever a game was begun or has ended, beside the table."""

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Self

from device.archive import JournalArchive, OpenGame
from device.archive_file import archive_of

EVERY = 2.0
"""Seconds between two looks at the open game."""

AGAIN = 60.0
"""Seconds after which it is tried again to take games in, where that has failed."""


class Archivist:
    """Keeps the ``archive`` of that journal as long as it is open; the table never waits for it."""

    def __init__(self, journal: Path, open_game: OpenGame, every: float = EVERY, again: float = AGAIN) -> None:
        self.archive = JournalArchive(archive_of(journal), open_game)
        self._journal = journal
        self._open_game = open_game
        self._every = every
        self._again = again
        self._done = Event()
        self._taking: subprocess.Popen[bytes] | None = None
        self._seen: tuple[int, int] | None = None
        self._thread = Thread(target=self._run, name="archivist", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._done.wait(self._every if self._seen else 0):
            if self._taking is not None and not self._has_ended(self._taking):
                continue
            if self._is_wanted():
                self._taking = subprocess.Popen(
                    [sys.executable, "-m", "device.archiving", str(self._journal)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )

    def _has_ended(self, taking: "subprocess.Popen[bytes]") -> bool:
        """Whether the games have been taken in; where that has failed, it is tried again after a while."""
        status = taking.poll()
        if status is None:
            return False
        self.archive.is_behind = status != 0
        if self.archive.is_behind and not self._done.wait(self._again):
            self._seen = None
        self._taking = None
        return True

    def _is_wanted(self) -> bool:
        """Whether another game is open than before, or the open one is over now."""
        rows = self._open_game.rows
        now = (rows[0][0] if rows else 0, len(rows))
        if now == self._seen:
            return False
        before, self._seen = self._seen, now
        if before is None or before[0] != now[0]:
            return True
        latest = self.archive.records()
        return any(record.is_open and record.over for record in latest)

    def close(self) -> None:
        """Stop, and whatever is being taken in with it: it is taken in the next time."""
        self._done.set()
        self._thread.join()
        if self._taking is not None:
            self._taking.terminate()
            self._taking.wait()
        self.archive.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
