"""The journal of a simulated table: rows in the order in which they were written."""

import secrets
from typing import Protocol

from engine.link_protocol import EventRow, OpeningRow


class JournalStore(Protocol):
    """A journal that can be read from any place on."""

    @property
    def journal(self) -> str:
        """Id of the journal."""

    @property
    def parent(self) -> str | None:
        """Id of the journal that it was made from, if any."""

    @property
    def extent(self) -> tuple[int, int]:
        """Number of events and of openings."""

    def write(self, events: list[tuple[int, int, float, str]], openings: list[tuple[int, float]]) -> None:
        """Append events (game, number, moment, text) and openings (game, clock)."""

    def events(self, first: int, count: int) -> list[EventRow]:
        """Return up to that many events from that place on."""

    def openings(self, first: int, count: int) -> list[OpeningRow]:
        """Return up to that many openings from that number on."""


class MemoryStore:
    """A journal in memory."""

    def __init__(self, journal: str | None = None, parent: str | None = None) -> None:
        self.journal = journal or secrets.token_hex(16)
        self.parent = parent
        self._events: list[EventRow] = []
        self._openings: list[OpeningRow] = []

    @property
    def extent(self) -> tuple[int, int]:
        """Number of events and of openings."""
        return len(self._events), len(self._openings)

    def write(self, events: list[tuple[int, int, float, str]], openings: list[tuple[int, float]]) -> None:
        """Append events and openings."""
        for row in events:
            self._events.append(EventRow(len(self._events) + 1, *row))
        for game, clock in openings:
            self._openings.append(OpeningRow(len(self._openings) + 1, game, clock))

    def events(self, first: int, count: int) -> list[EventRow]:
        """Return up to that many events from that place on."""
        return self._events[first - 1 : first - 1 + count]

    def openings(self, first: int, count: int) -> list[OpeningRow]:
        """Return up to that many openings from that number on."""
        return self._openings[first - 1 : first - 1 + count]
