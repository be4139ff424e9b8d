"""Read access to the archive for the web pages while the table writes the journal.

The journal is open in one process only (:mod:`device.storage.database`). The pages of the log use a second file
(:mod:`device.archive.schema`), which :mod:`device.archive.builder` writes in its own process, and the open game.
"""

import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Protocol, TypeVar

from device.archive import moments as archive_moments
from device.archive import queries
from device.archive.rows import Moments, checksum_of, course_in, kept_of, unpacked
from device.archive.schema import UNREADABLE, empty_archive, open_to_read
from device.archive.view import ArchiveView, view_of
from device.storage.database import Row
from engine import EngineError
from engine.names import why_no_name
from engine.reports.purse import Purses
from engine.reports.win_course import WinPoint
from engine.statistics.figures import record_of
from engine.statistics.player_names import NAMES_AS_STORED, PlayerNames
from engine.statistics.record import ArchivedGame, Kind, Record
from engine.statistics.summaries import Account, DiceSummary, LeaderboardRow, Player
from web.services.archive import Days

Found = TypeVar("Found")

LARGEST = 2**53
"""Largest number that is queried; larger indices and game numbers do not exist."""


class OpenRows(Protocol):
    """Provider of the open game's rows."""

    @property
    def rows(self) -> Sequence[Row]:
        """Return the rows, a sequence that is never changed afterwards."""
        ...

    @property
    def begun(self) -> float | None:
        """Return when that game was first opened (Unix seconds); None if unknown."""
        ...


