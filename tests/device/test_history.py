"""The games of a journal, and games that come from elsewhere."""

import json
from pathlib import Path

import pytest

from device.errors import BadGame, BadJournal
from device.history import exported, imported, past_game, past_games, reading, take_over
from device.journal import Journal
from engine import Event, Rolled, Started, Stopped

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
WON: tuple[Event, ...] = (START, Rolled((6, 5, 4, 6, 6)), Stopped(), Rolled((6, 5, 4, 1, 1)), Stopped())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A journal of a game that is over, one that was left, and one that is open."""
    clock = [1.8e9]
    with Journal(tmp_path / "journal.db", clock=lambda: clock[0]) as journal:
        for events in (WON, [START, Rolled((1, 2, 2, 3, 3))], [START]):
            journal.append(events, 1.0)
            clock[0] -= 86400
    return tmp_path / "journal.db"


def test_games_are_listed_in_their_order_with_how_they_stand(file: Path) -> None:
    with reading(file) as ledger:
        games = past_games(ledger)
    assert [(game.number, game.clock, len(game.events), game.is_open) for game in games] == [
        (1, 1.8e9, 5, False),
        (2, 1.8e9 - 86400, 2, False),
        (3, 1.8e9 - 2 * 86400, 1, True),
    ]
    assert games[0].state.winner == "Mia"
    assert games[0].start == START


def test_a_journal_is_read_while_it_is_written(file: Path) -> None:
    with Journal(file) as journal:
        for number in range(1, 6):
            with reading(file) as ledger:
                assert len(past_game(ledger, None).events) == number
            journal.append([Rolled((1, 2, 2, 3, 3))], 2.0)


@pytest.mark.parametrize("number", [1, 2, None])
def test_what_was_exported_is_imported_the_same_and_once(file: Path, tmp_path: Path, number: int | None) -> None:
    with reading(file) as ledger:
        game = past_game(ledger, number)
    there = tmp_path / "game.json"
    there.write_text(exported(game) + "\n")
    assert imported(there) == game.events
    with Journal(tmp_path / "other.db") as journal:
        for new in (True, False):
            with reading(tmp_path / "other.db") as ledger:
                assert take_over(journal, ledger, imported(there)) == (1, new)
        assert journal.last_game() is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "no JSON",
        json.dumps({"schema": 99, "events": []}),
        json.dumps({"schema": 1, "events": [{"type": "rolled", "dice": [1, 2, 3, 4, 5]}]}),
        '{"schema": 1, "events": []}',
    ],
)
def test_what_is_no_game_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.json").write_text(text)
    with pytest.raises(BadGame, match="is not a game that can be taken over"):
        imported(tmp_path / "game.json")


def test_a_game_that_nobody_can_have_played_is_refused(file: Path, tmp_path: Path) -> None:
    with reading(file) as ledger:
        text = exported(past_game(ledger, 1))
    (tmp_path / "game.json").write_text(text.replace("6,5,4,6,6", "6,5,4,6,7"))
    with pytest.raises(BadGame, match="is not a game that can be taken over"):
        imported(tmp_path / "game.json")


def test_what_is_not_there_is_said(file: Path, tmp_path: Path) -> None:
    with reading(file) as ledger, pytest.raises(BadGame, match="There is no game 9"):
        past_game(ledger, 9)
    with pytest.raises(BadJournal, match="There is no journal"), reading(tmp_path / "none.db"):
        pass
    with pytest.raises(BadGame, match="cannot be read: No such file"):
        imported(tmp_path / "none.json")
