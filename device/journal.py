"""The journal: every confirmed event, durable before anybody sees it, and never rewritten.

While the disk takes nothing the game goes on in memory, which is said, and is written as soon as it can be. A journal
that is damaged is set aside, never thrown away: a new one is begun with what could be read of it.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from device.errors import BadJournal
from device.journal_course import JournalCourse
from device.ledger import ADVICE, Damaged, Ledger, Opening, Row
from device.lock import JournalLock
from device.salvage import as_far_as_it_goes, salvage, set_aside
from engine import Event, Started, decode, encode

AGAIN = 1.0
"""Seconds between two tries to write what could not be written."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game of the journal: its events, and when on the camera's clock the last one was confirmed."""

    events: tuple[Event, ...]
    moment: float


class Journal:
    """The one writer of a journal file, which it makes if there is none.

    ``clock`` tells the day, for people to read; nothing depends on it. Raises :class:`BadJournal` when the file cannot
    be written, is something else, or has another writer.
    """

    def __init__(self, file: Path, clock: Callable[[], float] = time.time) -> None:
        self._file = file
        self._clock = clock
        self._ledger: Ledger | None = None
        self._rows: list[Row] = []
        self._waiting: list[Row] = []
        self._openings: list[Opening] = []
        self._next_try = 0.0
        self.course = JournalCourse()
        self.trouble: str | None = None
        """Why what was confirmed is in memory only, as long as it is."""
        self.notice: str | None = None
        """What happened to the journal when it was opened, or since."""
        self._lock = JournalLock(file)
        try:
            self._open()
        except (sqlite3.Error, OSError) as error:
            self._let_go()
            if isinstance(error, BadJournal):
                raise
            raise BadJournal(f"The journal {file} cannot be opened ({error}): {ADVICE}") from None

    def _open(self) -> None:
        try:
            self._ledger = Ledger(self._file)
            self._read()
        except Damaged as damage:
            self._begin_anew(str(damage))

    def _read(self) -> None:
        """Take in the open game and the last number; :class:`Damaged` if it is no game."""
        assert self._ledger is not None
        openings = self._ledger.openings()
        rows = self._ledger.rows(openings[-1].game) if openings else []
        if openings and (not rows or as_far_as_it_goes(rows) != rows):
            raise Damaged("what it holds is no game")
        self._last = max(self._ledger.games(), default=0)
        self._rows = rows
        self.course.read(openings, self._last)

    def _begin_anew(self, why: str) -> None:
        """Set the damaged file aside and begin a new one, with what can be read of the old and what is in memory."""
        if self._ledger:
            self._ledger.close()
            self._ledger = None
        aside = set_aside(self._file)
        games, opened = salvage(aside)
        for row in self._waiting:
            rows = games.setdefault(row[0], [])
            rows += [row] if row[1] == len(rows) else []
        if self._rows:
            opened = self._rows[0][0]
            games[opened] = self._rows
        self._ledger = Ledger(self._file)
        rows = [row for number in sorted(games) for row in games[number]]
        self._ledger.write(rows, [Opening(opened, self._clock())] if opened else [])
        self._read()
        kept = f"{len(games)} of its games could be read" if games else "nothing could be read of it"
        self.notice = f"The journal was damaged ({why}): it was set aside as {aside.name}, {kept}. Keep that file."

    @property
    def file(self) -> Path:
        """Where it is."""
        return self._file

    @property
    def rows(self) -> Sequence[Row]:
        """The rows of the open game; may be asked from any thread, and what was given does not change any more."""
        return self._rows

    @property
    def last(self) -> int:
        """The highest number of a game, 0 in a new journal."""
        return self._last

    @property
    def begun(self) -> float | None:
        """When the open game was first opened (seconds, Unix); None where that is not known."""
        return self.course.begun

    def last_game(self) -> Kept | None:
        """The game that was opened last, which is the open one; None in a new journal."""
        if not self._rows:
            return None
        return Kept(tuple(decode(event) for *_, event in self._rows), self._rows[-1][2])

    def append(self, events: Sequence[Event], moment: float) -> None:
        """Write these events of the open game down, all or none, and return when they will outlast a power cut.

        A start begins the next game and opens it. Where the disk takes nothing they are kept in memory, and
        :attr:`trouble` says so.
        """
        rows: list[Row] = []
        openings: list[Opening] = []
        game, number = self._rows[-1][:2] if self._rows else (0, -1)
        for event in events:
            if isinstance(event, Started):
                self._last += 1
                left = [row for row in self._rows + rows if row[0] == game]
                game, number = self._last, -1
                openings.append(Opening(game, self._clock()))
                self.course.opened(game, openings[-1].clock, left, is_new=True)
            number += 1
            rows.append((game, number, moment, encode(event)))
        self._rows = [row for row in self._rows + rows if row[0] == game]
        self._write(rows, openings)

    def add(self, events: Sequence[Event]) -> int:
        """Keep a game that came from elsewhere beside the others, without opening it: its number here."""
        return self.add_all([[encode(event) for event in events]])[0]

    def add_all(self, games: Sequence[Sequence[str]]) -> list[int]:
        """Keep games that came from elsewhere, each as the lines of its events, all written at once: their numbers.

        Raises :class:`BadJournal`, and keeps none of them, where the disk takes nothing.
        """
        if self.trouble:
            raise BadJournal(self.trouble)
        numbers = [self._last + place for place in range(1, len(games) + 1)]
        self._write(
            [
                (game, number, 0.0, event)
                for game, events in zip(numbers, games, strict=True)
                for number, event in enumerate(events)
            ],
            [],
        )
        if self.trouble:
            self._waiting = []
            raise BadJournal(self.trouble)
        self._last += len(numbers)
        self.course.added(self._last)
        return numbers

    def extents(self) -> list[tuple[int, str]]:
        """For each game in the file its number, and what tells it from others: how many events, how long in all."""
        assert self._ledger is not None
        return self._ledger.extents()

    def rows_of(self, game: int) -> list[Row]:
        """The rows of that game in the file, none if there is no such game."""
        assert self._ledger is not None
        return self._ledger.rows(game)

    def reopen(self, game: int) -> Kept:
        """Go back to that game: it is the open one from now on. Raises :class:`BadJournal` if there is none."""
        assert self._ledger is not None
        if not (rows := self._ledger.rows(game)):
            raise BadJournal(f"The journal {self._file} has no game {game}: quarterdeck games lists them.")
        opening = Opening(game, self._clock())
        self._write([], [opening])
        self.course.opened(
            game, opening.clock, self._rows if self._rows and self._rows[0][0] != game else (), is_new=False
        )
        self._rows = rows
        kept = self.last_game()
        assert kept is not None
        return kept

    def tend(self, now: float) -> None:
        """Try again, now and then, to write what could not be written; ``now`` in seconds, monotonic."""
        if self.trouble and now >= self._next_try:
            self._next_try = now + AGAIN
            self._write([], [])

    def _write(self, rows: list[Row], openings: list[Opening]) -> None:
        self._waiting += rows
        self._openings += openings
        try:
            if self._ledger is None or self.trouble:
                self._reopen()
            assert self._ledger is not None
            self._ledger.write(self._waiting, self._openings)
        except (sqlite3.Error, OSError) as error:
            self.trouble = (
                f"The journal cannot be written ({error}): the game goes on in memory. Make room; do not switch off."
            )
        except Damaged as damage:
            self._replace(str(damage))
        else:
            self._waiting, self._openings, self.trouble = [], [], None

    def _reopen(self) -> None:
        """Open the file again: what the disk refused once it may refuse for ever to a connection that saw it."""
        ledger, self._ledger = self._ledger, None
        if ledger:
            ledger.close()
        self._ledger = Ledger(self._file)

    def _replace(self, why: str) -> None:
        """The file was damaged while it was in use: what is in memory goes into a new one."""
        try:
            self._begin_anew(why)
        except (sqlite3.Error, OSError, Damaged) as error:
            self.trouble = f"The journal was damaged, and no new one can be begun ({error}): {ADVICE}"
        else:
            self._waiting, self._openings, self.trouble = [], [], None

    def close(self) -> None:
        """Let the file go, after one last try to write what could not be written."""
        if self.trouble:
            self._write([], [])
        self._let_go()

    def _let_go(self) -> None:
        if self._ledger:
            self._ledger.close()
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