class JournalArchive:
    """The archive's file combined with the present state of the open game.

    Thread-safe. A file that is missing or unreadable is treated as empty.
    """

    def __init__(self, file: Path, open_game: OpenRows) -> None:
        self._file = file
        self._open_game = open_game
        self.is_behind = False
        """Whether past games may be missing. Set by the updater."""
        self.is_spoilt = False
        """Whether the file is unreadable and must be rebuilt."""
        self.player_names: PlayerNames = NAMES_AS_STORED
        """The names under which past players are shown and counted."""
        self._lock = Lock()
        self._base: sqlite3.Connection | None = None
        self._read: tuple[int, int] | None = None
        self._live: tuple[Sequence[Row], Moments, int, Record] | None = None

    def record(self, number: int) -> Record | None:
        """Return the figures of that game; None if there is none."""
        return self._ask(lambda view: view.record(number)) if _can_be(number) else None

    def game(self, number: int) -> ArchivedGame | None:
        """Return that game with its events; None if there is none, or if this version cannot read it."""
        return self._ask(lambda view: self._kept(view, number)) if _can_be(number) else None

    def win_course(self, number: int) -> Sequence[WinPoint]:
        """Return the chances to win in the course of that game; empty until the coach has analysed it."""

        def course(view: ArchiveView) -> Sequence[WinPoint]:
            return () if number == view.hidden else course_in(view.base, number)

        return self._ask(course) if _can_be(number) else ()

    def listed(self, start: int, most: int, latest: int) -> tuple[Sequence[Record], int]:
        """Return games in the order of the log, from index ``start`` on, and their total number."""
        return self._ask(lambda view: queries.listed(view, min(start, LARGEST), most, latest))

    def of_evening(self, day: int, most: int) -> tuple[Sequence[Record], int]:
        """Return the latest games of that evening, and the number of all of that evening."""
        return self._ask(lambda view: queries.of_evening(view, day, most))

    def last(self, most: int) -> Sequence[Record]:
        """Return the games with the highest numbers."""
        return self._ask(lambda view: queries.last(view, most))

    def unfinished(self, most: int) -> Sequence[Record]:
        """Return the latest games that can be resumed."""
        return self._ask(lambda view: queries.unfinished(view, most))

    def purses(self, first: int, last: int = LARGEST) -> Purses:
        """Return the sums of the purses of these games, by stored names."""
        return self._ask(lambda view: queries.purses(view, min(first, LARGEST), last))

    def waiting(self) -> int:
        """Return the number of games that the coach has not analysed yet."""
        return self._ask(queries.waiting)

    def names(self, most: int) -> Sequence[str]:
        """Return the names of all players, the latest first."""
        return self._ask(lambda view: queries.names(view, most))

    def has_player(self, name: str) -> bool:
        """Return whether a game has a player who is shown under that name."""
        return not why_no_name(name) and self._ask(lambda view: queries.has_player(view, name))

    def players(self, start: int, most: int) -> tuple[Sequence[Player], int]:
        """Return players ordered by name, from index ``start`` on, and their total number."""
        return self._ask(lambda view: queries.players(view, min(start, LARGEST), most))

    def accounts(self, name: str, points: int) -> Mapping[Kind, Account]:
        """Return that player's account for each kind of game."""
        if why_no_name(name):
            return {}
        return self._ask(lambda view: queries.accounts(view, name, points))

    def moments(self, name: str) -> Mapping[str, int]:
        """Return the first game of each moment that a player came to, by its key."""
        return {} if why_no_name(name) else self._ask(lambda view: archive_moments.moments(view, name))

    def evenings(self, latest: int) -> Mapping[int, bool]:
        """Return the evenings with games, each with whether dice were counted."""
        return self._ask(lambda view: queries.evenings(view, latest))

    def board(self, kind: Kind, days: Days | None, most: int) -> Sequence[LeaderboardRow]:
        """Return the top rows of the leaderboard of these evenings, or of all time."""
        return self._ask(lambda view: queries.board(view, kind, days, most))

    def dice(self, days: Days | None, points: int) -> DiceSummary:
        """Return the dice counts of these evenings, or of all time."""
        return self._ask(lambda view: queries.dice(view, days, points))

    def judged(self, number: int) -> int:
        """Return the number of games with counted dice up to and including that one."""
        return self._ask(lambda view: queries.judged(view, number)) if _can_be(number) else 0

    def wins(self, day: int) -> Mapping[str, int]:
        """Return the games won by each player on that evening, without the open game."""
        return self._ask(lambda view: queries.wins(view, day))

    def about(self, name: str) -> str | None:
        """Return the note stored in the file under that name; None if there is none."""

        def noted(view: ArchiveView) -> str | None:
            found = view.base.execute("SELECT value FROM about WHERE name = ?", [name]).fetchone()
            return str(found[0]) if found else None

        return self._ask(noted)

    def checksum(self, number: int) -> int | None:
        """Return the checksum of that game's rows in the file; None if it is not there."""
        return self._ask(lambda view: _checksum(view.base, number))

    @property
    def is_there(self) -> bool:
        """Return whether the file exists, valid or not."""
        return self._file.exists()

    def has_unread(self) -> bool:
        """Return whether the file has finished games that the coach has not analysed."""
        wanted = "SELECT EXISTS (SELECT 1 FROM games WHERE over = 1 AND looked_back = 0)"
        return self._ask(lambda view: bool(view.base.execute(wanted).fetchone()[0]))

    def ended(self) -> tuple[int, float | None, Moments] | None:
        """Return number, beginning and rows of the open game if it is over and not stored so in the file, else None."""

        def unlike(view: ArchiveView) -> tuple[int, float | None, Moments] | None:
            live = view.live
            if live is None or not live.over or view.hidden != live.number or self._live is None:
                return None
            return live.number, live.clock, self._live[1]

        return self._ask(unlike)

    def close(self) -> None:
        """Close the connection to the file."""
        with self._lock:
            self._let_go()

    def _ask(self, question: Callable[[ArchiveView], Found]) -> Found:
        """Answer a query from one snapshot of the file and the open game; on failure from the open game alone."""
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
        if live is None:
            return ArchiveView(base, names=self.player_names)
        return view_of(base, live[3], _checksum(base, live[3].number) == live[2], self.player_names)

    def _live_game(self, base: sqlite3.Connection) -> tuple[Sequence[Row], Moments, int, Record] | None:
        """Return rows, checksum and record of the open game, cached until it changes; without the coach's analysis."""
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
        """Return the connection to the file; reconnect if the file was replaced."""
        key = self._key()
        if self._base is None or key != self._read:
            self._let_go()
            self._base = empty_archive() if key is None else open_to_read(self._file)
            self._read, self.is_spoilt = self._key(), False
        return self._base

    def _key(self) -> tuple[int, int] | None:
        """Return the file's identity, for a spoilt file including its last change; None if there is no file."""
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
    """Return the record of the open game; one without players if this version cannot read it."""
    try:
        return record_of(kept_of(number, clock, rows, is_open=True), look_back=False)
    except EngineError:
        return Record(number, clock, events=len(rows), is_open=True)


def _checksum(base: sqlite3.Connection, number: int) -> int | None:
    found = base.execute("SELECT checksum FROM games WHERE game = ?", [number]).fetchone()
    return int(found[0]) if found else None


def _is_busy(error: BaseException) -> bool:
    """Return whether the error only means that the file is locked by the writer."""
    return getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
