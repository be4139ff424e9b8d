"""The archive's answers, counted from all records one by one: what the totals are held to."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, zip_longest
from operator import add

from device.archive.rows import day_here
from engine.game import game_of_kind, kinds_of_all
from engine.reports.figures import Part
from engine.statistics.player_totals import FEATS, MILLION, PlayerTotals
from engine.statistics.record import Kind, Record
from engine.statistics.summaries import Account, DiceSummary, LeaderboardRow, Player, samples

Days = tuple[int, int] | None


def tally(parts: Sequence[Part]) -> PlayerTotals:
    scores = [score for part in parts for score in part.scores]
    wholes = [part for part in parts if part.whole]
    feats = [sum(column) for column in zip_longest(*(part.feats for part in parts), fillvalue=0)]
    coach = [part.hindsight for part in parts if part.hindsight]
    weighed = [one for one in coach if one.to_win is not None]
    return PlayerTotals(
        games=len(parts),
        wins=sum(part.won for part in parts),
        shared=sum(part.shared for part in parts),
        turns=len(scores),
        scored=len([score for score in scores if score]),
        score=sum(scores),
        wholes=len(wholes),
        points=sum(part.total for part in wholes),
        **dict(zip(FEATS, feats, strict=False)),
        reviewed=len(coach),
        luck=round(sum(one.luck for one in coach) * MILLION),
        cost=round(sum(one.cost for one in coach) * MILLION),
        decisions=sum(one.decisions for one in coach),
        weighed=sum(one.decisions for one in weighed),
        to_win=round(sum(one.to_win or 0.0 for one in weighed) * MILLION),
    )


def played(records: Sequence[Record], kind: Kind) -> dict[str, list[tuple[Record, Part]]]:
    found: dict[str, list[tuple[Record, Part]]] = {}
    for record in records:
        if record.over and record.kind == kind:
            for part in record.parts:
                found.setdefault(part.name, []).append((record, part))
    return found


def within(records: Sequence[Record], days: Days) -> list[Record]:
    if days is None:
        return list(records)
    return [one for one in records if (day := day_here(one.clock)) is not None and days[0] <= day <= days[1]]


def pick(kind: Kind) -> Callable[..., int | None]:
    return min if game_of_kind(kind).lowest_wins else max


def board(records: Sequence[Record], kind: Kind, days: Days) -> tuple[LeaderboardRow, ...]:
    lines = []
    for name, parts in played(within(records, days), kind).items():
        best = pick(kind)((best for _, part in parts if (best := part.best) is not None), default=None)
        lines.append((name, tally([part for _, part in parts]), best))
    lines.sort(key=lambda line: (-line[1].wins, -line[1].shared, line[1].games, line[0]))
    marks = [(one.wins, one.shared, one.games) for _, one, _ in lines]
    return tuple(LeaderboardRow(marks.index(mark) + 1, *line) for line, mark in zip(lines, marks, strict=True))


def players(records: Sequence[Record]) -> list[Player]:
    found: dict[str, dict[Kind, tuple[int, int]]] = {}
    for kind in kinds_of_all():
        for name, parts in played(records, kind).items():
            found.setdefault(name, {})[kind] = len(parts), sum(part.won for _, part in parts)
    return [Player(name, found[name]) for name in sorted(found, key=lambda name: (name.casefold(), name))]


def accounts(records: Sequence[Record], name: str, points: int) -> dict[Kind, Account]:
    return {
        kind: _account(name, kind, of[name], points) for kind in kinds_of_all() if name in (of := played(records, kind))
    }


def _account(name: str, kind: Kind, parts: Sequence[tuple[Record, Part]], points: int) -> Account:
    bests = [(best, record.number) for record, part in parts if (best := part.best) is not None]
    wholes = [(record.number, part.total) for record, part in parts if part.whole]
    first = dict(reversed(bests))
    best = pick(kind)(first, default=None)
    coach = [part.hindsight for _, part in parts if part.hindsight]
    so_far = list(accumulate(((round(one.luck * MILLION), round(one.cost * MILLION)) for one in coach), _plus))
    course = [so_far[place] for place in samples(len(so_far), points - 1)]
    return Account(
        name=name,
        kind=kind,
        tally=tally([part for _, part in parts]),
        scores=dict(Counter(score for _, part in parts for score in part.scores)),
        best=None if best is None else (best, first[best]),
        wholes=wholes[-40:],
        totals=[wholes[place][1] for place in samples(len(wholes), points)] if wholes else (),
        course=[(0.0, 0.0), *((luck / MILLION, cost / MILLION) for luck, cost in course)],
        latest=[record for record, _ in parts[::-1]][:8],
    )


def dice(records: Sequence[Record], days: Days, points: int) -> DiceSummary:
    so_far = list(accumulate((one.faces for one in within(records, days) if any(one.faces)), _plus))
    course = [so_far[place] for place in samples(len(so_far), points)]
    return DiceSummary(so_far[-1] if so_far else (0,) * 6, course)


def evenings(records: Sequence[Record], latest: int) -> dict[int, bool]:
    found: dict[int, bool] = {}
    for record in records:
        day = day_here(record.clock)
        if day is not None and day <= latest:
            found[day] = found.get(day, False) or any(record.faces)
    return dict(sorted(found.items()))


def listed(records: Sequence[Record], latest: int) -> list[Record]:
    """All games as the log lists them: without those that were begun and left before the first roll."""

    def place(record: Record) -> tuple[bool, int, int]:
        day = day_here(record.clock)
        return record.is_open, -1 if day is None or day > latest else day, record.number

    there = [record for record in records if record.is_open or not record.is_empty]
    return sorted(there, key=place, reverse=True)


def names(records: Sequence[Record]) -> list[str]:
    games = sorted(records, key=lambda record: (record.is_open, record.number), reverse=True)
    return list(dict.fromkeys(part.name for record in games for part in record.parts))


def wins(records: Sequence[Record], day: int) -> dict[str, int]:
    """Games won on that evening."""
    past = [one for one in within(records, (day, day)) if one.over]
    return dict(Counter(part.name for one in past for part in one.parts if part.won))


def _plus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, one, other))
