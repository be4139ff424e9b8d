"""The store of tournaments: the facts of the current one, and all earlier ones."""

from dataclasses import dataclass
from typing import Any

from engine.tournament.course import course_of
from engine.tournament.facts import Opened, TournamentFact, as_json, facts_from
from table.games import rules_of
from web.services.store import KeyValueStore, known_rows, known_value

CURRENT, EARLIER = "tournament", "tournaments"
"""Keys of the store."""

MOST = 200
"""Earlier tournaments that are kept, the latest ones."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament: its number, when it was begun (seconds, Unix), and its facts."""

    number: int
    clock: float
    facts: tuple[TournamentFact, ...]


class TournamentStore:
    """Keeps tournaments as JSON. A fact is stored by writing the current tournament whole, durably."""

    def __init__(self, drawer: KeyValueStore) -> None:
        self._drawer = drawer

    def current(self) -> Kept | None:
        """Return the current tournament, None if there is none."""
        return known_value(self._drawer, CURRENT, _kept)

    def earlier(self) -> tuple[Kept, ...]:
        """Return the earlier tournaments, the latest first."""
        return tuple(sorted(known_rows(self._drawer, EARLIER, _kept), key=lambda one: -one.number))

    def put(self, kept: Kept) -> None:
        """Store the current tournament. Raises :class:`~web.errors.NotKept`."""
        self._drawer.put(CURRENT, _row(kept))

    def set_aside(self, kept: Kept) -> None:
        """Add a tournament to the earlier ones, once. Raises :class:`~web.errors.NotKept`."""
        rest = [one for one in self.earlier() if one.number != kept.number]
        self._drawer.put(EARLIER, [_row(one) for one in (kept, *rest)][:MOST])

    def remove(self, number: int) -> None:
        """Remove a tournament from the earlier ones. Raises :class:`~web.errors.NotKept`."""
        self._drawer.put(EARLIER, [_row(one) for one in self.earlier() if one.number != number])


def _row(kept: Kept) -> dict[str, object]:
    return {"number": kept.number, "clock": kept.clock, "facts": [as_json(fact) for fact in kept.facts]}


def _kept(row: Any) -> Kept:
    """Return a stored tournament. Raises ValueError, TypeError or LookupError if this version cannot play it."""
    facts = facts_from(row["facts"])
    opened = facts[0]
    if not isinstance(opened, Opened):
        raise ValueError("no tournament")
    rules_of(opened.preset, opened.options)
    course_of(facts)
    return Kept(int(row["number"]), float(row["clock"]), facts)
