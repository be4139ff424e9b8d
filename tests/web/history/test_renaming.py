"""Past games replayed under other names."""

import pytest

from engine import Bet, Joined, Left, Renamed, Rolled, Started, Stopped
from engine.statistics.player_names import PlayerNames
from tests.web import played
from web.history.replay import steps_of
from web.history.routes import shown_game
from web.services.archive import ArchivedGame

NAMES = PlayerNames({"Ann": "Anna", "Bob": "Robert"})


def game(*events: object, is_open: bool = False) -> ArchivedGame:
    return ArchivedGame(1, None, events, tuple(map(float, range(len(events)))), is_open)  # type: ignore[arg-type]


EVENTS = (
    Started("bar-pot", ("Ann", "Bob", "Cy"), "Bob"),
    Rolled((1, 2, 3), player="Ann", told=True),
    Joined("Dora"),
    Left("Bob"),
    Renamed("Cy", "Ann"),
    Bet("Ann", "qualify", 2, "Bob"),
    Stopped(),
)


def test_every_name_in_a_game_is_the_one_of_now() -> None:
    assert shown_game(game(*EVENTS), NAMES, "Hidden").events == (
        Started("bar-pot", ("Anna", "Robert", "Cy"), "Robert"),
        Rolled((1, 2, 3), player="Anna", told=True),
        Joined("Dora"),
        Left("Robert"),
        Renamed("Cy", "Anna"),
        Bet("Anna", "qualify", 2, "Robert"),
        Stopped(),
    )


def test_names_that_would_be_one_stay_apart() -> None:
    both = game(Started("dice-game-depot", ("Ann", "Anna", "Bob"), "Ann"))
    assert shown_game(both, NAMES, "Hidden").events[0] == Started("dice-game-depot", ("Ann", "Anna", "Robert"), "Ann")
    renamed = game(Started("dice-game-depot", ("Ann", "Bob"), "Ann"), Renamed("Ann", "Anna"))
    assert shown_game(renamed, NAMES, "Hidden").events[1] == Renamed("Ann", "Anna")


def test_hidden_players_are_numbered() -> None:
    hidden = PlayerNames({}, frozenset({"Ann", "Cy"}))
    start = shown_game(game(EVENTS[0]), hidden, "Hidden player").events[0]
    assert start == Started("bar-pot", ("Hidden player 1", "Bob", "Hidden player 2"), "Bob")


def test_the_open_game_and_a_game_of_others_stay_as_they_are() -> None:
    for kept, names in ((game(*EVENTS, is_open=True), NAMES), (game(*EVENTS), PlayerNames({"Eve": "Eva"}))):
        assert shown_game(kept, names, "Hidden") is kept


@pytest.mark.parametrize("seed", range(2))
def test_a_game_under_other_names_can_be_replayed(seed: int) -> None:
    events = played.ship(seed) if seed % 2 else played.yahtzee(seed)
    names = PlayerNames({"Mia": "Maria", "Jonas": "Mia"}, frozenset({"Lin"}))
    steps = steps_of(shown_game(game(*events), names, "Hidden player"))
    assert len(steps) == len(events)
    assert not {"Jonas", "Lin"} & set(steps[-1].state.players)
