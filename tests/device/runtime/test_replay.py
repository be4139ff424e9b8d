"""Which game is played when the program starts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.runtime.replay import game_to_play
from engine import Event, Rolled, Started, Stopped

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
OTHERS = Started("dice-game-depot", ("Ada", "Ben"), "Ada")
TURN: tuple[Event, ...] = (Rolled((6, 5, 4, 3, 3)), Stopped())
BETTER: tuple[Event, ...] = (Rolled((6, 5, 4, 6, 6)), Stopped())


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as it:
        yield it


def test_the_first_game_is_that_of_the_configuration(journal: Journal) -> None:
    assert game_to_play(journal, START) == (START,)
    kept = journal.last_game()
    assert kept is not None
    assert kept.events == (START,)


def test_a_game_that_is_not_over_goes_on_whatever_the_configuration_says(journal: Journal) -> None:
    journal.append([START, *TURN], 3.0)
    assert game_to_play(journal, OTHERS) == (START, *TURN)


def test_a_game_that_is_over_stays_for_its_players_and_makes_way_for_others(journal: Journal) -> None:
    over = (START, *TURN, *BETTER)
    journal.append(over, 3.0)
    assert game_to_play(journal, START) == over
    assert game_to_play(journal, OTHERS) == (OTHERS,)
