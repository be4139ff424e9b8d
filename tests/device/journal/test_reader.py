"""The games of a journal, and games that come from elsewhere."""

from pathlib import Path

import pytest

from device.errors import BadGame, BadJournal
from device.journal.journal import Journal
from device.journal.reader import past_game, past_games, reading
from engine import Rolled
from tests.device.journal.ledgers import LEFT, START, WON


@pytest.fixture
def file(tmp_path: Path) -> Path:
    clock = [1.8e9]
    with Journal(tmp_path / "journal.db", clock=lambda: clock[0]) as journal:
        for events in (WON, LEFT, [START]):
            journal.append(events, 1.0)
            clock[0] -= 86400
    return tmp_path / "journal.db"


def test_games_are_listed_in_their_order_with_how_they_stand(file: Path) -> None:
    with reading(file) as ledger:
        games = list(past_games(ledger))
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


def test_what_is_not_there_is_said(file: Path, tmp_path: Path) -> None:
    with reading(file) as ledger, pytest.raises(BadGame, match="There is no game 9"):
        past_game(ledger, 9)
    with pytest.raises(BadJournal, match="There is no journal"), reading(tmp_path / "none.db"):
        pass
