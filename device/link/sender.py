"""Reads what is due from the journal and packs it into batches, for either way to the venue."""

import time
from collections.abc import Callable
from itertools import chain, takewhile

from device.link import troubles
from device.link.outbox import Due, JournalPosition, Outbox
from device.storage.acknowledged import Extent
from device.storage.live_reader import LiveJournal
from engine.link_protocol import Cursor, batches, can_be_sent

UNREADABLE = 10.0
"""Seconds for which due rows cannot be read until this is reported; a checkpoint takes less than one."""


class Sender:
    """Sends one journal. ``clock`` is in seconds, monotonic; ``date`` is the machine's clock (seconds, Unix)."""

    def __init__(
        self,
        journal: LiveJournal,
        clock: Callable[[], float] = time.monotonic,
        date: Callable[[], float] = time.time,
    ) -> None:
        self._journal = journal
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
        self._alarm = None
        self._is_stuck = False
        self._began = self._clock() if has_cursor else float("-inf")

    def heard(self, cursor: Cursor) -> None:
        """Receive a cursor of the venue."""
        self._alarm = cursor.alarm
        self.software = cursor.software or self.software
        outbox = self._outbox or self._fresh(self._journal.extent())
        if outbox is None:
            return
        before = outbox.recorded
        if before is None and outbox.sent != JournalPosition():
            before = JournalPosition()  # the first row was sent to ask for the cursor
        self._outbox = outbox.heard(cursor, self._clock())
        if before is not None and self._outbox.recorded != before:
            self.last_sent = self._date()

    def due(self) -> list[bytes]:
        """Return the batches to send now, usually none or one."""
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
        self._outbox = self._outbox.has_sent(len(sent[0]), len(sent[1]), now)
        return list(batches(extent.journal, self._parent, chain(*sent)))

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
        extent = self._journal.extent()
        if self._alarm:
            return troubles.alarm(self._alarm)
        if extent is not None and self._outbox is not None and self._outbox.is_overtaken(extent):
            return troubles.OVERTAKEN
        if self._is_stuck:
            return troubles.STUCK
        if self._unread_since is not None and self._clock() - self._unread_since >= UNREADABLE:
            return troubles.UNREADABLE
        return None
