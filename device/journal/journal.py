"""Journal of confirmed events. Events are durable before they are shown, and never rewritten.

While the disk refuses writes, the game continues in memory. The table reports this, and retries the write. A damaged
journal is renamed, never deleted. A new one replaces it, with all rows that can be recovered. Sound rows that this
version cannot interpret were written by a newer one: they are kept, and another game is begun.
"""

import errno
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Self

from device.errors import BadJournal
from device.files.os_errors import reason_of
from device.files.scratch import scratch_folder
from device.journal.course import JournalCourse, has_roll
from device.journal.opener import JournalOpener
from device.storage.acknowledged import Acknowledged
from device.storage.database import ADVICE, Damaged, JournalDatabase, JournalLock, Newer, Opening, Row, refuse_unsound
from device.storage.rebuild import open_up_to_date, snapshot
from device.storage.salvage import InMemory
from engine import Event, Started, decode, encode, fold, history_of
from engine.games.shake import PRESET as SHAKE
from engine.i18n import gettext as _
from table.games import playable_log
from table.session import OpenGame, StoredShake

AGAIN = 1.0
"""Seconds between two retries of a failed write."""

IDLE = 1.0
"""Seconds without a new event after which the write-ahead log is written into the file."""

IS_SHAKE = f'"preset":"{SHAKE}"'
"""What the first event of a Shake of the Day has."""

SLICE = 500
"""Events of a long journal that are checked per step while it runs, ten steps per second."""


