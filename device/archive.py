"""The archive beside the journal: every game's record and events, for pages to read while the table writes the journal.

The journal has one process to itself (:mod:`device.ledger`), so nobody reads it beside the table. What the pages of the
log show comes out of a second file, made from a copy of the journal by :mod:`device.archiving` in a process of its own.
All of it can be made again: a file that is damaged, or of another version, is thrown away.
"""

import contextlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Protocol, Self

import msgspec

from device.ledger import Row
from engine import EngineError, decode
from web.archive import Kept, Record
from web.archive_figures import record_of

VERSION = 1
"""Counts the changes of what is in the file, and of how figures are reckoned."""

_TABLE = f"""
CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    mark TEXT NOT NULL,
    record BLOB NOT NULL,
    events BLOB NOT NULL
) STRICT;
PRAGMA user_version = {VERSION};
"""


def archive_of(journal: Path) -> Path:
    """Where the archive of that journal is."""
    return journal.with_name(f"{journal.stem}.archive{journal.suffix}")


@dataclass(frozen=True, slots=True)
class Volume:
    """A game as it lies in the archive; ``mark`` tells whether the journal has more of it meanwhile."""

    mark: str
    record: Record
    rows: tuple[tuple[float, str], ...]


class Shelf:
    """The archive's file for the one who writes it; an unusable file is made anew. Raises sqlite3.Error, OSError."""

    def __init__(self, file: Path) -> None:
        try:
            self._base = self._opened(file)
        except sqlite3.DatabaseError:
            for ending in ("", "-journal"):
                Path(f"{file}{ending}").unlink(missing_ok=True)
            self._base = self._opened(file)

    @staticmethod
    def _opened(file: Path) -> sqlite3.Connection:
        base = sqlite3.connect(file, isolation_level=None, timeout=30)
        try:
            [version] = base.execute("PRAGMA user_version").fetchone()
            [tables] = base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            [found] = base.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok" or (tables and version != VERSION):
                raise sqlite3.DatabaseError(found)
            if not tables:
                base.executescript(f"BEGIN IMMEDIATE; {_TABLE} COMMIT;")
        except BaseException:
            base.close()
            raise
        return base

    def marks(self) -> dict[int, str]:
        """The mark of each game that is there."""
        return dict(self._base.execute("SELECT game, mark FROM games"))

    def unread(self) -> Iterator[Volume]:
        """The finished games that the coach has not looked back on, the latest first."""
        games = [game for (game,) in self._base.execute("SELECT game FROM games ORDER BY game DESC")]
        for game in games:
            volume = _volume(self._base.execute("SELECT mark, record, events FROM games WHERE game = ?", [game]))
            if volume and volume.record.over and not volume.record.looked_back:
                yield volume

    def put(self, volumes: Sequence[Volume]) -> None:
        """Set these in their places, all or none."""
        rows = [
            (one.record.number, one.mark, msgspec.json.encode(one.record), zlib.compress(msgspec.json.encode(one.rows)))
            for one in volumes
        ]
        with self._transaction():
            self._base.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?)", rows)

    def remove(self, games: Sequence[int]) -> None:
        """Take out games that the journal has no more."""
        with self._transaction():
            self._base.executemany("DELETE FROM games WHERE game = ?", [(game,) for game in games])

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._base.close()


def kept_of(number: int, clock: float | None, rows: Sequence[tuple[float, str]], *, is_open: bool = False) -> Kept:
    """The game with these rows; :class:`~engine.EngineError` where this version cannot read it."""
    events = tuple(decode(event) for _, event in rows)
    return Kept(number, clock, events, tuple(moment for moment, _ in rows), is_open)


def _volume(found: sqlite3.Cursor) -> Volume | None:
    row = found.fetchone()
    if row is None:
        return None
    mark, record, events = row
    rows = tuple((float(moment), str(event)) for moment, event in json.loads(zlib.decompress(events)))
    return Volume(mark, msgspec.json.decode(record, type=Record), rows)


