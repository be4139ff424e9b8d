"""The archive beside the journal, as pages read it while the table writes the journal.

The journal has one process to itself (:mod:`device.ledger`), so nobody reads it beside the table. What the pages of the
log show comes out of a second file (:mod:`device.archive_file`), made from a copy of the journal by
:mod:`device.archiving` in a process of its own.
"""

import os
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Protocol

import msgspec

from device.archive_file import Volume, kept_of, volume_in
from device.ledger import Row
from engine import EngineError
from web.archive import Kept, Record
from web.archive_figures import record_of


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
            return volume_in(base.execute("SELECT mark, record, events FROM games WHERE game = ?", [number]))
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
