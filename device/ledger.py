"""The ledger: the journal's SQLite file. Rows go in, rows come out; nothing in it is ever rewritten.

A row is an event in its place: (game, number within it, moment, the event as a line of JSON). The game that was opened
last is the open one. A power cut costs what was not yet written, never what was; the write-ahead log carries checksums,
so that what is left of it is always a clean beginning of what was written.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.errors import BadJournal

SCHEMA = 2
APPLICATION = 0x5144434B
"""SQLite's application id of a journal: “QDCK”."""

Row = tuple[int, int, float, str]

_EVENTS = """
CREATE TABLE events (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    moment REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
_OPENINGS = """
CREATE TABLE openings (
    number INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    clock REAL NOT NULL
) STRICT;
CREATE TRIGGER openings_stay BEFORE UPDATE ON openings BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER openings_are_kept BEFORE DELETE ON openings BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
_SINCE: dict[int, str] = {
    0: f"{_EVENTS} {_OPENINGS} PRAGMA application_id = {APPLICATION};",
    1: f"{_OPENINGS} INSERT INTO openings (game, clock) SELECT game, 0 FROM events GROUP BY game ORDER BY game;",
}
"""What makes a file of each older schema (0: an empty one) one of this."""

_MADE = {"".join(one.split()) for one in re.split(r";\s*\n", _EVENTS + _OPENINGS)}
"""All that a journal is made of, without the spaces."""


class Damaged(Exception):
    """The file is no database, or one with a hole in it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A game was opened, begun or gone back to, when the machine's clock said that it was ``clock`` (seconds, Unix)."""

    game: int
    clock: float


class Ledger:
    """The file, for one process: others take a :func:`~device.snapshot.snapshot`.

    SQLite's index of the write-ahead log stays in this process's memory. In a file that is mapped, as it is where
    processes share it, a disk that turns read-only would end the program with a bus error.

    Raises :class:`Damaged` for a file that is damaged, :class:`BadJournal` for one that is something else, and
    sqlite3.OperationalError where the disk does not let it be read or written. After a write that failed nothing of it
    is there.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._base = sqlite3.connect(file, isolation_level=None)
        try:
            with _telling_damage():
                self._check()
        except BaseException:
            self._base.close()
            raise

    def _check(self) -> None:
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        [application] = self._base.execute("PRAGMA application_id").fetchone()
        [schema] = self._base.execute("PRAGMA user_version").fetchone()
        [tables] = self._base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if tables and application != APPLICATION:
            raise BadJournal(f"{self._file} is a database, but no journal of Quarterdeck: {ADVICE}")
        if tables and schema not in (*_SINCE, SCHEMA):
            raise BadJournal(f"The journal {self._file} has schema {schema}, this version writes {SCHEMA}: {ADVICE}")
        if strange := next(self._strangers(), None):
            raise Damaged(f"it holds “{strange[:40]}”, which is none of its own")
        [found] = self._base.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Damaged(found)
        if schema != SCHEMA:
            # before there is a write-ahead log: the tables stand in the file itself
            self._base.executescript(f"BEGIN IMMEDIATE; {_SINCE[schema]} PRAGMA user_version = {SCHEMA}; COMMIT;")
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")

    def _strangers(self) -> Iterator[str]:
        """Tables, views and triggers that this program does not make so: SQLite would run what they say."""
        for name, made in self._base.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"):
            if "".join(str(made).split()) not in _MADE:
                yield str(name)

    def write(self, rows: Sequence[Row], openings: Sequence[Opening] = ()) -> None:
        """Write these down, all or none, and return when they will outlast a power cut.

        A row that is there already is left alone: a write may have succeeded although the disk said that it had not.
        """
        with _telling_damage():
            try:
                self._base.execute("BEGIN IMMEDIATE")
                self._base.executemany("INSERT INTO events VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)
                self._base.executemany(
                    "INSERT INTO openings (game, clock) VALUES (?, ?)", [(one.game, one.clock) for one in openings]
                )
                self._base.execute("COMMIT")
            except sqlite3.Error:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    def rows(self, game: int) -> list[Row]:
        """The rows of a game, in their order."""
        with _telling_damage():
            return self._base.execute(
                "SELECT game, number, moment, event FROM events WHERE game = ? ORDER BY number", [game]
            ).fetchall()

    def games(self) -> list[int]:
        """The numbers of all games, in the order in which they came."""
        with _telling_damage():
            return [game for (game,) in self._base.execute("SELECT DISTINCT game FROM events ORDER BY game")]

    def all_rows(self) -> Iterator[Row]:
        """Every row, game by game and in their order; they are read as they are asked for."""
        with _telling_damage():
            yield from self._base.execute("SELECT game, number, moment, event FROM events ORDER BY game, number")

    def extents(self) -> list[tuple[int, str]]:
        """For each game what tells whether rows were added since, in the order in which they came."""
        with _telling_damage():
            return self._base.execute(
                "SELECT game, count(*) || ' ' || sum(length(event)) || ' ' || max(moment)"
                " FROM events GROUP BY game ORDER BY game"
            ).fetchall()

    def openings(self) -> list[Opening]:
        """Every opening of a game, in their order."""
        with _telling_damage():
            return [Opening(*row) for row in self._base.execute("SELECT game, clock FROM openings ORDER BY number")]

    def close(self) -> None:
        """Let the file go."""
        self._base.close()


@contextlib.contextmanager
def _telling_damage() -> Iterator[None]:
    """Tell what is damaged from what the disk did not let happen."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and hasattr(error, "sqlite_errorcode"):
            raise
        # what is no OperationalError of SQLite's own: a hole in the file, or a text that is none
        raise Damaged(str(error)) from None


ADVICE = "set another place in [journal] of the configuration, or make room and mend the permissions."
