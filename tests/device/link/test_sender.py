"""Reading what is due from the journal: across a replaced journal, and when it cannot be read."""

from pathlib import Path

import pytest

from device.link.sender import NO_CURSOR, UNREADABLE, Sender
from device.storage.acknowledged import Acknowledged, Extent
from device.storage.database import JournalDatabase, Opening
from device.storage.live_reader import LiveJournal
from engine.link_protocol import MOST_BYTES, Cursor, decode_batch


class Clock:
    """Seconds, as told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def journal_with(file: Path, events: int, text: str = "an event") -> JournalDatabase:
    """A journal with that many events, which are acknowledged."""
    ledger = JournalDatabase(file)
    ledger.write([(1, number, 0.5, f"{text} {number}") for number in range(events)], [Opening(1, 1.0)])
    Acknowledged(file).note(ledger.extent)
    return ledger


def test_without_a_cursor_the_first_row_asks_for_one(tmp_path: Path) -> None:
    ledger = journal_with(tmp_path / "journal.db", 3)
    clock = Clock()
    sender = Sender(LiveJournal(tmp_path / "journal.db"), clock)
    sender.connected()
    assert not sender.due()
    assert sender.behind is None
    clock.now += NO_CURSOR
    [asked] = sender.due()
    assert [row.place for row in decode_batch(asked).events] == [1]
    sender.heard(Cursor(ledger.identity.id, 1, 1))
    [rest] = sender.due()
    assert [row.place for row in decode_batch(rest).events] == [1, 2, 3]
    assert sender.behind == 2
    sender.heard(Cursor(ledger.identity.id, 3, 1))
    assert not sender.due()
    assert sender.behind == 0
    ledger.close()


def test_where_no_cursor_is_awaited_the_first_row_goes_at_once(tmp_path: Path) -> None:
    ledger = journal_with(tmp_path / "journal.db", 3)
    sender = Sender(LiveJournal(tmp_path / "journal.db"), Clock())
    sender.connected(has_cursor=False)
    assert len(sender.due()) == 1
    ledger.close()


def test_a_journal_that_is_replaced_meanwhile_is_sent_from_its_first_row(tmp_path: Path) -> None:
    ledger = journal_with(tmp_path / "journal.db", 5)
    before = ledger.identity.id
    sender = Sender(LiveJournal(tmp_path / "journal.db"), Clock())
    sender.heard(Cursor(before, 5, 1))
    sender.due()
    ledger.renew()
    Acknowledged(tmp_path / "journal.db").note(ledger.extent)
    [batch] = map(decode_batch, sender.due())
    assert (batch.journal, batch.parent) == (ledger.identity.id, before)
    assert [row.place for row in batch.events] == [1, 2, 3, 4, 5]
    assert sender.trouble is None
    ledger.close()


def test_long_rows_go_in_several_batches_within_the_bound(tmp_path: Path) -> None:
    ledger = journal_with(tmp_path / "journal.db", 200, "x" * 1000)
    sender = Sender(LiveJournal(tmp_path / "journal.db"), Clock())
    sender.heard(Cursor(ledger.identity.id))
    found = sender.due()
    assert len(found) > 2
    assert max(map(len, found)) <= MOST_BYTES
    assert [row.place for batch in found for row in decode_batch(batch).events] == list(range(1, 201))
    ledger.close()


def test_a_journal_that_cannot_be_read_is_reported_after_a_while(tmp_path: Path) -> None:
    ledger = journal_with(tmp_path / "journal.db", 5)
    clock = Clock()
    sender = Sender(LiveJournal(tmp_path / "journal.db"), clock)
    sender.heard(Cursor(ledger.identity.id, 0, 0))
    extent = ledger.extent
    Acknowledged(tmp_path / "journal.db").note(Extent(extent.journal, 9, 1))
    [batch] = sender.due()
    assert len(decode_batch(batch).events) == 5
    sender.heard(Cursor(extent.journal, 5, 1))
    assert (sender.due(), sender.trouble) == ([], None)
    clock.now += UNREADABLE
    assert (sender.due(), sender.trouble) == ([], "The journal can’t be read for the venue: run quarterdeck doctor.")
    ledger.write([(1, number, 0.5, "late") for number in range(5, 9)])
    assert len(sender.due()) == 1
    assert sender.trouble is None
    ledger.close()


def test_the_time_of_the_last_confirmation_is_that_of_a_cursor_that_moved(tmp_path: Path) -> None:
    ledger = journal_with(tmp_path / "journal.db", 5)
    sender = Sender(LiveJournal(tmp_path / "journal.db"), Clock(), date=lambda: 1_790_000_000.0)
    sender.heard(Cursor(ledger.identity.id, 5, 1))
    assert sender.last_sent is None, "the first cursor is from before"
    ledger.write([(1, 5, 0.5, "one more")])
    Acknowledged(tmp_path / "journal.db").note(ledger.extent)
    assert len(sender.due()) == 1
    sender.heard(Cursor(ledger.identity.id, 6, 1))
    assert sender.last_sent == 1_790_000_000.0
    ledger.close()


def test_a_first_row_that_asked_for_the_cursor_is_confirmed_too(tmp_path: Path) -> None:
    ledger = journal_with(tmp_path / "journal.db", 1)
    sender = Sender(LiveJournal(tmp_path / "journal.db"), Clock(), date=lambda: 1_790_000_000.0)
    sender.connected(has_cursor=False)
    assert len(sender.due()) == 1
    sender.heard(Cursor(ledger.identity.id, 1, 1))
    assert (sender.last_sent, sender.behind) == (1_790_000_000.0, 0)
    ledger.close()


@pytest.mark.parametrize(("moment", "text"), [(1e300, "an event"), (0.5, "an\0event"), (float("inf"), "x")])
def test_a_row_out_of_bounds_is_reported_and_the_rows_before_it_are_sent(
    tmp_path: Path, moment: float, text: str
) -> None:
    ledger = journal_with(tmp_path / "journal.db", 2)
    ledger.write([(1, 2, moment, text), (1, 3, 0.5, "the last")], [])
    Acknowledged(tmp_path / "journal.db").note(ledger.extent)
    sender = Sender(LiveJournal(tmp_path / "journal.db"), Clock())
    sender.heard(Cursor(ledger.identity.id))
    assert [row.place for batch in sender.due() for row in decode_batch(batch).events] == [1, 2]
    sender.heard(Cursor(ledger.identity.id, 2, 1))
    assert not sender.due()
    assert "out of bounds" in (sender.trouble or "")
    ledger.close()
