"""The rows of the log: which games are listed, and what they show of each player."""

import re

from engine import Anted, Event, Rolled, Started
from tests.web import played
from tests.web.history.test_pages import client_of, text_of

BEGUN: tuple[Event, ...] = (Started("dice-game-depot", ("Mia", "Jonas"), "Mia"),)
POT: tuple[Event, ...] = (
    Started("bar-pot", ("Mia", "Jonas"), "Mia", {"stakes": "pot(first_shooter)"}),
    Anted(5),
    Rolled((6, 5, 4, 1, 2)),
)
EVENING = 1_795_302_000.0


def rows_of(*games: tuple[Event, ...], last_is_open: bool = False) -> list[str]:
    archive = played.PlayedGames(*((EVENING, game) for game in games), last_is_open=last_is_open)
    page = client_of(archive).get("/log").text
    return re.findall(r"<li>.*?</li>", page.split('<ol class="games', 1)[-1], re.DOTALL)


def test_a_game_that_was_begun_without_a_roll_is_not_listed() -> None:
    rows = rows_of(BEGUN, played.ship(5), BEGUN, (*BEGUN, Rolled((1, 1, 2, 3, 4))))
    assert [re.findall(r'href="/log/(\d+)"', row) for row in rows] == [["4"], ["2"]]


def test_the_game_on_the_table_is_listed_also_before_its_first_roll() -> None:
    assert len(rows_of(played.ship(5), BEGUN, last_is_open=True)) == 2


def test_an_unfinished_game_for_a_pot_shows_chips_and_not_points() -> None:
    [row] = rows_of(POT)
    assert text_of(f"</header>{row}").count("−5") == 2
    assert "<b>0</b>" not in row
    assert 'aria-label="chips"' in row
