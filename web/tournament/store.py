"""What tournaments are made of: their stored facts, and the results of their games, from the archive and the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Event, Started, fold, game_of
from engine.tournament.course import course_of
from engine.tournament.facts import Opened, Pair, TournamentFact, as_json, facts_from
from table.games import rules_of
from table.snapshot import Snapshot
from web.history.addresses import latest_day
from web.services.archive import Archive
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
        return known_value(self._drawer, CURRENT, _kept)

    def earlier(self) -> tuple[Kept, ...]:
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


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game of the journal: its number, how it began, and its state now."""

    number: int
    start: Started
    state: Any

    @property
    def over(self) -> bool:
        return bool(self.state.phase == "over")

    def winner(self, pair: Pair) -> str | None:
        """Return who of the two won, by the name under which the game was begun; None for a tie.

        Where neither has won, as a third player has who joined, the better of the two wins.
        """
        begun = dict(zip(self.state.players, self.start.players, strict=False))
        firsts = (self.state.winner,) if self.state.winner is not None else tuple(self.state.tied)
        best = {begun.get(name) for name in firsts} & set(pair)
        if len(best) == 1:
            return best.pop()
        if len(best) == 2:
            return None
        merits = game_of(self.state.rules.name).merits(self.state)
        worth = {begun.get(name): merit for name, merit in merits.items()}
        one, other = pair
        if one not in worth or other not in worth or worth[one] == worth[other]:
            return None
        return max(pair, key=lambda name: worth[name])


class GameResults:
    """Reads games from the archive, and the open one from the table."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def open_game(self, snapshot: Snapshot, now: float) -> KnownGame | None:
        """Return the game on the table, None while its number is unknown."""
        records, _ = self._archive.listed(0, 1, latest_day(now))
        record = next((one for one in records if one.is_open and one.events == len(snapshot.log)), None)
        start = snapshot.log[0] if snapshot.log else None
        if record is None or not isinstance(start, Started):
            return None
        return KnownGame(record.number, start, snapshot.state)

    def game(self, number: int) -> KnownGame | None:
        """Return that game, None if there is none, or if it cannot be read."""
        found = self._archive.game(number)
        return _known(number, found.events) if found else None

    def since(self, number: int, most: int = 20) -> Sequence[KnownGame]:
        later = [record.number for record in self._archive.last(most) if record.number > number]
        return [game for one in sorted(later) if (game := self.game(one))]


def _known(number: int, events: tuple[Event, ...]) -> KnownGame | None:
    start = events[0] if events else None
    return KnownGame(number, start, fold(events)) if isinstance(start, Started) else None
