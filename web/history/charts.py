"""The charts of the log: dice, players' figures, the course of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from engine import Scored
from engine.statistics.fairness import Verdict, evidence, verdict
from engine.statistics.summaries import Account
from engine.statistics.summaries import DiceSummary as Counts
from engine.yahtzee.state import State as YahtzeeState
from web.display_names import shown
from web.history.replay import ReplayStep
from web.history.svg_charts import Bars, Lines, Pins, bars, lines, pins

LEAST_BOXES = 2
"""With fewer there is no line to see."""

MOST_LINES = 6
"""Most lines of a chart that can be told apart."""

WITHIN = 2.394
"""Standard deviations within which all six faces of fair dice end up in nine of ten counts."""


@dataclass(frozen=True, slots=True)
class DiceCharts:
    """The fairness of the dice: the verdict, a pin for each face, and the evidence against them game by game."""

    verdict: Verdict
    chart: Pins | None
    course: Lines | None


def dice_of(counts: Counts, one_of_many: int | None = None) -> DiceCharts:
    """Return the charts of these counts, which may be the ``one_of_many``-th of such counts."""
    found = verdict(counts.faces, one_of_many)
    if not found.thrown:
        return DiceCharts(found, None, None)
    half = WITHIN * sqrt(found.thrown * 5 / 36)
    return DiceCharts(found, pins(found.counts, found.thrown / 6, half), _course(counts, found.bar))


def _course(counts: Counts, bar: float) -> Lines | None:
    """Return the evidence against the dice after each game, as powers of ten; None if that is not a line yet."""
    if len(counts.course) < 2:
        return None
    return lines([[evidence(one) / log(10) for one in counts.course]], mark=bar / log(10))


@dataclass(frozen=True, slots=True)
class Course:
    """The totals of a card game: the players, the total of each after each box, and the chart."""

    names: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    chart: Lines


def course_of(steps: Sequence[ReplayStep]) -> Course | None:
    """Return the course of a game of Yahtzee; None for another game, one just begun, or one with many players.

    A total is taken when the card had that number of filled boxes for the last time, so nothing that was undone shows.
    Later corrections show at the end, and the line of a player who left is constant.
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
    """Return the frequencies of the cargoes, and the cargoes; 0 stands for none."""
    most = max((12, *account.cargoes))
    values = (0, *range(2, most + 1))
    return bars([float(account.cargoes.get(value, 0)) for value in values]), values


def scores_chart(account: Account) -> Lines | None:
    """Return the totals of full cards, in order."""
    return lines([account.scores]) if len(account.scores) > 1 else None


def luck_chart(account: Account) -> Lines | None:
    """Return luck and what was given away, summed over the games."""
    luck, cost = zip(*account.course, strict=True)
    return lines([luck, [-one for one in cost]]) if len(luck) > 2 else None
