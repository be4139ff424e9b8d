"""The archive's file: each game's record and its events, in the order of their numbers.

All of it can be made again: a file that is damaged, or of another version, is thrown away.
"""

import contextlib
import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec

from device.durable import make_shared
from engine import decode
from web.archive import Kept, Record

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
        make_shared(file)
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
            volume = volume_in(self._base.execute("SELECT mark, record, events FROM games WHERE game = ?", [game]))
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


def volume_in(found: sqlite3.Cursor) -> Volume | None:
    """The volume that was asked for, None where there is none."""
    row = found.fetchone()
    if row is None:
        return None
    mark, record, events = row
    rows = tuple((float(moment), str(event)) for moment, event in json.loads(zlib.decompress(events)))
    return Volume(mark, msgspec.json.decode(record, type=Record), rows)
