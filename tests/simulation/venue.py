"""The venue's record: in memory, by the rules of :mod:`venue.record.ingest`, or that of a real PostgreSQL."""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Protocol

from engine.link_protocol import Cursor, EventRow, OpeningRow, mark_of
from venue.record.alarms import JournalKey
from venue.record.ingest import Delivery


class Record(Protocol):
    """What the broker needs of a record."""

    def ingest(self, deliveries: Sequence[Delivery]) -> dict[JournalKey, Cursor]: ...

    def cursors(self) -> dict[str, Cursor]:
        """Return the cursor of the journal that each table writes now."""
        ...

    def back_up(self) -> None: ...

    def go_back(self) -> None:
        """Restore the backup, if there is one."""
        ...

    def rows(self, key: JournalKey) -> tuple[list[EventRow], list[OpeningRow]]: ...


@dataclass
class KeptJournal:
    """The rows of one journal by their places, and how far they are without a gap."""

    events: dict[int, EventRow] = field(default_factory=dict)
    openings: dict[int, OpeningRow] = field(default_factory=dict)

    def cursor(self, journal: str) -> Cursor:
        events, openings = (next(n for n in count(1) if n not in rows) - 1 for rows in (self.events, self.openings))
        return Cursor(journal, events, openings)


class InMemory:
    """A record in memory. It takes no notice of two cards that take turns."""

    def __init__(self) -> None:
        self._journals: dict[JournalKey, KeptJournal] = {}
        self._current: dict[str, str] = {}
        self._backup: tuple[dict[JournalKey, KeptJournal], dict[str, str]] | None = None

    def ingest(self, deliveries: Sequence[Delivery]) -> dict[JournalKey, Cursor]:
        groups: dict[JournalKey, list[Delivery]] = {}
        for one in deliveries:
            groups.setdefault((one.table, one.batch.journal), []).append(one)
        return {key: self._recorded(key, group) for key, group in groups.items()}

    def _recorded(self, key: JournalKey, deliveries: Sequence[Delivery]) -> Cursor:
        kept = self._journals.setdefault(key, KeptJournal())
        before = kept.cursor(key[1])
        openings = [row for one in deliveries for row in one.batch.openings]
        events = [row for one in deliveries for row in one.batch.events]
        if any(row.place > before.events for row in events) or any(row.number > before.openings for row in openings):
            self._current[key[0]] = key[1]
        strange = next(_strange(events, openings, kept), None)
        if strange:
            return replace(before, strange=mark_of(strange), alarm="Two rows have one place.")
        kept.events |= {row.place: row for row in events}
        kept.openings |= {row.number: row for row in openings}
        return kept.cursor(key[1])

    def cursors(self) -> dict[str, Cursor]:
        return {table: self._journals[table, journal].cursor(journal) for table, journal in self._current.items()}

    def back_up(self) -> None:
        self._backup = copy.deepcopy((self._journals, self._current))

    def go_back(self) -> None:
        if self._backup:
            self._journals, self._current = copy.deepcopy(self._backup)

    def rows(self, key: JournalKey) -> tuple[list[EventRow], list[OpeningRow]]:
        kept = self._journals.get(key, KeptJournal())
        return [kept.events[place] for place in sorted(kept.events)], [kept.openings[n] for n in sorted(kept.openings)]


def _strange(
    events: Sequence[EventRow], openings: Sequence[OpeningRow], kept: KeptJournal
) -> Iterator[EventRow | OpeningRow]:
    """Yield the rows that differ from those in their places."""
    known = {(row.game, row.number): row for row in kept.events.values()}
    for row in sorted(events, key=lambda one: one.place):
        if known.get((row.game, row.number), row) != row or kept.events.get(row.place, row) != row:
            yield row
    yield from (row for row in openings if kept.openings.get(row.number, row) != row)
