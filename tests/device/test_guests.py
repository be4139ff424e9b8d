"""Who has played here."""

from pathlib import Path

from device.guests import JournalGuests
from device.journal import Journal
from engine import Joined, Renamed, Started


def test_the_names_of_all_games_are_remembered_the_latest_first(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([Started("dice-game-depot", ("Mia", "Jonas"), "Mia")], 0.0)
        journal.append([Started("yahtzee-handout", ("Lin", "Mia"))], 1.0)
        journal.append([Joined("Oel"), Renamed("Oel", "Ole")], 2.0)
        assert JournalGuests(file).names() == ["Lin", "Mia", "Ole", "Jonas"]


def test_nobody_is_remembered_where_nothing_was_played_or_the_journal_is_damaged(tmp_path: Path) -> None:
    assert JournalGuests(tmp_path / "none.db").names() == []
    (tmp_path / "torn.db").write_bytes(b"no database at all" * 500)
    assert JournalGuests(tmp_path / "torn.db").names() == []
