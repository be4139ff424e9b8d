"""The ledger: chips and drinks over all games, settled by the owner, kept through restarts and corrections."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.adapters.files import JsonFiles
from engine import Bet, Corrected, Event, Started, history_of
from engine.reports.purse import Purse, summed
from engine.statistics.player_names import PlayerNames
from tests.engine.games.ship.playing import MISS, events_of, turn
from tests.web.played import PlayedGames, yahtzee
from web.errors import Denied, NotKept
from web.history.books import LedgerBook, ledger_as_json

CLOCK = 1.8e9
PAIR = f"{turn(5)} {turn(9)}"


def played(
    words: str, players: str = "Ann Ben", *first: Event, preset: str = "bar-pot", **options: object
) -> list[Event]:
    names = tuple(players.split())
    return [Started(preset, names, names[0], options), *first, *events_of(words)]


WON = played(f"$3 {PAIR}")
"""Ben wins three chips from Ann."""

DRUNK = played(PAIR, "Ann Ben", preset="rounds", match="rounds(1)", stakes="drinks")
"""Ann drinks once."""

BET = played(f"{MISS} {MISS} {MISS} {turn(9)}", "Ann Ben", Bet("Zoe", "miss", 2), preset="rounds", match="rounds(1)")
BET[0] = Started("rounds", ("Ann", "Ben"), "Ann", {"match": "rounds(1)", "side_bets": ["qualify"]})
"""Zoe, who doesn’t play, wins two chips from Ann."""


def archive(*games: Sequence[Event], last_is_open: bool = False) -> PlayedGames:
    return PlayedGames(*((CLOCK, tuple(events)) for events in games), last_is_open=last_is_open)


def book(folder: Path, *games: Sequence[Event], last_is_open: bool = False) -> LedgerBook:
    return LedgerBook(JsonFiles(folder), archive(*games, last_is_open=last_is_open))


def test_purses_add_up_over_all_games_whatever_the_game(tmp_path: Path) -> None:
    found = book(tmp_path, WON, DRUNK, yahtzee(1), BET, WON)
    assert found.purses() == {"Ann": Purse(-8, 1), "Ben": Purse(6), "Zoe": Purse(2)}
    assert sum(purse.chips for purse in found.purses().values()) == 0
    assert [name for name, _ in found.lines()] == ["Ben", "Zoe", "Ann"]
    assert ledger_as_json(found)["purses"] == [
        {"name": "Ben", "chips": 6, "drinks": 0},
        {"name": "Zoe", "chips": 2, "drinks": 0},
        {"name": "Ann", "chips": -8, "drinks": 1},
    ]


def test_they_are_those_of_the_games_one_by_one(tmp_path: Path) -> None:
    games = [WON, DRUNK, BET]
    moved = [(history := history_of(events)).game.moved(history.state) for events in games]
    assert book(tmp_path, *games).purses() == summed(moved)


def test_settled_purses_are_empty_also_after_a_restart(tmp_path: Path) -> None:
    found = book(tmp_path, WON, DRUNK)
    found.settle(CLOCK)
    assert (found.purses(), found.settled) == ({}, CLOCK)
    again = book(tmp_path, WON, DRUNK, WON)
    assert (again.purses(), again.settled) == ({"Ann": Purse(-3), "Ben": Purse(3)}, CLOCK)


def test_a_table_without_games_remembers_that_it_was_settled(tmp_path: Path) -> None:
    book(tmp_path).settle(CLOCK)
    assert book(tmp_path, WON).settled == CLOCK


def test_settled_in_the_middle_of_a_game_its_rest_counts_later(tmp_path: Path) -> None:
    long = played(f"$3 {PAIR} $2 {PAIR}", match="chips(2)", next_starter="same")
    half = long[: len(played(f"$3 {PAIR}"))]
    found = book(tmp_path, WON, half, last_is_open=True)
    assert found.purses() == {"Ann": Purse(-6), "Ben": Purse(6)}
    found.settle(CLOCK)
    assert found.purses() == {}
    assert book(tmp_path, WON, long, last_is_open=True).purses() == {"Ann": Purse(-2), "Ben": Purse(2)}
    assert book(tmp_path, WON, long, WON).purses() == {"Ann": Purse(-5), "Ben": Purse(5)}


def test_a_correction_after_the_settlement_changes_the_ledger_by_its_difference(tmp_path: Path) -> None:
    book(tmp_path, WON).settle(CLOCK)
    corrected = [*WON, Corrected(1, (6, 5, 4, 6, 6))]
    assert book(tmp_path, corrected).purses() == {"Ann": Purse(6), "Ben": Purse(-6)}


def test_a_game_left_in_the_middle_of_a_round_shares_its_pot(tmp_path: Path) -> None:
    assert book(tmp_path, played("$3 65433"), WON).purses() == {"Ann": Purse(-3), "Ben": Purse(3)}


def test_a_settled_game_that_is_gone_leaves_no_trace(tmp_path: Path) -> None:
    book(tmp_path, WON, WON).settle(CLOCK)
    assert book(tmp_path, DRUNK).purses() == {"Ann": Purse(0, 1)}


def test_names_are_those_that_are_shown_and_hidden_ones_are_left_out(tmp_path: Path) -> None:
    games = archive(WON, played(f"$3 {PAIR}", "Anna Ben"))
    games.player_names = PlayerNames({"Anna": "Ann"}, frozenset({"Ben"}))
    assert LedgerBook(JsonFiles(tmp_path), games).purses() == {"Ann": Purse(-6)}


def test_a_settlement_that_cannot_be_stored_changes_nothing(tmp_path: Path) -> None:
    class Full(JsonFiles):
        def put(self, name: str, value: object) -> None:
            raise NotKept(f"{name}: {json.dumps(value)[:9]} can’t be written.")

    found = LedgerBook(Full(tmp_path), archive(WON))
    with pytest.raises(Denied):
        found.settle(CLOCK)
    assert found.purses() == {"Ann": Purse(-3), "Ben": Purse(3)}
