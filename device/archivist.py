"""The archivist: has the archive brought up to date whenever a game was begun or has ended, beside the table."""

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Self

from device.archive import JournalArchive, OpenGame, archive_of

EVERY = 2.0
"""Seconds between two looks at the open game."""


class Archivist:
    """Keeps the ``archive`` of that journal as long as it is open. The journal's own process is never waited for."""

    def __init__(self, journal: Path, open_game: OpenGame, every: float = EVERY) -> None:
        self.archive = JournalArchive(archive_of(journal), open_game)
        self._journal = journal
        self._open_game = open_game
        self._every = every
        self._done = Event()
        self._taking: subprocess.Popen[bytes] | None = None
        self._seen: tuple[int, int] | None = None
        self._thread = Thread(target=self._run, name="archivist", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._done.wait(self._every if self._seen else 0):
            if self._taking is not None and self._taking.poll() is None:
                continue
            if self._is_wanted():
                self._taking = subprocess.Popen(
                    [sys.executable, "-m", "device.archiving", str(self._journal)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )

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
