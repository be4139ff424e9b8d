"""What many games come to, for players, boards and dice."""

from dataclasses import replace

import pytest

from web.archive import Hindsight, Part, Record
from web.statistics import accounts, board, faces_in


def ship(number: int, *parts: Part, over: bool = True) -> Record:
    return Record(number, None, "ship", parts=parts, over=over, faces=(number, 0, 0, 0, 0, 1))


WON = Part("Mia", 9, won=True, cargoes=(9,), hindsight=Hindsight(5.0, 0.5, 2, 0.1))
LOST = Part("Jonas", 0, cargoes=(0,), hindsight=Hindsight(-4.0, 0.0, 0))
GAMES = (
    ship(1, WON, LOST),
    ship(2, replace(WON, won=False, cargoes=(12, 4), hindsight=Hindsight(1.0, 1.5, 2, None)), replace(LOST, won=True)),
    ship(3, replace(WON, won=False, shared=True, cargoes=(12,), hindsight=None), replace(LOST, shared=True)),
    ship(4, replace(WON, cargoes=(2,)), LOST, over=False),
)


def test_a_players_account_of_ship_captain_crew() -> None:
    mia = accounts(GAMES)["Mia"]["ship"]
    assert (mia.games, mia.wins, mia.shared) == (3, 1, 1)
    assert mia.cargoes == (9, 12, 4, 12)
    assert mia.qualified == 1.0
    assert mia.mean_cargo == 37 / 4
    assert mia.best_turn == (12, 2), "the first game in which it came"
    jonas = accounts(GAMES)["Jonas"]["ship"]
    assert (jonas.qualified, jonas.mean_cargo, jonas.best_turn) == (0.0, None, None)


def test_luck_is_of_a_game_and_costs_are_of_a_decision() -> None:
    coach = accounts(GAMES)["Mia"]["ship"].hindsight
    assert coach.luck == 3.0
    assert coach.cost == 0.5
    assert coach.to_win == pytest.approx(0.05), "only where the coach knows"
    nothing = accounts(GAMES[2:3])["Mia"]["ship"].hindsight
    assert (nothing.luck, nothing.cost, nothing.to_win) == (None, None, None)


def test_a_players_account_of_yahtzee() -> None:
    parts = (
        Part("Mia", 250, won=True, filled=True, bonus=True, yahtzees=2),
        Part("Mia", 150, filled=True, yahtzees=1),
        Part("Mia", 30, won=True),
    )
    mia = accounts([Record(n, None, "yahtzee", parts=(part,), over=True) for n, part in enumerate(parts)])["Mia"][
        "yahtzee"
    ]
    assert (mia.games, mia.wins, mia.yahtzees) == (3, 2, 3)
    assert (mia.mean_total, mia.best_total, mia.bonuses) == (200, (250, 0), 0.5), "cards that were left do not count"


def test_a_name_is_a_player_as_the_rules_tell_names_apart() -> None:
    found = accounts([ship(1, WON, replace(LOST, name="mia"))])
    assert set(found) == {"Mia", "mia"}


def test_games_that_are_not_over_are_nobodys() -> None:
    assert accounts(GAMES[3:]) == {}


def test_the_board_has_the_most_wins_first_and_equals_in_one_place() -> None:
    lines = board([*GAMES, ship(5, replace(WON, name="Lin"), replace(LOST, name="Zoë"))], "ship")
    assert [(line.place, line.account.name) for line in lines] == [(1, "Jonas"), (1, "Mia"), (3, "Lin"), (4, "Zoë")]
    assert board(GAMES, "yahtzee") == ()


def test_dice_of_all_games_count_whether_they_were_finished_or_not() -> None:
    assert faces_in(GAMES) == (10, 0, 0, 0, 0, 4)
    assert faces_in([]) == (0, 0, 0, 0, 0, 0)
