"""The journal: every confirmed event, in SQLite, durable before anybody sees it, and never rewritten."""

import fcntl
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from device.errors import BadJournal
from engine import BadLog, Event, Started, decode, encode

SCHEMA = 1
APPLICATION = 0x5144434B
"""SQLite's application id of a journal: “QDCK”."""

TABLES = f"""
BEGIN;
CREATE TABLE events (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    moment REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """The last game of the journal: its events, and when on the camera's clock the last one was confirmed."""

    events: tuple[Event, ...]
    moment: float


class Journal:
    """The one writer of a journal file, which it makes if there is none.

    Raises :class:`BadJournal` when the file cannot be written, is no journal, or has another writer.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._lock = file.with_name(file.name + ".lock").open("a")
        except OSError as error:
            raise BadJournal(f"The journal {file} cannot be written ({error.strerror}): {_ADVICE}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._base = sqlite3.connect(file, isolation_level=None)
            self._open()
        except BlockingIOError:
            self._lock.close()
            raise BadJournal(f"The journal {file} is in use: another Quarterdeck is running, stop it first.") from None
        except sqlite3.Error as error:
            self.close()
            raise BadJournal(f"The journal {file} cannot be opened ({error}): {_ADVICE}") from None
        except BadJournal:
            self.close()
            raise

    def _open(self) -> None:
        [application] = self._base.execute("PRAGMA application_id").fetchone()
        [schema] = self._base.execute("PRAGMA user_version").fetchone()
        [tables] = self._base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if tables and application != APPLICATION:
            raise BadJournal(f"{self._file} is a database, but no journal of Quarterdeck: {_ADVICE}")
        if tables and schema != SCHEMA:
            raise BadJournal(f"The journal {self._file} has schema {schema}, this version writes {SCHEMA}: {_ADVICE}")
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        if not tables:
            self._base.executescript(TABLES)
        last = self._base.execute("SELECT game, number FROM events ORDER BY game DESC, number DESC LIMIT 1").fetchone()
        self._end: tuple[int, int] = last or (0, 0)

    def last_game(self) -> Kept | None:
        """The game that was begun last, None in a new journal; :class:`BadJournal` if it holds what no game has."""
        rows = self._base.execute(
            "SELECT moment, event FROM events WHERE game = ? ORDER BY number", self._end[:1]
        ).fetchall()
        if not rows:
            return None
        try:
            return Kept(tuple(decode(event) for _, event in rows), rows[-1][0])
        except BadLog as error:
            raise BadJournal(f"The journal {self._file} holds something that is {error}: {_ADVICE}") from None

    def append(self, events: Sequence[Event], moment: float) -> None:
        """Write these events down, all or none, and return when they will outlast a power cut.

        A start begins the next game. Raises :class:`BadJournal` when they could not be written.
        """
        game, number = self._end
        try:
            self._base.execute("BEGIN IMMEDIATE")
            for event in events:
                game, number = (game + 1, 0) if isinstance(event, Started) else (game, number + 1)
                self._base.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (game, number, moment, encode(event)))
            self._base.execute("COMMIT")
        except sqlite3.Error as error:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise BadJournal(f"The journal {self._file} cannot be written ({error}): {_ADVICE}") from None
        self._end = (game, number)

    def close(self) -> None:
        """Let the file go."""
        if hasattr(self, "_base"):
            self._base.close()
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


_ADVICE = "set another place in [journal] of the configuration, or make room and mend the permissions."