class OpenGame(Protocol):
    """Whoever has the rows of the game that is open."""

    @property
    def rows(self) -> Sequence[Row]:
        """They; a sequence that is never changed afterwards."""


class JournalArchive:
    """The archive as the pages read it: what the file holds, and the open game as it stands.

    Safe from any thread. A file that is not there yet, or that cannot be read now, is an empty one.
    """

    def __init__(self, file: Path, open_game: OpenGame) -> None:
        self._file = file
        self._open_game = open_game
        self.is_behind = False
        """Whether past games may be missing; whoever has them taken in says so."""
        self._lock = Lock()
        self._base: sqlite3.Connection | None = None
        self._inode = 0
        self._version = -1
        self._records: dict[int, Record] = {}
        self._live: tuple[tuple[Row, ...], float | None, Record] | None = None

    def records(self) -> tuple[Record, ...]:
        """All games in the order in which they came, the open one as it stands."""
        with self._lock:
            found = dict(self._read())
            live = self._live_record(found)
        if live is not None:
            there = found.get(live.number)
            same = there is not None and there.looked_back and there.events == live.events
            found[live.number] = replace(there, is_open=True) if there is not None and same else live
        return tuple(found[number] for number in sorted(found))

    def game(self, number: int) -> Kept | None:
        """That game with its events; None if there is none, or if this version cannot read it."""
        rows = self._open_game.rows
        try:
            with self._lock:
                record = self._read().get(number)
                clock = record.clock if record else None
                if rows and rows[0][0] == number:
                    live = [(moment, event) for _, _, moment, event in rows]
                    return kept_of(number, clock, live, is_open=True)
                volume = self._volume(number)
            return kept_of(number, clock, volume.rows) if volume else None
        except EngineError:
            return None

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            self._let_go()

    def _live_record(self, found: dict[int, Record]) -> Record | None:
        """The record of the open game, reckoned anew when it has gone on; without the coach, so that it is quick."""
        rows = tuple(self._open_game.rows)
        if not rows:
            return None
        number = rows[0][0]
        clock = found[number].clock if number in found else None
        if self._live is None or self._live[:2] != (rows, clock):
            try:
                kept = kept_of(number, clock, [(moment, event) for _, _, moment, event in rows], is_open=True)
                record = record_of(kept, look_back=False)
            except EngineError:
                record = Record(number, clock, events=len(rows), is_open=True)
            self._live = (rows, clock, record)
        return self._live[2]

    def _read(self) -> dict[int, Record]:
        """The records in the file, decoded anew only if it has changed."""
        try:
            base = self._connection()
            if base is None:
                return {}
            [version] = base.execute("PRAGMA data_version").fetchone()
            if version != self._version:
                decoder = msgspec.json.Decoder(Record)
                self._records = {
                    game: decoder.decode(record) for game, record in base.execute("SELECT game, record FROM games")
                }
                self._version = version
        except (sqlite3.Error, msgspec.MsgspecError):
            self._let_go()
        return self._records

    def _volume(self, number: int) -> Volume | None:
        try:
            base = self._connection()
            if base is None:
                return None
            return _volume(base.execute("SELECT mark, record, events FROM games WHERE game = ?", [number]))
        except (sqlite3.Error, zlib.error, ValueError):
            self._let_go()
            return None

    def _connection(self) -> sqlite3.Connection | None:
        """The way into the file; another one where the file is another one now, None where there is none."""
        try:
            inode = os.stat(self._file).st_ino  # noqa: PTH116
        except OSError:
            self._let_go()
            self._records = {}
            return None
        if self._base is None or inode != self._inode:
            self._let_go()
            self._base = sqlite3.connect(f"{self._file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
            self._inode = inode
        return self._base

    def _let_go(self) -> None:
        if self._base:
            self._base.close()
        self._base, self._version = None, -1
