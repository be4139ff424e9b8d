"""The chart of the chances to win in the course of a game, with its turning point."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.reports.win_course import WHOLE, WinPoint, turning_point
from web.catalogue import Words
from web.display_names import isolated
from web.history.charts import MOST_LINES
from web.history.svg_charts import Lines, lines

PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class WinChart:
    """The lines of some players, in the order of their seats, and what they show.

    ``rows`` has the chances after each turn, between 0 and 1, with the number of rolls by then. ``turn`` is where the
    turning point is drawn, from the left, ``roll`` the latest roll by then, and ``says`` tells of it; None and empty
    where there is none. ``left_out`` is set where some players have no line.
    """

    names: tuple[str, ...]
    chart: Lines
    rows: tuple[tuple[int, tuple[float, ...]], ...]
    turn: str | None
    roll: int | None
    says: str
    left_out: bool = False


def win_chart(course: Sequence[WinPoint], names: Sequence[str], words: Words) -> WinChart | None:
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
        tuple((point.roll, tuple(point.chances[seat] / WHOLE for seat in seats)) for point in course),
        None if at is None else drawn.lines[0].points[at][0],
        None if at is None else course[at].roll,
        "" if at is None else _said(course, at, names, words),
        len(names) > len(seats),
    )


def _said(course: Sequence[WinPoint], at: int, names: Sequence[str], words: Words) -> str:
    point, winner = course[at], names[course[-1].chances.index(WHOLE)]
    player = winner if point.seat is None else names[point.seat]
    if at == len(course) - 1:
        return str(words.turning_point_last(isolated(player), point.roll))
    return str(words.turning_point(isolated(player), point.roll, isolated(winner)))
