"""View models of the log's lists, for the templates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import groupby
from typing import Any

from web.catalogue import Words
from web.display_names import shown
from web.history.evening_dates import evening_of, month_of
from web.history.slugs import key_of
from web.ports.archive import Part, Record

A_PAGE = 40
"""Games, or players, on one page of a list."""


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list. ``before`` and ``after`` are the numbers of its neighbours, or None."""

    items: Sequence[Any]
    number: int
    pages: int

    @property
    def before(self) -> int | None:
        """Return the number of the page before, or None."""
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        """Return the number of the page after, or None."""
        return self.number + 1 if self.number < self.pages else None


def page_of(asked: Callable[[int, int], tuple[Sequence[Any], int]], number: int) -> ListPage | None:
    """Return that page of a list, counted from 1; None if the list is shorter.

    ``asked`` takes an offset and a limit, and returns the items and the length of the list.
    """
    if number < 1:
        return None
    items, many = asked((number - 1) * A_PAGE, A_PAGE)
    pages = max(1, -(-many // A_PAGE))
    return ListPage(items, number, pages) if number <= pages else None


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A player's display name, the slug of the player's page, and the player's part in a game.

    Both are empty for a hidden player.
    """

    name: str
    key: str
    part: Part


@dataclass(frozen=True, slots=True)
class ListRow:
    """A game in a list."""

    record: Record
    evening: date | None
    time: tuple[int, int] | None
    players: tuple[NamedPart, ...]


def named(parts: Sequence[Part]) -> tuple[NamedPart, ...]:
    """Return the players of a game, the best first; winners before all."""
    order = sorted(parts, key=lambda part: (not part.won, not part.shared, -part.total))
    return tuple(NamedPart(shown(part.name), key_of(part.name) if part.name else "", part) for part in order)


def rows(records: Sequence[Record], now: float, zone: tzinfo | None) -> list[ListRow]:
    """Return the rows of these games, in their order."""
    return [_row(record, now, zone) for record in records]


def _row(record: Record, now: float, zone: tzinfo | None) -> ListRow:
    evening = evening_of(record.clock, now, zone)
    return ListRow(record, evening, _time(record, evening, zone), named(record.parts))


def by_evenings(listed: Sequence[ListRow]) -> list[tuple[date | None, list[ListRow]]]:
    """Group the rows by evening."""
    return [(evening, list(games)) for evening, games in groupby(listed, key=lambda row: row.evening)]


def _time(record: Record, evening: date | None, zone: tzinfo | None) -> tuple[int, int] | None:
    if evening is None or record.clock is None:
        return None
    wall = datetime.fromtimestamp(record.clock, zone)
    return wall.hour, wall.minute


def periods(evenings: Mapping[int, bool], of: str) -> dict[date, bool]:
    """Return the evenings or months with games, the first one first, and whether dice were counted in them."""
    found: dict[date, bool] = {}
    for day, counted in evenings.items():
        evening = date.fromordinal(day)
        period = month_of(evening) if of == "month" else evening
        found[period] = found.get(period, False) or counted
    return dict(sorted(found.items()))


def ending(record: Record, words: Words) -> str:
    """Describe how a game ended, in a sentence."""
    won = next((part for part in record.parts if part.won), None)
    shared = [shown(part.name) or words.LOG_HIDDEN for part in record.parts if part.shared]
    total = won.total if won else 0
    winner = (shown(won.name) or words.LOG_HIDDEN) if won else None
    sentence: str = words.log_ended(winner, shared, total)
    return sentence
