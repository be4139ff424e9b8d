"""Reading a journal while the table writes it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.storage.acknowledged import Acknowledged
from device.storage.database import JournalDatabase, Opening
from device.storage.live_reader import LiveJournal
from engine import Rolled, Started, encode
from engine.link_protocol import EventRow, OpeningRow

START = Started("dice-game-depot", ("Ann", "Ben"), "Ann")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db", clock=lambda: 1234.0) as journal:
        journal.append([START], 0.5)
        yield journal


def test_what_is_confirmed_is_read_before_it_is_in_the_file_itself(journal: Journal) -> None:
    live = LiveJournal(journal.file)
    extent = live.extent()
    assert extent is not None
    assert live.events(1, 10, extent) == (EventRow(1, 1, 0, 0.5, encode(START)),)
    assert live.openings(1, 10, extent) == (OpeningRow(1, 1, 1234.0),)
    assert live.parent(extent.journal) is None
    roll = Rolled((6, 5, 4, 2, 1))
    journal.append([roll], 2.0)
    extent = live.extent()
    assert extent is not None
    assert live.events(2, 10, extent) == (EventRow(2, 1, 1, 2.0, encode(roll)),)
    assert live.events(3, 10, extent) == ()


def test_rows_are_the_same_before_and_after_the_checkpoint(journal: Journal) -> None:
    live = LiveJournal(journal.file)
    journal.append([Rolled((6, 5, 4, 2, 1))], 2.0)
    extent = live.extent()
    assert extent is not None
    before = live.events(1, 10, extent), live.openings(1, 10, extent)
    journal.tend(1.0)
    journal.tend(3.0)
    assert Path(f"{journal.file}-wal").stat().st_size == 0
    assert (live.events(1, 10, extent), live.openings(1, 10, extent)) == before


def test_a_row_that_may_not_be_on_disk_yet_is_not_returned(tmp_path: Path) -> None:
    ledger = JournalDatabase(tmp_path / "journal.db")
    ledger.write([(1, 0, 0.0, "one"), (1, 1, 0.0, "two")], [Opening(1, 1.0)])
    kept = ledger.extent
    Acknowledged(tmp_path / "journal.db").note(kept)
    ledger.write([(1, 2, 0.0, "three")], [Opening(1, 2.0)])
    live = LiveJournal(tmp_path / "journal.db")
    assert live.extent() == kept
    assert [row.event for row in live.events(1, 10, kept)] == ["one", "two"]
    assert len(live.openings(1, 10, kept)) == 1
    ledger.close()


def test_a_long_journal_is_read_in_parts_across_file_and_log(tmp_path: Path) -> None:
    ledger = JournalDatabase(tmp_path / "journal.db")
    texts = [f'{{"event": {number}, "of": "{"é" * 40}"}}' for number in range(500)]
    ledger.write([(1, number, 0.25 * number, text) for number, text in enumerate(texts[:300])])
    ledger.checkpoint()
    ledger.write([(1, number, 0.25 * number, texts[number]) for number in range(300, 500)])
    live, extent = LiveJournal(tmp_path / "journal.db"), ledger.extent
    read = [row for first in range(1, 501, 70) for row in live.events(first, 70, extent)]
    assert [row.event for row in read] == texts
    assert [row.place for row in read] == list(range(1, 501))
    assert [row.moment for row in read] == [0.25 * number for number in range(500)]
    ledger.close()


def test_a_restored_journal_has_the_parent_of_its_new_id(journal: Journal) -> None:
    live = LiveJournal(journal.file)
    first = live.extent()
    assert first is not None
    journal.close()
    ledger = JournalDatabase(journal.file)
    ledger.renew()
    assert live.parent(ledger.identity.id) == first.journal
    with pytest.raises(LookupError):
        live.parent("0" * 32)
    ledger.close()


@pytest.mark.parametrize("damage", ["file", "log"])
def test_a_damaged_row_and_all_after_it_are_left_out(tmp_path: Path, damage: str) -> None:
    ledger = JournalDatabase(tmp_path / "journal.db")
    ledger.write([(1, number, 0.0, f"event-{number:03}") for number in range(100)])
    if damage == "file":
        ledger.checkpoint()
    victim = tmp_path / ("journal.db" if damage == "file" else "journal.db-wal")
    victim.write_bytes(victim.read_bytes().replace(b"event-050", b"event-666"))
    found = LiveJournal(tmp_path / "journal.db").events(1, 100, ledger.extent)
    assert [row.event for row in found] == [f"event-{number:03}" for number in range(50)]
    ledger.close()


def test_without_a_journal_there_is_nothing_to_read(tmp_path: Path) -> None:
    assert LiveJournal(tmp_path / "journal.db").extent() is None
    assert list(tmp_path.iterdir()) == []
