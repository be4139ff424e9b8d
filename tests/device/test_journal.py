"""The journal: durable, append-only, one writer."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from device.errors import BadJournal
from device.journal import Journal
from engine import Rolled, Started, Stopped

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
ROLL = Rolled((6, 5, 4, 3, 3))


def test_what_was_appended_is_there_after_opening_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        assert journal.last_game() is None
        journal.append([START], 0.0)
        journal.append([ROLL, Stopped()], 4.5)
    with Journal(tmp_path / "journal.db") as journal:
        kept = journal.last_game()
        assert kept is not None
        assert (kept.events, kept.moment) == ((START, ROLL, Stopped()), 4.5)


def test_a_start_begins_the_next_game_and_keeps_the_one_before(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        journal.append([ROLL], 1.0)
        journal.append([START], 2.0)
        kept = journal.last_game()
        assert kept is not None
        assert kept.events == (START,)
    base = sqlite3.connect(tmp_path / "journal.db")
    assert base.execute("SELECT game, number FROM events").fetchall() == [(1, 0), (1, 1), (2, 0)]
    base.close()


def test_it_is_durable_and_strict(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        assert journal._base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._base.execute("PRAGMA synchronous").fetchone() == (2,)
        with pytest.raises(sqlite3.IntegrityError):
            journal._base.execute("INSERT INTO events VALUES ('one', 0, 0, 'x')")


@pytest.mark.parametrize("change", ["UPDATE events SET moment = 9", "DELETE FROM events"])
def test_nothing_in_it_can_be_rewritten(tmp_path: Path, change: str) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            journal._base.execute(change)


def test_a_copy_taken_at_any_moment_holds_all_that_was_appended(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        for count in range(1, 6):
            journal.append([ROLL], float(count))
            copy = tmp_path / f"copy{count}"
            copy.mkdir()
            for file in tmp_path.glob("journal.db*"):
                shutil.copy(file, copy)
            with Journal(copy / "journal.db") as after_the_power_cut:
                kept = after_the_power_cut.last_game()
            assert kept is not None
            assert kept.events == (START, *[ROLL] * count)


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db"), pytest.raises(BadJournal, match="another Quarterdeck is running"):
        Journal(tmp_path / "journal.db")


def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("dear diary, " * 100)
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE recipes (name TEXT)")
    base.close()
    for file in (text, other):
        before = file.read_bytes()
        with pytest.raises(BadJournal, match=r"cannot be opened|no journal of Quarterdeck"):
            Journal(file)
        assert file.read_bytes() == before


def test_a_journal_of_a_later_version_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal._base.execute("PRAGMA user_version = 99")
    with pytest.raises(BadJournal, match="has schema 99, this version writes 1"):
        Journal(tmp_path / "journal.db")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("in the way")
    for folder in (in_the_way, Path("/proc/quarterdeck")):
        with pytest.raises(BadJournal, match=f"The journal {folder}/journal\\.db cannot be written"):
            Journal(folder / "journal.db")


def test_a_full_disk_is_said_and_nothing_is_half_written(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        [pages] = journal._base.execute("PRAGMA page_count").fetchone()
        journal._base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(BadJournal, match="full"):
            journal.append([ROLL] * 1000, 1.0)
        journal._base.execute("PRAGMA max_page_count = 10000")
        journal.append([ROLL], 2.0)
        kept = journal.last_game()
        assert kept is not None
        assert kept.events == (START, ROLL)
