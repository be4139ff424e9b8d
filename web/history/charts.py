"""The charts of the log: dice, figures of players, the course of a game and of the chances to win."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from engine.i18n import gettext as _
from engine.i18n import joined, ngettext, number, percent
from engine.reports.win_chances import in_percent
from engine.statistics.fairness import Verdict, evidence, verdict
from engine.statistics.record import WHOLE, WinPoint, turning_point
from engine.statistics.summaries import Account
from engine.statistics.summaries import DiceSummary as Counts
from web.display_names import isolated, shown
from web.games.page import CourseTexts, GamePage, ScoreChart
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
    """The fairness of the dice: the verdict, a pin for each face, and the evidence against them game by game.

    ``heading`` says the verdict in a few words, ``why`` how sure it is, ``described`` the faces to those who do not see
    them; ``found_out`` is the chance by which dice would have been caught that show a face once in so many throws.
    """

    verdict: Verdict
    heading: str
    why: str
    described: str = ""
    found_out: tuple[tuple[str, float], ...] = ()
    chart: Pins | None = None
    course: Lines | None = None


def dice_of(counts: Counts, one_of_many: int | None = None) -> DiceCharts:
    """Return the charts of these counts, which may be the ``one_of_many``-th of such counts."""
    found = verdict(counts.faces, one_of_many)
    heading, why = _in_words(found)
    if not found.thrown:
        return DiceCharts(found, heading, why)
    half = WITHIN * sqrt(found.thrown * 5 / 36)
    said = [_("{face}: {number}", face=face, number=number(count)) for face, count in enumerate(found.counts, 1)]
    return DiceCharts(
        found,
        heading,
        why,
        _("{counts}.", counts=joined(said, "; ")),
        tuple((name, found.found_out[loading]) for loading, name in LOADINGS.items()),
        pins(found.counts, found.thrown / 6, half),
        _course(counts, found.bar),
    )


LOADINGS = {"half": _("2 rolls"), "third": _("3 rolls"), "quarter": _("4 rolls"), "fifth": _("5 rolls")}
"""Dice that show one face once in so many throws."""


def _in_words(verdict: Verdict) -> tuple[str, str]:
    thrown = ngettext("{count} die rolled", "{count} dice rolled", verdict.thrown)
    face = verdict.strangest
    strange = _(
        "The {face} came up {came} times; {even} would be even.",
        face=face,
        came=number(verdict.counts[face - 1]),
        even=number(verdict.thrown / 6),
    )
    match verdict.word:
        case "too_few" if verdict.thrown:
            return _("Too early to tell."), _("{thrown}. Even badly loaded dice might not show yet.", thrown=thrown)
        case "too_few":
            return _("Too early to tell."), _("No dice counted yet.")
        case "nothing":
            assert verdict.mildest is not None
            return _("These dice look fair."), _(
                "{thrown}. By now there’s a chance of {sure} to catch dice that show one face every {mildest}.",
                thrown=thrown,
                sure=percent(verdict.found_out[verdict.mildest]),
                mildest=LOADINGS[verdict.mildest],
            )
        case "doubtful":
            return _("These dice look suspicious."), _(
                "{thrown}. {strange} One in ten tables with fair dice gets this far at some point. Check again later.",
                thrown=thrown,
                strange=strange,
            )
    return _("These dice are not fair."), _(
        "{thrown}. {strange} At most one in a hundred tables with fair dice ever gets this far.",
        thrown=thrown,
        strange=strange,
    )


def factor(power: int) -> str:
    sign, power = ("×", power) if power >= 0 else ("÷", -power)
    return f"{sign} {10**power}" if power < 4 else f"{sign} 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(one)] for one in str(power))}"


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


def course_of(steps: Sequence[ReplayStep], log: GamePage) -> Course | None:
    """Return the course of a game; None for a game without one, one just begun, or one with many players.

    A total is taken when the player had finished that number of steps for the last time, so nothing that was undone
    shows. Later corrections show at the end, the line of a player who left is constant, and one whose joining was
    undone has none.
    """
    last = steps[-1].state
    if log.progress(last) is None or len(last.players) > MOST_LINES:
        return None
    grown: list[dict[int, int]] = [{0: 0} for _ in last.players]
    for step in steps:
        for own, (finished, total) in zip(grown, log.progress(step.state) or (), strict=False):
            own[finished] = total
    most = max(finished for finished, _ in log.progress(last) or ())
    if most < LEAST_STEPS:
        return None
    totals = [tuple(of[max(number for number in of if number <= one)] for one in range(most + 1)) for of in grown]
    return Course(tuple(map(shown, last.players)), tuple(totals), lines(totals), log.course_texts())


@dataclass(frozen=True, slots=True)
class ScoreBars:
    """The frequency of the scores of turns: what the game says of them, and the bars."""

    of: ScoreChart
    chart: Bars


def score_bars(account: Account, log: GamePage) -> ScoreBars | None:
    """Return the frequencies of the scores of turns; None in a game without any."""
    chart = log.score_chart(account)
    return ScoreBars(chart, bars([float(one.turns) for one in chart.bins])) if chart else None


def totals_chart(account: Account) -> Lines | None:
    return lines([account.totals]) if len(account.totals) > 1 else None


def luck_chart(account: Account) -> Lines | None:
    """Return luck and what was given away, summed over the games."""
    luck, cost = zip(*account.course, strict=True)
    return lines([luck, [-one for one in cost]]) if len(luck) > 2 else None


PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class WinChart:
    """The lines of some players, in the order of their seats, and what they show.

    ``rows`` has the chances after each turn, as :func:`in_percent` has them, with the number of rolls by then. ``turn``
    is where the turning point is drawn, from the left, ``roll`` the latest roll by then, and ``says`` tells of it; None
    and empty where there is none. ``left_out`` is set where some players have no line.
    """

    names: tuple[str, ...]
    chart: Lines
    rows: tuple[tuple[int, tuple[float, ...]], ...]
    turn: str | None
    roll: int | None
    says: str
    left_out: bool = False


def win_chart(course: Sequence[WinPoint], names: Sequence[str]) -> WinChart | None:
    """Return the chart of a course; ``names`` are those of all seats. None without a course.

    Of many players those have a line who came nearest to winning.
    """
    if not course or any(len(point.chances) != len(names) for point in course):
        return None
    nearest = sorted(range(len(names)), key=lambda seat: -max(point.chances[seat] for point in course[1:]))
    seats = sorted(nearest[:MOST_LINES])
    drawn = lines([[point.chances[seat] / WHOLE * PERCENT for point in course] for seat in seats], top=PERCENT)
    at = turning_point(course)
    return WinChart(
        tuple(names[seat] for seat in seats),
        drawn,
        tuple((point.roll, _row(point, seats)) for point in course),
        None if at is None else drawn.lines[0].points[at][0],
        None if at is None else course[at].roll,
        "" if at is None else _said(course, at, names),
        len(names) > len(seats),
    )


def _row(point: WinPoint, seats: Sequence[int]) -> tuple[float, ...]:
    chances = in_percent([one / WHOLE for one in point.chances])
    return tuple(chances[seat] for seat in seats)


def _said(course: Sequence[WinPoint], at: int, names: Sequence[str]) -> str:
    point, winner = course[at], names[course[-1].chances.index(WHOLE)]
    player = isolated(winner if point.seat is None else names[point.seat])
    if at == len(course) - 1:
        return _("Turning point: {player}’s last turn, roll {roll}.", player=player, roll=point.roll)
    return _(
        "Turning point: {player}’s turn, roll {roll}. {winner} stayed ahead.",
        player=player,
        roll=point.roll,
        winner=isolated(winner),
    )
