"""Damaged journals are set aside and repaired; what was lost is said."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from device.journal import opener
from device.journal.journal import Journal
from device.storage.database import Damaged, JournalDatabase, Opening, Row
from engine import Stopped, encode
from tests.device.journal.ledgers import ROLL, START, fill, open_events


def test_a_journal_that_is_damaged_during_the_game_costs_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "journal.db"
    fill(file)
    write = JournalDatabase.write
    with Journal(file) as journal:
        journal.append([START], 0.0)
        journal.append([ROLL], 1.0)
        monkeypatch.setattr(JournalDatabase, "write", _damaged_once(write))
        journal.append([Stopped()], 2.0)
        assert journal.trouble is None
        assert "all 12 confirmed events were saved" in journal.notices[0]
        assert open_events(journal) == (START, ROLL, Stopped())
        journal.append([ROLL], 3.0)
    with Journal(file) as journal:
        assert open_events(journal) == (START, ROLL, Stopped(), ROLL)
        assert journal.reopen(2).events == (START, ROLL, Stopped())


def _damaged_once(write: Callable[..., None]) -> Callable[..., None]:
    left = [Damaged("database disk image is malformed")]

    def perhaps(ledger: JournalDatabase, rows: Sequence[Row], openings: Sequence[Opening] = ()) -> None:
        if left:
            raise left.pop()
        write(ledger, rows, openings)

    return perhaps


def test_a_journal_that_lost_its_end_says_how_many_events_and_goes_on_under_another_id(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=1)
    shorter = file.read_bytes()
    fill(file, games=2)
    file.write_bytes(shorter)
    ids = []
    for notices in [1, 0]:
        with Journal(file) as journal:
            assert len(journal.notices) == notices
            assert not notices or "has lost 6 confirmed events of the journal: 3 are left" in journal.notices[0]
            assert journal._ledger is not None
            ids.append(journal._ledger.identity)
    assert ids[0] == ids[1]
    assert ids[0].parent is not None


def test_a_journal_whose_latest_id_is_damaged_does_not_go_on_under_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=1)
    ledger = JournalDatabase(file)
    ledger.renew()
    before = ledger.identity
    ledger.close()
    file.write_bytes(file.read_bytes().replace(before.id.encode(), b"0" * 32))
    with Journal(file) as journal:
        assert "(its id is missing or damaged) and was repaired: all 3 confirmed events" in journal.notices[0]
        assert journal.ledger.identity.id not in (before.id, before.parent)


def test_a_journal_that_lost_all_openings_goes_on_with_its_latest_game(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    fill(file)
    with closing(sqlite3.connect(file)) as base, base:
        for (trigger,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            base.execute(f'DROP TRIGGER "{trigger}"')
        base.execute("DELETE FROM openings")
    with Journal(file) as journal:
        assert "was repaired: all 9 confirmed events" in journal.notices[0]
        assert open_events(journal) == (START, ROLL, Stopped())


@pytest.mark.parametrize("left", [None, b"S"])
def test_a_journal_that_is_gone_is_missed_once(tmp_path: Path, left: bytes | None) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=2)
    file.unlink()
    if left:
        file.write_bytes(left)
    with Journal(file) as journal:
        assert "with 6 events is gone" in journal.notices[0]
    with Journal(file) as journal:
        assert journal.notices == ()


def test_of_a_long_journal_the_latest_events_are_checked_at_the_start_and_the_others_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opener, "EVERY_ROW", 50)
    monkeypatch.setattr(opener, "LATEST", 20)
    file = tmp_path / "journal.db"
    fill(file, games=400)
    data = file.read_bytes()
    place = data.index(encode(ROLL).encode())
    file.write_bytes(data[: place + 9] + b"1" + data[place + 10 :])
    with Journal(file) as journal:
        assert journal.notices == ()
        for second in range(10):
            journal.tend(float(second))
        assert len(journal.notices) == 1
        assert "was altered): it is repaired at the next start" in journal.notices[0]
        journal.append([START], 3.0)
    with Journal(file) as journal:
        assert "was repaired: " in journal.notices[0]
        assert open_events(journal) == (START,)
    with Journal(file) as journal:
        assert journal.notices == ()
