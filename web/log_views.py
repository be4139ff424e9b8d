"""What the lists of the log show, decided once and ready for the templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import groupby
from typing import Any

from web.archive import Part, Record
from web.catalogue import Words
from web.log_names import key_of
from web.names import shown
from web.statistics_days import evening_of, month_of

A_PAGE = 40
"""Games, or players, on one page of a list."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a long list. ``before`` and ``after`` are the numbers of its neighbours, None where there is none."""

    items: Sequence[Any]
    number: int
    pages: int

    @property
    def before(self) -> int | None:
        """The page before."""
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        """The page after."""
        return self.number + 1 if self.number < self.pages else None


def page_of(items: Sequence[Any], number: int) -> Page | None:
    """That page of a list, counted from 1; None where the list is not so long."""
    pages = max(1, -(-len(items) // A_PAGE))
    if not 1 <= number <= pages:
        return None
    return Page(items[(number - 1) * A_PAGE : number * A_PAGE], number, pages)


@dataclass(frozen=True, slots=True)
class Named:
    """A player as shown, with the key of the player's page, and the part in a game."""

    name: str
    key: str
    part: Part


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list."""

    record: Record
    evening: date | None
    time: tuple[int, int] | None
    players: tuple[Named, ...]


def named(parts: Sequence[Part]) -> tuple[Named, ...]:
    """The players of a game, the best first; those who won before all."""
    order = sorted(parts, key=lambda part: (not part.won, not part.shared, -part.total))
    return tuple(Named(shown(part.name), key_of(part.name), part) for part in order)


def in_order(records: Sequence[Record], now: float, zone: tzinfo | None) -> list[Record]:
    """Games as they are listed: the one that is on, then the latest first, and at the end those that are undated."""

    def place(record: Record) -> tuple[bool, date, int]:
        return record.is_open, evening_of(record.clock, now, zone) or date.min, record.number

    return sorted(records, key=place, reverse=True)


def rows(records: Sequence[Record], now: float, zone: tzinfo | None) -> list[Row]:
    """Games in their order."""
    return [_row(record, now, zone) for record in records]


def _row(record: Record, now: float, zone: tzinfo | None) -> Row:
    evening = evening_of(record.clock, now, zone)
    return Row(record, evening, _time(record, evening, zone), named(record.parts))


def by_evenings(listed: Sequence[Row]) -> list[tuple[date | None, list[Row]]]:
    """The rows under their evenings."""
    return [(evening, list(games)) for evening, games in groupby(listed, key=lambda row: row.evening)]


def _time(record: Record, evening: date | None, zone: tzinfo | None) -> tuple[int, int] | None:
    if evening is None or record.clock is None:
        return None
    wall = datetime.fromtimestamp(record.clock, zone)
    return wall.hour, wall.minute


def periods(records: Sequence[Record], of: str, now: float, zone: tzinfo | None) -> dict[date, list[Record]]:
    """The games of each evening or each month in which some were played, the first one first."""
    found: dict[date, list[Record]] = {}
    for record in records:
        evening = evening_of(record.clock, now, zone)
        if evening is not None:
            found.setdefault(month_of(evening) if of == "month" else evening, []).append(record)
    return dict(sorted(found.items()))


def ending(record: Record, words: Words) -> str:
    """How a game ended, in a sentence."""
    won = next((part for part in record.parts if part.won), None)
    shared = [shown(part.name) for part in record.parts if part.shared]
    total = won.total if won else 0
    sentence: str = words.log_ended(shown(won.name) if won else None, shared, total)
    return sentence
