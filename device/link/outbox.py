"""What a table sends next: a frozen value that the venue's cursor moves, and the clock.

The journal is the only queue. The cursor says up to where the venue's record has it; the table sends from the row at
the cursor on, a limited number of rows ahead, and again when the cursor stands still.

The row at the cursor proves that both have the same journal, so a copied card adds nothing to the record: new rows go
in one message with that row until the venue has answered it. A journal that the record is ahead of sends no new row.
"""

from dataclasses import dataclass, replace

from device.storage.acknowledged import Extent
from engine.link_protocol import Cursor

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
        """Return what to read and send now, None if nothing is due."""
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
        """Return the outbox after that many of the rows due were sent."""
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
