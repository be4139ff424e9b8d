"""The games of one evening: which, in which order, and that their cost doesn't grow with the history."""

from datetime import datetime

from engine.statistics.evenings import DAY
from tests.web import played
from web.history.evening_dates import today

EVENING = datetime(2026, 11, 20, 21).timestamp()


def test_an_evening_has_its_games_the_last_one_first_and_the_open_one() -> None:
    games = [(EVENING + DAY * (number // 3), played.ship(number)) for number in range(9)]
    archive = played.PlayedGames(*games, (EVENING + 2 * DAY, played.ship(9)[:4]), last_is_open=True)
    first, last = today(EVENING), today(EVENING + 2 * DAY)
    assert [record.number for record in archive.of_evening(first, 10)[0]] == [3, 2, 1]
    found, many = archive.of_evening(last, 2)
    assert ([record.number for record in found], many) == ([10, 9], 4)
    assert archive.of_evening(first - 1, 10) == ([], 0)


def test_it_is_read_by_the_index_of_evenings() -> None:
    archive = played.PlayedGames((EVENING, played.ship(1)))
    archive.of_evening(today(EVENING), 10)
    assert archive._base is not None
    query = "EXPLAIN QUERY PLAN SELECT game FROM games WHERE day = ? AND game <> ? ORDER BY game DESC LIMIT ?"
    plan = [str(row[3]) for row in archive._base.execute(query, [1, 1, 1])]
    assert any("games_by_day" in line for line in plan)
    assert not any("SCAN" in line for line in plan)
