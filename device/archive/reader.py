"""The archive beside the journal, as pages read it while the table writes the journal.

The journal has one process to itself (:mod:`device.storage.database`). What the pages of the log show comes out of a
second file (:mod:`device.archive.schema`), written by :mod:`device.archive.builder` in a process of its own, and out of
the open game.
"""

import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Protocol, TypeVar

from device.archive import dice as archive_dice
from device.archive import lists
from device.archive import players as archive_players
from device.archive.rows import Moments, checksum_of, kept_of, unpacked
from device.archive.schema import UNREADABLE, empty_archive, open_to_read
from device.archive.view import ArchiveView, view_of
from device.storage.database import Row
from engine import EngineError
from engine.names import why_no_name
from engine.statistics.figures import record_of
from engine.statistics.record import ArchivedGame, Kind, Record
from engine.statistics.summaries import Account, DiceSummary, LeaderboardRow, Player
from web.ports.archive import Days

Found = TypeVar("Found")

LARGEST = 2**53
"""The largest number that is looked for: no list is as long, and no game has a higher number."""


class OpenRows(Protocol):
    """Gives the rows of the game that is open."""

    @property
    def rows(self) -> Sequence[Row]:
        """The rows; a sequence that is never changed afterwards."""
        ...

    @property
    def begun(self) -> float | None:
        """When that game was first opened (seconds, Unix), None where that is not known."""
        ...


