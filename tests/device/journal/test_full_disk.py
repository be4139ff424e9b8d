"""While the disk takes nothing the game continues in memory, and is written later."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.storage.database import JournalDatabase, Opening, Row
from engine import Stopped
from tests.device.journal.ledgers import OTHER, ROLL, START, full_disk, open_events, rows_in


def test_a_game_begun_while_a_journal_cannot_be_repaired_takes_no_other_ones_place(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([START, ROLL], 0.0)
    file.write_bytes(b"not SQLite" + file.read_bytes()[10:])
    with full_disk():
        journal = Journal(file, in_memory=True)
        journal.append([OTHER], 1.0)
        assert journal.trouble
    with journal:
        journal.tend(100.0)
        assert journal.trouble is None
        assert open_events(journal) == (OTHER,)
        assert journal.reopen(1).events == (START, ROLL)
        journal.append([START], 101.0)
        assert (journal.trouble, journal.notices[1:]) == (None, ())
    assert rows_in(file) == [(1, 0), (1, 1), (2, 0), (3, 0)]


def test_a_write_that_succeeded_although_the_disk_denied_it_is_not_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = JournalDatabase.write
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)

        def deny(ledger: JournalDatabase, rows: Sequence[Row], openings: Sequence[Opening] = ()) -> None:
            write(ledger, rows, openings)
            raise sqlite3.OperationalError("disk I/O error")

        monkeypatch.setattr(JournalDatabase, "write", deny)
        journal.append([ROLL], 1.0)
        monkeypatch.setattr(JournalDatabase, "write", write)
        journal.append([Stopped()], 2.0)
        assert journal.trouble is None
    assert rows_in(tmp_path / "journal.db") == [(1, 0), (1, 1), (1, 2)]
