"""The summaries of players and dice that the pages draw, of limited size for any history."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add

from engine.statistics.player_totals import PlayerTotals
from engine.statistics.record import Kind, Record


@dataclass(frozen=True, slots=True)
class Account:
    """One player's finished games of one kind.

    ``scores`` is the count of each score of a turn. ``best`` is the best score of a turn or total of a whole game, with
    the number of the first game in which it came. ``wholes`` are the latest whole games: the number, and the total.
    ``totals`` are those of whole games and ``course`` is luck and cost so far, starting at zero, both in the order of
    the games and thinned to the requested length. ``latest`` are the latest games, the last one first.
    """

    name: str
    kind: Kind
    tally: PlayerTotals
    scores: Mapping[int, int]
    best: tuple[int, int] | None
    wholes: Sequence[tuple[int, int]]
    totals: Sequence[int]
    course: Sequence[tuple[float, float]]
    latest: Sequence[Record]


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One line of the leaderboard. Players with equal wins, shared games and games have the same place."""

    place: int
    name: str
    tally: PlayerTotals
    best: int | None


@dataclass(frozen=True, slots=True)
class Player:
    """A player with finished games: games and wins of each kind."""

    name: str
    games: Mapping[Kind, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class DiceSummary:
    """The count of each face, from one to six, and the counts so far after some of the games, including the last."""

    faces: tuple[int, ...]
    course: Sequence[tuple[int, ...]] = ()


def order_of(name: str, tally: PlayerTotals) -> tuple[int, int, int, str]:
    """Return the sort key of the leaderboard: most wins, then most shared games, then the fewest games."""
    return -tally.wins, -tally.shared, tally.games, name


def standings(lines: Sequence[tuple[str, PlayerTotals, int | None]]) -> tuple[LeaderboardRow, ...]:
    """Return the lines of a leaderboard with their places. Each line is a name with its tally and best."""
    found: list[LeaderboardRow] = []
    for number, (name, tally, best) in enumerate(sorted(lines, key=lambda line: order_of(line[0], line[1])), 1):
        before = found[-1] if found else None
        same = before is not None and order_of("", before.tally) == order_of("", tally)
        found.append(LeaderboardRow(before.place if before and same else number, name, tally, best))
    return tuple(found)


def samples(many: int, most: int) -> list[int]:
    """Return the places of at most ``most`` (> 1) of ``many`` values, evenly spaced, with the first and the last."""
    if many <= most:
        return list(range(many))
    step = -(-(many - 1) // (most - 1))
    return [*range(0, many - 1, step), many - 1]


def located(counts: Sequence[int], places: Sequence[int]) -> list[tuple[int, int]]:
    """Return for each place its block, and its place in that block. ``counts`` are the sizes of consecutive blocks.

    >>> located([2, 0, 3], [0, 2, 4])
    [(0, 0), (2, 0), (2, 2)]
    """
    ends = list(accumulate(counts))
    found = []
    for place in places:
        block = bisect_right(ends, place)
        found.append((block, place - (ends[block - 1] if block else 0)))
    return found


Values = tuple[int, ...]

COARSE = 40
"""The number of blocks from which a course is drawn by whole blocks, without reading single values."""


def course(blocks: Sequence[tuple[int, Values]], rows_of: Callable[[int], Sequence[Values]], most: int) -> list[Values]:
    """Return the sums of all values so far, after at most ``most`` of the values, including the last one.

    ``blocks`` are consecutive, each with its number of values and their sum. ``rows_of`` returns the values of a block,
    by its place among the blocks.
    """
    ends = list(accumulate((total for _, total in blocks), _plus))
    if len(blocks) >= COARSE:
        return [ends[block] for block in samples(len(blocks), most)]
    counts = [many for many, _ in blocks]
    rows: dict[int, Sequence[Values]] = {}
    found = []
    for block, offset in located(counts, samples(sum(counts), most)):
        if block not in rows:
            rows[block] = list(accumulate(rows_of(block), _plus))
        found.append(_plus(ends[block - 1], rows[block][offset]) if block else rows[block][offset])
    return found


def _plus(one: Values, other: Values) -> Values:
    return tuple(map(add, one, other))
