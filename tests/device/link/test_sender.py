"""Reading what is due from the journal: across a replaced journal, and when it cannot be read."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from device.link.sender import NO_CURSOR, UNREADABLE, Sender
from device.storage.acknowledged import Acknowledged, Extent
from device.storage.database import JournalDatabase, Opening
from device.storage.live_reader import LiveJournal
from engine.link_protocol import MOST_BYTES, Cursor, decode_batch
from engine.statistics.player_names import ErasedNames, erased_name


class Sending:
    """A journal with ``events`` events, which are acknowledged, and what sends it. Its clock is as a test sets it."""

    def __init__(self, file: Path, events: int, text: str = "an event") -> None:
        self.file = file
        self.ledger = JournalDatabase(file)
        self.write([(1, number, 0.5, f"{text} {number}") for number in range(events)], [Opening(1, 1.0)])
        self.now, self.branches = 100.0, list[str]()
        self.sender = Sender(
            LiveJournal(file), self.branches.append, lambda: self.now, lambda: 1_790_000_000.0, (erased_name("Zoë"),)
        )

    def write(self, events: list[tuple[int, int, float, str]], openings: Sequence[Opening] = ()) -> None:
        self.ledger.write(events, openings)
        Acknowledged(self.file).note(self.ledger.extent)

    def hear(self, events: int = 0, openings: int = 0) -> None:
        self.sender.heard(Cursor(self.ledger.identity.id, events, openings))

    def places(self) -> list[int]:
        return [row.place for batch in self.sender.due() for row in decode_batch(batch).events]


Making = Callable[..., Sending]


@pytest.fixture
def sending(tmp_path: Path) -> Iterator[Making]:
    with ExitStack() as ledgers:

        def made(events: int, text: str = "an event") -> Sending:
            it = Sending(tmp_path / "journal.db", events, text)
            ledgers.callback(it.ledger.close)
            return it

        yield made


def test_without_a_cursor_the_first_row_asks_for_one(sending: Making) -> None:
    it = sending(3)
    it.sender.connected()
    assert (it.places(), it.sender.behind) == ([], None)
    it.now += NO_CURSOR
    assert it.places() == [1]
    it.hear(1, 1)
    assert (it.places(), it.sender.behind) == ([1, 2, 3], 2)
    it.hear(3, 1)
    assert (it.places(), it.sender.behind) == ([], 0)


def test_where_no_cursor_is_awaited_the_first_row_goes_at_once_and_is_confirmed_too(sending: Making) -> None:
    it = sending(1)
    it.sender.connected(has_cursor=False)
    assert it.places() == [1]
    it.hear(1, 1)
    assert (it.sender.last_sent, it.sender.behind) == (1_790_000_000.0, 0)


def test_a_journal_that_is_replaced_meanwhile_is_sent_from_its_first_row(sending: Making) -> None:
    it = sending(5)
    before = it.ledger.identity.id
    it.hear(5, 1)
    it.sender.due()
    it.ledger.renew()
    it.write([])
    [batch] = map(decode_batch, it.sender.due())
    assert (batch.journal, batch.parent) == (it.ledger.identity.id, before)
    assert [row.place for row in batch.events] == [1, 2, 3, 4, 5]
    assert it.sender.trouble is None


def test_erased_names_go_with_the_row_at_the_cursor(sending: Making) -> None:
    it = sending(3)
    for recorded in (2, 1):  # then the record is set back
        it.hear(recorded, 1)
        [batch] = map(decode_batch, it.sender.due())
        assert batch.events[0].place == recorded
        assert "ZOË" in ErasedNames(batch.erased)
        it.hear(3, 1)
        it.write([(1, 5 - recorded, 0.5, "another event")])
        [batch] = map(decode_batch, it.sender.due())
        assert batch.erased == ()


def test_long_rows_go_in_several_batches_within_the_bound(sending: Making) -> None:
    it = sending(200, "x" * 1000)
    it.hear()
    found = it.sender.due()
    assert len(found) > 2
    assert max(map(len, found)) <= MOST_BYTES
    assert [row.place for batch in found for row in decode_batch(batch).events] == list(range(1, 201))


def test_a_journal_that_cannot_be_read_is_reported_after_a_while(sending: Making) -> None:
    it = sending(5)
    it.hear()
    journal = it.ledger.extent.journal
    Acknowledged(it.file).note(Extent(journal, 9, 1))
    assert it.places() == [1, 2, 3, 4, 5]
    it.hear(5, 1)
    assert (it.places(), it.sender.trouble) == ([], None)
    it.now += UNREADABLE
    assert (it.places(), it.sender.trouble) == ([], "The journal can’t be read for the venue: run quarterdeck doctor.")
    it.ledger.write([(1, number, 0.5, "late") for number in range(5, 9)])
    assert it.places()
    assert it.sender.trouble is None


def test_the_time_of_the_last_confirmation_is_that_of_a_cursor_that_moved(sending: Making) -> None:
    it = sending(5)
    it.hear(5, 1)
    assert it.sender.last_sent is None, "the first cursor is from before"
    it.write([(1, 5, 0.5, "one more")])
    assert it.places()
    it.hear(6, 1)
    assert it.sender.last_sent == 1_790_000_000.0


@pytest.mark.parametrize(("moment", "text"), [(1e300, "an event"), (0.5, "an\0event"), (float("inf"), "x")])
def test_a_row_out_of_bounds_is_reported_and_the_rows_before_it_are_sent(
    sending: Making, moment: float, text: str
) -> None:
    it = sending(2)
    it.write([(1, 2, moment, text), (1, 3, 0.5, "the last")])
    it.hear()
    assert it.places() == [1, 2]
    it.hear(2, 1)
    assert it.places() == []
    assert "out of bounds" in (it.sender.trouble or "")
