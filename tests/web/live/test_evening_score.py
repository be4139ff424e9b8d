"""Who has won how many games this evening, beside the one that is on."""

import time
from dataclasses import replace

import pytest

from engine import Renamed, Rolled, Started, Stopped, Undone, fold
from table.snapshot import Snapshot
from tests.web import moments
from tests.web.live.test_table_page import text_of
from tests.web.played import PlayedGames
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.live.result import MOST_WINNERS as MOST
from web.live.result import EveningScore

NOW = 1_795_302_000.0  # an evening in November 2026
YESTERDAY = NOW - 24 * 3600


def won_by(first: str, second: str) -> tuple[Started | Rolled | Stopped, ...]:
    miss = (Rolled((1, 1, 2, 3, 2)),) * 3
    return Started("dice-game-depot", (first, second), first), Rolled((6, 5, 4, 2, 4)), Stopped(), *miss


LEFT = (Started("dice-game-depot", ("Lea", "Mia"), "Lea"), Rolled((6, 5, 4, 2, 4)))


def tonight(*games: tuple[float, tuple[object, ...]], last_is_open: bool = False) -> EveningScore:
    return EveningScore(PlayedGames(*games, last_is_open=last_is_open), lambda: NOW)  # type: ignore[arg-type]


def test_only_games_of_this_evening_that_are_over_are_counted() -> None:
    evening = tonight(
        (YESTERDAY, won_by("Ole", "Mia")),
        (NOW - 7200, won_by("Mia", "Lea")),
        (NOW - 3600, won_by("Lea", "Mia")),
        (NOW - 1800, won_by("Mia", "Lea")),
        (NOW - 900, LEFT),
    )
    assert evening.won(moments.WAITING) == (("Mia", 2), ("Lea", 1))


def test_the_game_on_the_table_counts_when_it_is_over_and_only_once() -> None:
    evening = tonight((NOW - 60, won_by("Mia", "Lea")), last_is_open=True)
    assert evening.won(moments.WAITING) == ()
    assert evening.won(moments.OVER) == (("Mia", 1),)


def test_a_player_who_is_renamed_keeps_the_wins_of_the_evening() -> None:
    renamed = Renamed("Mia", "Maria")
    before = (NOW - 7200, won_by("Mia", "Lea")), (NOW - 3600, won_by("Lea", "Mia"))
    evening = tonight(*before, (NOW - 60, (*LEFT, renamed)))
    waits = replace(moments.WAITING, state=fold((*LEFT, renamed)), log=(*LEFT, renamed), game=9)
    assert evening.won(waits) == (("Lea", 1), ("Maria", 1))
    at_the_table = tonight(*before, (NOW - 60, LEFT), last_is_open=True)
    assert at_the_table.won(moments.WAITING) == (("Lea", 1), ("Mia", 1))
    assert at_the_table.won(waits) == (("Lea", 1), ("Maria", 1))
    assert at_the_table.won(replace(moments.WAITING, log=(*LEFT, renamed, Undone()))) == (("Lea", 1), ("Mia", 1))


def test_another_player_who_takes_a_name_that_was_given_up_has_wins_of_his_own() -> None:
    evening = tonight((NOW - 7200, won_by("Mia", "Lea")), (NOW - 3600, (*LEFT, Renamed("Mia", "Maria"))), (NOW, LEFT))
    assert evening.won(moments.WAITING) == (("Mia", 1),)


def test_a_long_evening_shows_its_best() -> None:
    evening = tonight(*((NOW, won_by(f"Player {n}", "Mia")) for n in range(9)))
    assert len(evening.won(moments.WAITING)) == MOST


@pytest.mark.parametrize(("language", "said"), [("en", "Wins tonight"), ("de", "Siege heute")])
def test_the_page_shows_it_while_a_game_is_on_and_nothing_before_the_first_win(language: str, said: str) -> None:
    def page(moment: Snapshot, *games: tuple[float, tuple[object, ...]]) -> str:
        app = create_app(ScriptedTable(moment), Appliance(archive=PlayedGames(*games)))  # type: ignore[arg-type]
        return " ".join(text_of(app.test_client().get(f"/?language={language}").text).split())

    won = time.time(), won_by("Mia", "Lea")
    assert f"{said} Mia 1" in page(moments.WAITING, won)
    assert said not in page(moments.OVER, won)
    assert said not in page(moments.WAITING)
