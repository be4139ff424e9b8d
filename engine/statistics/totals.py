"""The totals of a history: sums that are updated when games end, are corrected, or are removed.

A history's totals are the sum of what each game adds (:func:`sums_of`). To change a game is to subtract what it added
before, and to add what it adds now. All sums are whole numbers, so the order makes no difference.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import add
from typing import Literal

from engine.statistics.player_totals import NO_GAMES, PlayerTotals, tally_of
from engine.statistics.record import Kind, Record

Span = Literal["all", "evening", "block"]
TallyKey = tuple[Span, int, Kind, str]
"""A span, its number (0 for "all"; the day of an evening; the number of a block), a kind, and a name."""

ScoreKey = tuple[str, Kind, int]
"""A name, a kind, and the score of a turn."""

DiceKey = tuple[int, int]
"""The day of an evening (:data:`UNDATED` for none), and a block."""

DiceCount = tuple[int, ...]
"""The number of games, of those with counted dice, and of each face, from one to six."""

BLOCK = 100
"""Games in a block, by their numbers. The course of many games is drawn from blocks without reading each game."""

UNDATED = 0
NO_DICE: DiceCount = (0, 0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums that some games add. Keys without a sum are absent."""

    tallies: Mapping[TallyKey, PlayerTotals] = field(default_factory=dict)
    scores: Mapping[ScoreKey, int] = field(default_factory=dict)
    dice: Mapping[DiceKey, DiceCount] = field(default_factory=dict)


def block_of(number: int) -> int:
    """Return the block of the game of that number."""
    return number // BLOCK


def sums_of(record: Record, day: int | None) -> Sums:
    """Return what one game adds; ``day`` is its evening, from :func:`engine.statistics.evenings.day_of`.

    Players' figures come only from finished games, dice from all.
    """
    block = block_of(record.number)
    tallies: dict[TallyKey, PlayerTotals] = {}
    scores: Counter[ScoreKey] = Counter()
    for part in record.parts if record.over else ():
        tally = tally_of(part, is_level=record.is_level)
        tallies["all", 0, record.kind, part.name] = tally
        tallies["block", block, record.kind, part.name] = tally
        if day is not None:
            tallies["evening", day, record.kind, part.name] = tally
        scores.update((part.name, record.kind, score) for score in part.scores)
    counted = (1, int(any(record.faces)), *record.faces)
    return Sums(tallies, scores, {(UNDATED if day is None else day, block): counted})


def difference(new: Iterable[Sums], old: Iterable[Sums]) -> Sums:
    """Return the change in sums when the games of ``old`` are replaced by those of ``new``."""
    tallies: dict[TallyKey, PlayerTotals] = {}
    scores: Counter[ScoreKey] = Counter()
    dice: dict[DiceKey, DiceCount] = {}
    for many, sign in ((new, 1), (old, -1)):
        for sums in many:
            for key, tally in sums.tallies.items():
                before = tallies.get(key, NO_GAMES)
                tallies[key] = before + tally if sign > 0 else before - tally
            for score, times in sums.scores.items():
                scores[score] += sign * times
            for place, count in sums.dice.items():
                signed = (sign * one for one in count)
                dice[place] = tuple(map(add, dice.get(place, NO_DICE), signed))
    return Sums(
        {key: tally for key, tally in tallies.items() if tally != NO_GAMES},
        {score: times for score, times in scores.items() if times},
        {place: count for place, count in dice.items() if any(count)},
    )