class JournalArchive:
    """The archive as the pages read it: what the file holds, and the open game as it stands.

    Safe from any thread. A file that is missing or cannot be read counts as an empty one.
    """

    def __init__(self, file: Path, open_game: OpenRows) -> None:
        self._file = file
        self._open_game = open_game
        self.is_behind = False
        """Whether past games may be missing; set by who has them taken in."""
        self.is_spoilt = False
        """Whether the file that is there cannot be read and has to be made again."""
        self._lock = Lock()
        self._base: sqlite3.Connection | None = None
        self._read: tuple[int, int] | None = None
        self._live: tuple[Sequence[Row], Moments, int, Record] | None = None

    def record(self, number: int) -> Record | None:
        """The figures of that game."""
        return self._ask(lambda view: view.record(number)) if _can_be(number) else None

    def game(self, number: int) -> ArchivedGame | None:
        """That game with its events; None if there is none, or if this version cannot read it."""
        return self._ask(lambda view: self._kept(view, number)) if _can_be(number) else None

    def listed(self, start: int, most: int, latest: int) -> tuple[Sequence[Record], int]:
        """Games as the log lists them, from place ``start`` on, and how many there are."""
        return self._ask(lambda view: lists.listed(view, min(start, LARGEST), most, latest))

    def last(self, most: int) -> Sequence[Record]:
        """The games with the highest numbers."""
        return self._ask(lambda view: lists.last(view, most))

    def unfinished(self, most: int) -> Sequence[Record]:
        """The latest games that can be gone on with."""
        return self._ask(lambda view: lists.unfinished(view, most))

    def waiting(self) -> int:
        """How many games the coach has still to look back on."""
        return self._ask(lists.waiting)

    def names(self, most: int) -> Sequence[str]:
        """The names of those who played, the latest first."""
        return self._ask(lambda view: lists.names(view, most))

    def players(self, start: int, most: int) -> tuple[Sequence[Player], int]:
        """Players by name, from place ``start`` on, and how many there are."""
        return self._ask(lambda view: archive_players.players(view, min(start, LARGEST), most))

    def accounts(self, name: str, points: int) -> Mapping[Kind, Account]:
        """That player's account of each kind of game."""
        if why_no_name(name):
            return {}
        return self._ask(lambda view: archive_players.accounts(view, name, points))

    def evenings(self, latest: int) -> Mapping[int, bool]:
        """The evenings with games, and whether dice were counted on them."""
        return self._ask(lambda view: lists.evenings(view, latest))

    def board(self, kind: Kind, days: Days | None, most: int) -> Sequence[LeaderboardRow]:
        """The first lines of the board of these evenings, or of all time."""
        return self._ask(lambda view: archive_players.board(view, kind, days, most))

    def dice(self, days: Days | None, points: int) -> DiceSummary:
        """The dice of these evenings, or of all time."""
        return self._ask(lambda view: archive_dice.dice(view, days, points))

    def judged(self, number: int) -> int:
        """How many games with counted dice there are up to that one."""
        return self._ask(lambda view: archive_dice.judged(view, number)) if _can_be(number) else 0

    def wins(self, day: int) -> Mapping[str, int]:
        """Games won by each player on that evening, without the open game."""
        return self._ask(lambda view: archive_players.wins(view, day))

    def about(self, name: str) -> str | None:
        """What is noted in the file under that name."""

        def noted(view: ArchiveView) -> str | None:
            found = view.base.execute("SELECT value FROM about WHERE name = ?", [name]).fetchone()
            return str(found[0]) if found else None

        return self._ask(noted)

    def checksum(self, number: int) -> int | None:
        """The checksum of that game's rows in the file; None if it is not there."""
        return self._ask(lambda view: _checksum(view.base, number))

    @property
    def is_there(self) -> bool:
        """Whether there is a file, whatever it holds."""
        return self._file.exists()

    def has_unread(self) -> bool:
        """Whether the file has games that are over on which the coach has not looked back."""
        wanted = "SELECT EXISTS (SELECT 1 FROM games WHERE over = 1 AND looked_back = 0)"
        return self._ask(lambda view: bool(view.base.execute(wanted).fetchone()[0]))

    def ended(self) -> tuple[int, float | None, Moments] | None:
        """Number, beginning and rows of the open game, where it is over and the file does not have it so."""

        def unlike(view: ArchiveView) -> tuple[int, float | None, Moments] | None:
            live = view.live
            if live is None or not live.over or view.hidden != live.number or self._live is None:
                return None
            return live.number, live.clock, self._live[1]

        return self._ask(unlike)

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            self._let_go()

    def _ask(self, question: Callable[[ArchiveView], Found]) -> Found:
        """The answer out of the file and the open game, at one moment; out of the open game alone where that fails."""
        with self._lock:
            try:
                return self._answer(self._connection(), question)
            except UNREADABLE as error:
                self._let_go()
                if _is_busy(error):
                    with closing(empty_archive()) as nothing:
                        return self._answer(nothing, question)
                self.is_spoilt = True
                self._base, self._read = empty_archive(), self._key()
                return self._answer(self._base, question)

    def _answer(self, base: sqlite3.Connection, question: Callable[[ArchiveView], Found]) -> Found:
        base.execute("BEGIN")
        try:
            return question(self._view(base))
        finally:
            if base.in_transaction:
                base.execute("COMMIT")

    def _view(self, base: sqlite3.Connection) -> ArchiveView:
        live = self._live_game(base)
        return view_of(base, live[3], _checksum(base, live[3].number) == live[2]) if live else ArchiveView(base)

    def _live_game(self, base: sqlite3.Connection) -> tuple[Sequence[Row], Moments, int, Record] | None:
        """Rows, checksum and record of the open game, made again when it has gone on; without the coach's word."""
        rows = self._open_game.rows
        if not rows:
            return None
        if self._live is None or self._live[0] is not rows:
            number, begun = rows[0][0], self._open_game.begun
            if begun is None:
                [begun] = base.execute("SELECT clock FROM games WHERE game = ?", [number]).fetchone() or [None]
            moments = [(moment, event) for _, _, moment, event in rows]
            self._live = (rows, moments, checksum_of(moments), live_record(number, begun, moments))
        return self._live

    def _kept(self, view: ArchiveView, number: int) -> ArchivedGame | None:
        try:
            if view.live and view.live.number == number and self._live:
                return kept_of(number, view.live.clock, self._live[1], is_open=True)
            found = view.base.execute(
                "SELECT clock, packed FROM games JOIN rows USING (game) WHERE game = ?", [number]
            ).fetchone()
            return kept_of(number, found[0], unpacked(found[1])) if found else None
        except EngineError:
            return None

    def _connection(self) -> sqlite3.Connection:
        """The connection to the file; another one where the file is another one now."""
        key = self._key()
        if self._base is None or key != self._read:
            self._let_go()
            self._base = empty_archive() if key is None else open_to_read(self._file)
            self._read, self.is_spoilt = self._key(), False
        return self._base

    def _key(self) -> tuple[int, int] | None:
        """What tells this file from the next one of that name; of a spoilt one also any change. None for no file."""
        try:
            found = os.stat(self._file)  # noqa: PTH116
        except OSError:
            return None
        return found.st_ino, found.st_ctime_ns if self.is_spoilt else 0

    def _let_go(self) -> None:
        if self._base:
            self._base.close()
        self._base = None


def _can_be(number: int) -> bool:
    return -LARGEST <= number <= LARGEST


def live_record(number: int, clock: float | None, rows: Moments) -> Record:
    """The record of the open game; one without players where this version cannot read it."""
    try:
        return record_of(kept_of(number, clock, rows, is_open=True), look_back=False)
    except EngineError:
        return Record(number, clock, events=len(rows), is_open=True)


def _checksum(base: sqlite3.Connection, number: int) -> int | None:
    found = base.execute("SELECT checksum FROM games WHERE game = ?", [number]).fetchone()
    return int(found[0]) if found else None


def _is_busy(error: BaseException) -> bool:
    """Whether the file is only being written for very long."""
    return getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
