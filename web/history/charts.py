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
"""More lines than that nobody tells apart."""

WITHIN = 2.394
"""Standard deviations within which all six faces of fair dice end up in nine of ten counts."""


@dataclass(frozen=True, slots=True)
class DiceCharts:
    """Whether dice are fair: the verdict, a pin for each face, and what spoke against them game by game."""

    verdict: Verdict
    chart: Pins | None
    course: Lines | None


def dice_of(counts: Counts, one_of_many: int | None = None) -> DiceCharts:
    """The dice of these counts, which may be the ``one_of_many``-th of such counts."""
    found = verdict(counts.faces, one_of_many)
    if not found.thrown:
        return DiceCharts(found, None, None)
    half = WITHIN * sqrt(found.thrown * 5 / 36)
    return DiceCharts(found, pins(found.counts, found.thrown / 6, half), _course(counts, found.bar))


def _course(counts: Counts, bar: float) -> Lines | None:
    """What spoke against the dice after each game, as powers of ten; None where that is no line yet."""
    if len(counts.course) < 2:
        return None
    return lines([[evidence(one) / log(10) for one in counts.course]], mark=bar / log(10))


@dataclass(frozen=True, slots=True)
class Course:
    """How the totals of a card game grew: the players, each one's total after each box, and the chart of it."""

    names: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    chart: Lines


def course_of(steps: Sequence[ReplayStep]) -> Course | None:
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
    return bars([float(account.cargoes.get(value, 0)) for value in values]), values


def scores_chart(account: Account) -> Lines | None:
    """The total of each full card, one after the other."""
    return lines([account.scores]) if len(account.scores) > 1 else None


def luck_chart(account: Account) -> Lines | None:
    """Luck, and what was given away, added up from game to game."""
    luck, cost = zip(*account.course, strict=True)
    return lines([luck, [-one for one in cost]]) if len(luck) > 2 else None