class Journal:
    """The only writer of a journal file. The file is created if it does not exist.

    ``clock`` gives the date, for display only. Raises :class:`BadJournal` if the file cannot be opened, unless
    ``in_memory`` is set, and always if it has another writer for longer than ``patience``, in seconds.
    """

    def __init__(
        self, file: Path, clock: Callable[[], float] = time.time, *, in_memory: bool = False, patience: float = 0.0
    ) -> None:
        self._file = file
        self._clock = clock
        self._ledger: JournalDatabase | None = None
        self._rows: list[Row] = []
        self._last = 0
        self._waiting: list[Row] = []
        self._openings: list[Opening] = []
        self._unknown = False
        """Whether game numbers in memory are provisional, since the journal could not be read."""
        self._next_try = 0.0
        self._written = False
        self._quiet_since: float | None = None
        self._checked: int | None = None
        self._read_as: str | None = None
        """Id of the journal under which :attr:`course` read the file."""
        self._to_branch: str | None = None
        self.timed: Callable[[float], None] | None = None
        """Receives the seconds of each write, if set."""
        self.course = JournalCourse()
        self.trouble: str | None = None
        """Reason why confirmed events are in memory only, None if they are not."""
        self._lock = JournalLock(file, patience)
        self._acknowledged = Acknowledged(file)
        self._opener = JournalOpener(file, self._acknowledged)
        with ExitStack() as on_failure:
            on_failure.callback(self._let_go)
            try:
                self._ledger = self._opened()
                self._take_in(self._ledger)
            except (sqlite3.Error, OSError, Damaged) as error:
                if isinstance(error, BadJournal) and not in_memory:
                    raise
                if not in_memory:
                    why = reason_of(error)
                    raise BadJournal(
                        _("The journal {file} can’t be read ({error}): {advice}", file=file, error=why, advice=ADVICE)
                    ) from None
                self._go_on_in_memory(error)
            on_failure.pop_all()

    @property
    def notices(self) -> tuple[str, ...]:
        """Return what happened to the journal on opening or since, a sentence each."""
        return tuple(self._opener.notices)

    def _opened(self) -> JournalDatabase:
        # games with provisional numbers are renumbered and written once the file is open
        ledger = self._opener.open(InMemory() if self._unknown else self._memory)
        self._checked = 0 if self._opener.unchecked else None
        return ledger

    def _take_in(self, ledger: JournalDatabase) -> None:
        opening = ledger.last_opening()
        rows = ledger.rows(opening.game) if opening else []
        self._last = ledger.last_game()
        if rows and not is_readable(rows):
            self._opener.notices.append(
                _(
                    "Game {rows} comes from a newer version of Quarterdeck: it is kept, and a new game was started. "
                    "Update this table to resume it.",
                    rows=rows[0][0],
                )
            )
            rows = []
        self._rows = rows
        self._read_course(ledger)

    def _read_course(self, ledger: JournalDatabase) -> None:
        self.course.read(ledger.openings(), self._last, ledger.identity.id, lambda game: has_roll(ledger.rows(game)))
        self._read_as = ledger.identity.id

    def _go_on_in_memory(self, error: Exception) -> None:
        """Continue without the file, with the game that was open if it can be read."""
        self._stay_in_memory(error)
        self._unknown = True
        with (
            suppress(sqlite3.Error, OSError, Damaged, Newer),
            scratch_folder() as folder,
            closing(open_up_to_date(snapshot(self._file, folder))) as ledger,
        ):
            self._take_in(ledger)
            self._unknown = False

    def _stay_in_memory(self, error: Exception) -> None:
        refusal = self._opener.refusal() or error
        why = reason_of(refusal) if isinstance(refusal, OSError) else refusal
        self.trouble = _(
            "The journal can’t be written ({why}): the game continues in memory, and is lost if the table is "
            "switched off. Free up space; don’t switch off.",
            why=why,
        )
        if isinstance(refusal, OSError) and refusal.errno == errno.EROFS:
            self.trouble = _(
                "The memory card can’t be written any more: the game continues in memory, and is lost if the table "
                "is switched off. Download a backup, then replace the card."
            )

    @property
    def ledger(self) -> JournalDatabase:
        """Return the file as it is open now. Only while :attr:`trouble` is None."""
        assert self._ledger is not None
        return self._ledger

    @property
    def file(self) -> Path:
        return self._file

    @property
    def rows(self) -> Sequence[Row]:
        """Return the rows of the open game. May be called from any thread. The result does not change later."""
        return self._rows

    @property
    def last(self) -> int:
        """Return the highest game number, 0 in a new journal."""
        return self._last

    @property
    def begun(self) -> float | None:
        """Return when the open game was first opened (seconds, Unix), None if unknown."""
        return self.course.begun

    @property
    def before(self) -> int | None:
        return self.course.before

    @property
    def former(self) -> int | None:
        return self.course.former

    @property
    def held(self) -> InMemory | None:
        """Return the rows in memory while the file lacks some of them, else None. May be called from any thread."""
        return None if self.trouble is None else self._memory

    @property
    def _memory(self) -> InMemory:
        return InMemory(self._rows, self._waiting, self._openings, follows=self._unknown)

    def last_game(self) -> OpenGame | None:
        if not self._rows:
            return None
        return OpenGame(tuple(decode(event) for *_place, event in self._rows), self._rows[-1][2])

    def append(self, events: Sequence[Event], moment: float) -> None:
        """Write these events of the open game, all or none, and return when they are durable.

        A start begins the next game and opens it. If the disk refuses writes, the events are kept in memory, and
        :attr:`trouble` gives the reason.
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

    def add_all(self, games: Sequence[Sequence[str]]) -> list[int]:
        """Add imported games, each as the lines of its events, in one write, and return their numbers.

        Raises :class:`BadJournal`, and adds none of them, if the disk refuses writes.
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

    @property
    def number(self) -> int:
        return self._rows[0][0] if self._rows else 0

    def shakes(self) -> list[StoredShake]:
        """Raises :class:`BadJournal` if they cannot be read."""
        with suppress(sqlite3.Error, OSError, Damaged):
            if self.trouble is None:
                games = self.ledger.latest_of(IS_SHAKE)
                return [self._shake(game, games[-1]) for game in games]
        raise BadJournal(_("The journal {file} cannot be read now: {advice}", file=self._file, advice=ADVICE))

    def _shake(self, game: int, latest: int) -> StoredShake:
        events = tuple(decode(event) for *_place, event in self.ledger.rows(game))
        return StoredShake(game, events, self.ledger.before_begin(game, latest))

    def reopen(self, game: int, *, beside: bool = False) -> OpenGame:
        """Resume that game and make it the open one.

        Raises :class:`BadJournal` if there is none, if this version cannot read it, or if it is one ``beside`` the
        others and that is not wanted.
        """
        if self._ledger is None:
            raise BadJournal(_("The journal {file} cannot be read now: {advice}", file=self._file, advice=ADVICE))
        if not (rows := self._ledger.rows(game)):
            raise BadJournal(_("There is no game {number}: quarterdeck games lists all games.", number=game))
        if not is_readable(rows):
            raise BadJournal(
                _(
                    "Game {game} comes from a newer version of Quarterdeck: update this table to resume it.",
                    game=game,
                )
            )
        if not beside and history_of([decode(rows[0][3])]).game.is_beside:
            raise BadJournal(_("Game {game} is a Shake of the Day: fix it on the owner’s page.", game=game))
        opening = Opening(game, self._clock())
        self._write([], [opening])
        self.course.opened(
            game, opening.clock, self._rows if self._rows and self._rows[0][0] != game else (), is_new=False
        )
        self._rows = rows
        kept = self.last_game()
        assert kept is not None
        return kept

    def branch(self, journal: str) -> None:
        """Have the journal, if it has that id, go on under another one soon. May be called from any thread."""
        self._to_branch = journal

    def _begin_branch(self) -> None:
        wanted, self._to_branch = self._to_branch, None
        if self.ledger.identity.id != wanted:
            return
        try:
            self.ledger.renew()
        except (sqlite3.Error, OSError, Damaged):
            self._to_branch = wanted
        else:
            self._is_written()

    def tend(self, now: float) -> None:
        """Do deferred work: retry failed writes, empty the log when the table is quiet, check old rows.

        Must be called often. ``now`` is in seconds, monotonic.
        """
        if self.trouble:
            if now >= self._next_try:
                self._next_try = now + AGAIN
                self._write([], [])
            return
        if self._to_branch:
            self._begin_branch()
        if self._written:
            self._written, self._quiet_since = False, now
        elif self._quiet_since is not None and now - self._quiet_since >= IDLE:
            self._quiet_since = None if self._settle() else now
        elif self._quiet_since is None and self._checked is not None:
            self._check_on()

    def _settle(self) -> bool:
        """Write the write-ahead log into the file, to keep the log short. Return whether this succeeded."""
        try:
            self.ledger.checkpoint()
        except (sqlite3.Error, OSError, Damaged):
            return False  # rows that the file does not accept are safe in the log
        self._acknowledged.sync()
        return True

    def _check_on(self) -> None:
        assert self._checked is not None
        first, extent = self._checked + 1, self.ledger.extent
        self._checked = first + SLICE - 1 if first + SLICE <= extent.events else None
        try:
            refuse_unsound(self.ledger.unsound(first, SLICE))
        except (Damaged, sqlite3.Error, OSError) as error:
            self._checked = None
            self._acknowledged.note(replace(extent, suspect=True))
            self._opener.notices.append(
                _("The journal is damaged ({error}): it is repaired at the next start.", error=reason_of(error))
            )

    def _write(self, rows: list[Row], openings: list[Opening]) -> None:
        self._waiting = self._waiting + rows  # not in place: another thread may have got the list from held
        self._openings = self._openings + openings
        try:
            if self._ledger is None or self.trouble:
                self._reopen()
            began = time.perf_counter()
            self.ledger.write(self._waiting, self._openings)
            if self.timed:
                self.timed(time.perf_counter() - began)
        except (sqlite3.Error, OSError) as error:
            self._stay_in_memory(error)
        except Damaged as damage:
            if self._ledger is None:
                self._stay_in_memory(damage)
            else:
                self._replace(str(damage))
        else:
            self._is_written()

    def _is_written(self) -> None:
        self._waiting, self._openings, self.trouble = [], [], None
        self._written = True
        if self.ledger.identity.id != self._read_as:
            self._read_course(self.ledger)  # another file has replaced it
        kept = self._acknowledged.kept
        self._acknowledged.note(replace(self.ledger.extent, suspect=kept is not None and kept.suspect))

    def _reopen(self) -> None:
        """Reopen the file. A connection may keep failing after one disk error.

        This writes the write-ahead log into the file and syncs it. Rows written before a failed sync may be only in the
        disk's cache, and no later sync would write them.
        """
        ledger, self._ledger = self._ledger, None
        if ledger:
            ledger.close()
        ledger = self._opened()
        if self._unknown:
            # the games in memory follow those of the journal, which could not be read at their start
            held = self._memory.after(ledger.last_game())
            self._rows, self._waiting, self._openings = list(held.game), list(held.waiting), list(held.openings)
            self._last += ledger.last_game()
            self._unknown = False
        elif self._rows:
            # rows that an earlier opening had may be missing
            self._waiting = self._memory.lacking_in(ledger)
        self._ledger = ledger

    def _replace(self, why: str) -> None:
        """Replace the file, damaged in use, by one with the recovered rows and those in memory."""
        self.ledger.close()
        self._ledger = None
        try:
            self._ledger = self._opener.make_again(why, self._memory)
        except (sqlite3.Error, OSError, Damaged) as error:
            self.trouble = _(
                "The journal was damaged, and a new one can’t be started ({error}): {advice}",
                error=reason_of(error),
                advice=ADVICE,
            )
        else:
            self._is_written()

    def close(self) -> None:
        """Close the file, after a last retry of failed writes."""
        try:
            if self.trouble:
                self._write([], [])
        finally:
            self._let_go()

    def _let_go(self) -> None:
        with self._lock, closing(self._acknowledged):
            if self._ledger:
                self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def is_readable(rows: Sequence[Row]) -> bool:
    try:
        fold(playable_log(decode(event) for *_place, event in rows))
    except Exception:  # events of a newer version may have any shape and raise any exception
        return False
    return True
