"""Who has played here."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.archive.builder import compare
from device.archive.database import archive_of
from device.archive.reader import JournalArchive
from device.journal.journal import Journal
from engine import Joined, Renamed, Rolled, Started
from tests.web.games.logs import whole_game
from web.guests.joining import regulars
from web.history.view_model import named


def test_names_are_those_at_the_end_of_each_game_the_latest_first(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([Started("dice-game-depot", ("Mia", "Jonas"), "Mia"), Renamed("Mia", "Maria")], 1.0)
        journal.append([Started("dice-game-depot", ("Lin", "Jonas"), "Lin"), Joined("Ole")], 2.0)
        compare(file, archive_of(file))
        archive = JournalArchive(archive_of(file), journal)
        assert regulars(archive) == ["Lin", "Jonas", "Ole", "Maria"]
        journal.append([Started("dice-game-depot", ("Zoë", "Ole"), "Zoë")], 3.0)
        assert regulars(archive) == ["Zoë", "Ole", "Lin", "Jonas", "Maria"]
        archive.close()


def test_players_without_a_name_of_their_own_are_neither_offered_nor_counted(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        for players in (("Player 1", "Player 2"), ("Spieler 1", "Mia")):
            journal.append(list(whole_game("pig", 3, players)), 1.0)
            journal.append([Started("dice-game-depot", players, players[0]), Rolled((1, 1, 2, 2, 3))], 1.0)
        archive = JournalArchive(archive_of(file), journal)
        compare(file, archive_of(file))
        assert regulars(archive) == ["Mia"]
        assert [player.name for player in archive.players(0, 9)[0]] == ["Mia"]
        assert [line.name for line in archive.board("pig", None, 9)] == ["Mia"]
        played = named(next(record for record in archive.last(2) if record.over))
        assert {part.name: bool(part.key) for part in played} == {"Spieler 1": False, "Mia": True}
        archive.close()


def test_to_ask_for_names_leaves_the_lock_of_the_journal_alone(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([Started("dice-game-depot", ("Mia", "Jonas"), "Mia"), Rolled((1, 1, 2, 2, 3))], 1.0)
        archive = JournalArchive(archive_of(file), journal)
        assert regulars(archive) == ["Mia", "Jonas"]
        with (
            closing(sqlite3.connect(file, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("SELECT count(*) FROM events")
        archive.close()
