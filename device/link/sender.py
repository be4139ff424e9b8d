"""What a table sends next: reads due rows from the journal and packs them into batches, for either way to the venue."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile

from device.storage.acknowledged import Extent
from device.storage.live_reader import LiveJournal
from engine.i18n import gettext as _
from engine.link_protocol import Cursor, EventRow, OpeningRow, batches, can_be_sent, mark_of
from engine.statistics.player_names import ErasedName

AHEAD = 2000
"""Rows sent that the cursor has not passed yet; more wait for the cursor."""

AT_ONCE = 250
"""Rows of each kind that are read at a time."""

STANDS_STILL = 30.0
"""Seconds after which rows that the cursor has not passed are sent again."""

NO_CURSOR = 5.0
"""Seconds after connecting until the first row is sent without a cursor: the venue answers it with one."""


@dataclass(frozen=True, slots=True)
class JournalPosition:
    """A position in a journal: the place of an event, and the number of an opening; 0 is before the first."""

    events: int = 0
    openings: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """Rows to read and send: the first place and the first number, and how many of each at most."""

    first: JournalPosition
    events: int
    openings: int


@dataclass(frozen=True, slots=True)
class Outbox:
    """The state of sending one journal over one connection.

    ``recorded`` is the venue's cursor, None until one was heard; ``sent`` the position up to which rows were sent.
    ``proven``: the venue has answered the row at the cursor.
    ``moved`` is when the cursor moved last, rows were sent again, or the connection began (seconds, monotonic).
    """

    journal: str
    moved: float
    recorded: JournalPosition | None = None
    sent: JournalPosition = JournalPosition()
    proven: bool = False

    def heard(self, cursor: Cursor, now: float) -> "Outbox":
        """Return the outbox after a cursor arrived. One of another journal counts as zero."""
        recorded = (
            JournalPosition(cursor.events, cursor.openings) if cursor.journal == self.journal else JournalPosition()
        )
        before = self.recorded
        if before is None or _is_behind(recorded, before) or _is_behind(self.sent, recorded):
            return replace(self, moved=now, recorded=recorded, sent=_at(recorded), proven=False)
        proven = self.proven or self.sent != _at(before)
        return replace(self, moved=now if recorded != before else self.moved, recorded=recorded, proven=proven)

    def due(self, extent: Extent, now: float) -> Due | None:
        if self.recorded is None:
            wants = now - self.moved >= (NO_CURSOR if self.sent == JournalPosition() else STANDS_STILL)
            return Due(JournalPosition(1, 1), 1, 1) if wants and (extent.events or extent.openings) else None
        if self.is_overtaken(extent):  # the first row asks whether the record still has so much
            return Due(JournalPosition(1, 1), 1, 1) if self.sent == _at(self.recorded) else None
        if not self.proven and _is_behind(self.recorded, self.sent):
            return None
        if extent.events <= self.sent.events and extent.openings <= self.sent.openings:
            return None
        start = self._start
        room = AHEAD - (start.events - self.recorded.events), AHEAD - (start.openings - self.recorded.openings)
        events = min(AT_ONCE, room[0], extent.events - start.events)
        openings = min(AT_ONCE, room[1], extent.openings - start.openings)
        if events <= 0 and openings <= 0:
            return None
        return Due(JournalPosition(start.events + 1, start.openings + 1), max(0, events), max(0, openings))

    def has_sent(self, events: int, openings: int, now: float) -> "Outbox":
        if self.recorded is None:
            return replace(self, sent=JournalPosition(events, openings), moved=now)
        all_there = not _is_behind(self.recorded, self.sent)
        start = self._start
        sent = JournalPosition(start.events + events, start.openings + openings)
        return replace(self, sent=sent, moved=now if all_there else self.moved)

    def again(self, now: float) -> "Outbox":
        """Return the outbox that sends from the cursor again, if the cursor stands still although rows were sent."""
        if self.recorded is None or not _is_behind(self.recorded, self.sent) or now - self.moved < STANDS_STILL:
            return self
        return replace(self, sent=_at(self.recorded), moved=now)

    @property
    def _start(self) -> JournalPosition:
        """The position from which rows are sent: that of the proof, as long as only the proof was sent."""
        if self.recorded is None or self.proven or _is_behind(self.recorded, self.sent):
            return self.sent
        return _at(self.recorded)

    def is_overtaken(self, extent: Extent) -> bool:
        """Return whether the record has rows of this journal that the journal itself does not have."""
        at = self.recorded or JournalPosition()
        return extent.journal == self.journal and (at.events > extent.events or at.openings > extent.openings)


def _at(recorded: JournalPosition) -> JournalPosition:
    """Return the position from which the rows at the cursor are sent, as proof that both hold the same journal."""
    return JournalPosition(max(0, recorded.events - 1), max(0, recorded.openings - 1))


def _is_behind(one: JournalPosition, other: JournalPosition) -> bool:
    return one.events < other.events or one.openings < other.openings


UNREADABLE = 10.0
"""Seconds for which due rows cannot be read until this is reported; a checkpoint takes less than one."""


class Sender:
    """Sends one journal. ``clock`` is in seconds, monotonic; ``date`` is the machine's clock (seconds, Unix).

    An id names one sequence of rows. Where the record has other rows under it than this journal, from a card that was
    copied or set back, ``branch`` is called with the id: it has the journal go on under an id of its own, soon.
    ``erased`` names go with the row at the cursor: once a connection, and after the record was set back.
    """

    def __init__(
        self,
        journal: LiveJournal,
        branch: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        date: Callable[[], float] = time.time,
        erased: Sequence[ErasedName] = (),
    ) -> None:
        self._journal = journal
        self._branch = branch
        self._erased = erased
        self._branched: str | None = None
        """The id under which the record has other rows than this journal."""
        self.is_apart = False
        """Whether the venue's owner has given the table's id to another journal."""
        self._clock = clock
        self._date = date
        self._outbox: Outbox | None = None
        self._parent: str | None = None
        self._unread_since: float | None = None
        self._alarm: str | None = None
        self._is_stuck = False
        """Whether the next row is out of the bounds of the wire."""
        self._began = clock()
        self.last_sent: float | None = None
        """When the venue last confirmed rows (seconds, Unix)."""
        self.software: str | None = None
        """The version that the venue runs, None until it has said so."""

    def connected(self, *, has_cursor: bool = True) -> None:
        """Begin: a connection was made. With ``has_cursor`` the venue's cursor is awaited, else the first row asks."""
        self._outbox = None
        self._is_stuck = False
        self._began = self._clock() if has_cursor else float("-inf")

    def heard(self, cursor: Cursor) -> None:
        self.software = cursor.software or self.software
        extent = self._journal.extent()
        outbox = self._outbox or self._fresh(extent)
        if outbox is None or extent is None:
            return
        is_strange = cursor.strange is not None and self._has_sent(cursor, outbox, extent)
        self._alarm = cursor.alarm if is_strange or cursor.strange is None else None  # else it is for another table
        if cursor.journal == extent.journal:
            self.is_apart = cursor.apart
        before = outbox.recorded
        if before is None and outbox.sent != JournalPosition():
            before = JournalPosition()  # the first row was sent to ask for the cursor
        self._outbox = outbox.heard(cursor, self._clock())
        if before is not None and self._outbox.recorded != before:
            self.last_sent = self._date()
        if is_strange or (self._outbox.proven and self._outbox.is_overtaken(extent)):
            self._branched = extent.journal
            self._branch(extent.journal)

    def _has_sent(self, cursor: Cursor, outbox: Outbox, extent: Extent) -> bool:
        """Return whether the strange row is one of this journal."""
        if not cursor.journal == outbox.journal == extent.journal:
            return False
        first = outbox.recorded or JournalPosition()
        events = self._journal.events(max(1, first.events), AHEAD, extent)
        openings = self._journal.openings(max(1, first.openings), AHEAD, extent)
        return any(mark_of(row) == cursor.strange for row in chain[EventRow | OpeningRow](events, openings))

    def due(self) -> list[bytes]:
        extent = self._journal.extent()
        if extent is None:
            return []
        if self._outbox is None or self._outbox.journal != extent.journal:
            replaced = self._outbox is not None
            self._outbox = self._fresh(extent)
            if self._outbox is None:
                return []
            if replaced:  # the venue has no cursor of a new journal yet
                self._outbox = self._outbox.heard(Cursor(extent.journal), self._clock())
        if extent.journal == self._branched:
            return []  # it gets another id
        now = self._clock()
        self._outbox = self._outbox.again(now)
        due = self._outbox.due(extent, now)
        return self._packed(due, extent, now) if due else []

    def _fresh(self, extent: Extent | None) -> Outbox | None:
        """Return the outbox of the journal, None while the journal's own id cannot be read."""
        if extent is None:
            return None
        try:
            self._parent = self._journal.parent(extent.journal)
        except LookupError:
            return None
        return Outbox(extent.journal, self._began)

    def _packed(self, due: Due, extent: Extent, now: float) -> list[bytes]:
        assert self._outbox is not None
        events = self._journal.events(due.first.events, due.events, extent)
        openings = self._journal.openings(due.first.openings, due.openings, extent)
        if not events and not openings:
            self._unread_since = now if self._unread_since is None else self._unread_since
            return []
        self._unread_since = None
        sent = tuple(takewhile(can_be_sent, events)), tuple(takewhile(can_be_sent, openings))
        self._is_stuck = sent != (events, openings)
        erased = () if self._outbox.proven else self._erased
        self._outbox = self._outbox.has_sent(len(sent[0]), len(sent[1]), now)
        return list(batches(extent.journal, self._parent, chain(*sent), erased))

    @property
    def extent(self) -> Extent | None:
        return self._journal.extent()

    @property
    def behind(self) -> int | None:
        """Return the number of events that the venue has not confirmed, None if unknown."""
        extent, outbox = self._journal.extent(), self._outbox
        if extent is None or outbox is None or outbox.recorded is None:
            return None
        return max(0, extent.events - outbox.recorded.events) if outbox.journal == extent.journal else extent.events

    @property
    def trouble(self) -> str | None:
        """Return what prevents the games from reaching the record, in one sentence, or None."""
        if self._alarm:
            return _("The venue reports: {sentence}", sentence=self._alarm)
        if self._is_stuck:
            return _(
                "A row of the journal is out of bounds: games after it stay on this table. "
                "Keep a backup, and report it."
            )
        if self._unread_since is not None and self._clock() - self._unread_since >= UNREADABLE:
            return _("The journal can’t be read for the venue: run quarterdeck doctor.")
        return None
