"""The journal: durable, append-only, one writer."""

import sqlite3
from pathlib import Path
from unittest.mock import Mock

import pytest

from device.errors import BadJournal
from device.journal.course import LOOKED_BACK, JournalCourse
from device.journal.journal import Journal
from device.journal.opener import JournalOpener
from device.storage.database import JournalDatabase, Opening
from engine import Started
from engine.games.shake import PRESET as SHAKE
from tests.device.journal.ledgers import OTHER, ROLL, START, open_events, rows_in


def test_a_game_that_was_left_can_be_gone_back_to(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
        journal.append([OTHER], 1.0)
        assert journal.reopen(1).events == (START,)
        journal.append([ROLL], 2.0)
        with pytest.raises(BadJournal, match="There is no game 3"):
            journal.reopen(3)
    with Journal(tmp_path / "journal.db") as journal:
        assert open_events(journal) == (START, ROLL)
        journal.append([START], 3.0)
    assert rows_in(tmp_path / "journal.db") == [(1, 0), (1, 1), (2, 0), (3, 0)]


def test_it_is_durable_and_strict(tmp_path: Path) -> None:
    ledger = JournalDatabase(tmp_path / "journal.db")
    assert ledger._base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ledger._base.execute("PRAGMA synchronous").fetchone() == (2,)
    with pytest.raises(sqlite3.IntegrityError):
        ledger._base.execute("INSERT INTO events VALUES (1, 'one', 0, 0, 'x', x'00')")
    ledger.close()


@pytest.mark.parametrize(
    "change",
    ["UPDATE events SET moment = 9", "DELETE FROM events", "UPDATE openings SET game = 2", "DELETE FROM openings"],
)
def test_nothing_in_it_can_be_rewritten(tmp_path: Path, change: str) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
    base = sqlite3.connect(tmp_path / "journal.db")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        base.execute(change)
    base.close()


def test_another_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE recipes (name TEXT)")
    base.close()
    before = file.read_bytes()
    with pytest.raises(BadJournal, match="not a Quarterdeck journal"):
        Journal(file)
    assert file.read_bytes() == before


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("in the way")
    for folder in (in_the_way, Path("/proc/quarterdeck")):
        with pytest.raises(BadJournal, match=f"The journal {folder}/journal\\.db can’t be read"):
            Journal(folder / "journal.db")


def test_events_lie_in_the_file_itself_after_a_quiet_second(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([START, ROLL], 0.0)
        assert Path(f"{file}-wal").stat().st_size > 0
        journal.tend(50.0)
        journal.tend(50.9)
        assert Path(f"{file}-wal").stat().st_size > 0
        journal.tend(51.0)
        assert Path(f"{file}-wal").stat().st_size == 0
        base = sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)
        assert base.execute("SELECT count(*) FROM events").fetchone() == (2,)
        base.close()


def test_many_games_are_not_searched_again_and_again(tmp_path: Path) -> None:
    steps, is_played = Mock(return_value=0), Mock(return_value=False)
    shake = Started(SHAKE, ("Ann",), "Ann")
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([shake, *[START, ROLL] * 500], 0.0)
        assert [one.game for one in journal.shakes()] == [1]
        journal.ledger._base.set_progress_handler(steps, 1)
        assert [one.game for one in journal.shakes()] == [1]
        journal.append([shake, ROLL], 0.0)
        assert [one.game for one in journal.shakes()] == [502]
        journal.reopen(1, beside=True)
        journal.append([ROLL], 0.0)
        assert [one.game for one in journal.shakes()] == [1, 502]
        assert steps.call_count < 1000
    course = JournalCourse()
    course.read([Opening(game, 0.0) for game in range(1, 1000)], 999, "", is_played)
    assert is_played.call_count == LOOKED_BACK
    assert (course.before, course.former) == (998, None)


def test_an_error_that_nobody_foresaw_leaves_the_journal_to_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same process tries again."""
    for in_memory in (False, True):
        with monkeypatch.context() as patched:
            patched.setattr(JournalOpener, "open", Mock(side_effect=RuntimeError("not foreseen")))
            with pytest.raises(RuntimeError):
                Journal(tmp_path / "journal.db", in_memory=in_memory)
        Journal(tmp_path / "journal.db").close()


def test_a_last_try_that_fails_as_nobody_foresaw_lets_the_journal_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path / "journal.db")
    with monkeypatch.context() as patched:
        patched.setattr(JournalDatabase, "write", Mock(side_effect=OSError("full")))
        journal.append([START], 0.0)
        patched.setattr(JournalOpener, "open", Mock(side_effect=RuntimeError("not foreseen")))
        with pytest.raises(RuntimeError):
            journal.close()
    Journal(tmp_path / "journal.db").close()
