"""What the lists of the log show, decided once and ready for the templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import groupby
from math import log, sqrt
from typing import Any

from engine import Scored
from engine.fairness import Verdict, evidence, verdict
from engine.yahtzee.state import State as YahtzeeState
from web.archive import Part, Record
from web.catalogue import Words
from web.charts import MOST_POINTS, Bars, Lines, Pins, bars, lines, pins
from web.log_names import key_of
from web.log_replay import Step
from web.names import shown
from web.statistics import Account, faces_in
from web.statistics_days import evening_of, month_of

A_PAGE = 40
"""Games, or players, on one page of a list."""

LEAST_BOXES = 2
"""With fewer there is no line to see."""

MOST_LINES = 6
"""More lines than that nobody tells apart."""

WITHIN = 2.394
"""Standard deviations within which all six faces of fair dice end up in nine of ten counts."""


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


@dataclass(frozen=True, slots=True)
class Dice:
    """Whether dice are fair: the verdict, its charts, and how long the history is that it rests on."""

    verdict: Verdict
    chart: Pins | None
    course: Lines | None


def dice_of(records: Sequence[Record], one_of_many: int | None = None) -> Dice:
    """The dice of these games, which may be the ``one_of_many``-th of such counts."""
    found = verdict(faces_in(records), one_of_many)
    if not found.thrown:
        return Dice(found, None, None)
    half = WITHIN * sqrt(found.thrown * 5 / 36)
    return Dice(found, pins(found.counts, found.thrown / 6, half), _course(records, found.bar))


def _course(records: Sequence[Record], bar: float) -> Lines | None:
    """What spoke against the dice after each game, as powers of ten; None where that is no line yet."""
    counts: list[tuple[int, ...]] = []
    so_far: tuple[int, ...] = (0,) * 6
    for record in records:
        if any(record.faces):
            so_far = tuple(map(sum, zip(so_far, record.faces, strict=True)))
            counts.append(so_far)
    if len(counts) < 2:
        return None
    step = -(-len(counts) // MOST_POINTS)
    chosen = [*counts[:-1:step], counts[-1]]
    return lines([[evidence(one) / log(10) for one in chosen]], mark=bar / log(10))


@dataclass(frozen=True, slots=True)
class Course:
    """How the totals of a card game grew: the players, each one's total after each box, and the chart of it."""

    names: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    chart: Lines


def course_of(steps: Sequence[Step]) -> Course | None:
    """How a game of Yahtzee went; None for another game, for one that has hardly begun, and for a crowd.

    A total is that when the card had so many boxes filled for the last time, so that nothing that was taken back shows;
    what was corrected later shows at the end, and who left stands still.
    """
    last = steps[-1].state
    if not isinstance(last, YahtzeeState) or len(last.players) > MOST_LINES:
        return None
    grown: list[dict[int, int]] = [{0: 0} for _ in last.players]
    for step in steps:
        if isinstance(step.event, Scored) or step.is_mending:
            for seat, (name, total) in enumerate(step.state.totals.items()):
                grown[seat][len(step.state.cards[name].boxes)] = total
    boxes = max(len(last.cards[name].boxes) for name in last.players)
    if boxes < LEAST_BOXES:
        return None
    totals = [tuple(of[max(number for number in of if number <= box)] for box in range(boxes + 1)) for of in grown]
    return Course(tuple(map(shown, last.players)), tuple(totals), lines(totals))


def cargo_chart(account: Account) -> tuple[Bars, tuple[int, ...]]:
    """How often each cargo came, and which these are; 0 stands for none."""
    most = max((12, *account.cargoes))
    values = (0, *range(2, most + 1))
    return bars([float(account.cargoes.count(value)) for value in values]), values


def scores_chart(account: Account) -> Lines | None:
    """The total of each full card, one after the other."""
    totals = [float(part.total) for _, part in account.cards]
    return lines([totals]) if len(totals) > 1 else None


def luck_chart(account: Account) -> Lines | None:
    """Luck, and what was given away, added up from game to game."""
    luck, given = [0.0], [0.0]
    for one in account.hindsight.games:
        luck.append(luck[-1] + one.luck)
        given.append(given[-1] - one.cost)
    return lines([luck, given]) if len(luck) > 2 else None


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
