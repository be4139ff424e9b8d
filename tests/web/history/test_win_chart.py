"""The chart of the chances to win: its lines, the turning point in words, and its place on the page of a game."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.statistics.record import WinPoint
from tests.web import played
from tests.web.live.test_table_page import text_of
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.history.charts import WinChart, win_chart

NOW = 1_795_302_000.0
TURNS = ((None, 0, (500, 500)), (0, 2, (700, 300)), (1, 5, (400, 600)), (0, 7, (300, 700)), (1, 9, (0, 1000)))


def chart(turns: Sequence[tuple[int | None, int, tuple[int, ...]]], *names: str) -> WinChart:
    found = win_chart([WinPoint(*one) for one in turns], names)
    assert found is not None
    return replace(found, says=text_of(found.says))


def test_it_goes_from_nothing_to_certainty_and_marks_the_turning_point() -> None:
    found = chart(TURNS, "Mia", "Jo")
    assert [tick.value for tick in found.chart.ticks] == [0, 50, 100]
    assert found.chart.lines[1].points[-1] == ("350", "14")
    assert found.turn == found.chart.lines[0].points[2][0]
    assert found.says == "Turning point: Jo’s turn, roll 5. Jo stayed ahead."
    assert found.rows[1] == (2, (0.7, 0.3))


def test_the_percents_of_a_row_are_together_a_hundred() -> None:
    thirds = ((None, 0, (335, 335, 330)), (0, 2, (376, 376, 248)), (1, 4, (1000, 0, 0)))
    assert [chances for _, chances in chart(thirds, "Mia", "Jo", "Bo").rows][1] == (0.37, 0.37, 0.25)


@pytest.mark.parametrize(
    ("turns", "says"),
    [
        ((*TURNS[:2], (1, 5, (1000, 0))), "Turning point: Mia’s turn, roll 2. Mia stayed ahead."),
        ((*TURNS[:2], (1, 5, (0, 1000))), "Turning point: Jo’s last turn, roll 5."),
        ((*TURNS[:2], (1, 5, (500, 500))), ""),
    ],
    ids=["of the winner", "the last turn", "shared"],
)
def test_the_turning_point_is_told(turns: Sequence[tuple[int | None, int, tuple[int, ...]]], says: str) -> None:
    found = chart(turns, "Mia", "Jo")
    assert (found.says, found.turn is None) == (says, not says)


def test_of_many_players_those_have_a_line_who_came_nearest() -> None:
    names = [f"P{number}" for number in range(9)]
    turns = [
        (None, 0, (111,) * 9),
        (0, 1, (10, 20, 30, 40, 50, 60, 70, 80, 640)),
        (1, 2, (1000, *(0,) * 8)),
    ]
    found = chart(turns, *names)
    assert found.names == ("P0", "P4", "P5", "P6", "P7", "P8")
    assert found.left_out
    assert found.says.startswith("Turning point: P1")


def test_without_a_course_or_with_one_of_other_players_there_is_none() -> None:
    assert win_chart((), ("Mia", "Jo")) is None
    assert win_chart([WinPoint(*one) for one in TURNS], ("Mia", "Jo", "Bo")) is None


def test_the_page_of_a_game_has_it_and_leads_to_the_turning_point() -> None:
    archive = played.PlayedGames((NOW, played.yahtzee(3)), (NOW, played.ship(4, preset="all-about-dice")))
    client = create_app(ScriptedTable(WAITING), Appliance(archive=archive)).test_client()
    page = client.get("/log/1").text
    [figure] = re.findall(
        r'<figure class="chart course-chart">(?:(?!</figure>).)*id="winning-title".*?</figure>', page, re.DOTALL
    )
    assert "turning-point" in figure
    where, says = re.findall(r'<a href="(/log/1/\d+)">(Turning point: [^<]*)</a>', figure)[0]
    roll = re.findall(r"roll (\d+)", says)[0]
    step = text_of(client.get(where).text)
    assert re.search(r"(Mia|Jonas) rolls", step), step
    assert sum(
        "Rolled" in type(event).__name__ for event in played.yahtzee(3)[: int(where.rpartition("/")[2]) + 1]
    ) == int(roll)
    assert "winning-title" not in client.get("/log/2").text
