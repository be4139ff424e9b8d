"""The charts of the log: dice, players' figures, the course of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from engine.statistics.fairness import Verdict, evidence, verdict
from engine.statistics.summaries import Account
from engine.statistics.summaries import DiceSummary as Counts
from web.catalogue import Words
from web.display_names import shown
from web.games.game_log import CourseTexts, GameLog, ScoreChart
from web.history.replay import ReplayStep
from web.history.svg_charts import Bars, Lines, Pins, bars, lines, pins

LEAST_STEPS = 2
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
    """The course of a game: the players, the total of each after each step, the chart, and its texts."""

    names: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    chart: Lines
    texts: CourseTexts


def course_of(steps: Sequence[ReplayStep], log: GameLog, words: Words) -> Course | None:
    """Return the course of a game; None for a game without one, one just begun, or one with many players.

    A total is taken when the player had finished that number of steps for the last time, so nothing that was undone
    shows. Later corrections show at the end, and the line of a player who left is constant.
    """
    last = steps[-1].state
    if log.progress(last) is None or len(last.players) > MOST_LINES:
        return None
    grown: list[dict[int, int]] = [{0: 0} for _ in last.players]
    for step in steps:
        for seat, (finished, total) in enumerate(log.progress(step.state) or ()):
            grown[seat][finished] = total
    most = max(finished for finished, _ in log.progress(last) or ())
    if most < LEAST_STEPS:
        return None
    totals = [tuple(of[max(number for number in of if number <= one)] for one in range(most + 1)) for of in grown]
    return Course(tuple(map(shown, last.players)), tuple(totals), lines(totals), log.course_texts(words))


@dataclass(frozen=True, slots=True)
class ScoreBars:
    """The frequency of the scores of turns: what the game says of them, and the bars."""

    of: ScoreChart
    chart: Bars


def score_bars(account: Account, log: GameLog, words: Words) -> ScoreBars | None:
    """Return the frequencies of the scores of turns; None in a game without any."""
    chart = log.score_chart(account, words)
    return ScoreBars(chart, bars([float(one.turns) for one in chart.bins])) if chart else None


def totals_chart(account: Account) -> Lines | None:
    """Return the totals of whole games, in order."""
    return lines([account.totals]) if len(account.totals) > 1 else None


def luck_chart(account: Account) -> Lines | None:
    """Return luck and what was given away, summed over the games."""
    luck, cost = zip(*account.course, strict=True)
    return lines([luck, [-one for one in cost]]) if len(luck) > 2 else None
