"""A copied card at a real record: two journals of one id, of which one adds rows and the other none."""

import shutil
from pathlib import Path

import psycopg

from device.link.sender import Sender
from device.storage.acknowledged import Acknowledged
from device.storage.database import JournalDatabase, Opening
from device.storage.live_reader import LiveJournal
from engine.link_protocol import Cursor, decode_batch
from tests.venue.test_ingest import A
from venue.record.comparison import compare
from venue.record.ingest import Delivery, ingest


class Card:
    """A table's journal in a folder, and what sends it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "journal.db"
        self.journal = JournalDatabase(self.file)
        self.sender = Sender(LiveJournal(self.file), clock=lambda: 0.0)

    def play(self, game: int, numbers: range, text: str, *openings: Opening) -> None:
        """Write events of a game, and openings."""
        self.journal.write([(game, number, 0.5, f"{text} {number}") for number in numbers], openings)
        Acknowledged(self.file).note(self.journal.extent)

    def send(self, record: psycopg.Connection) -> str | None:
        """Connect, and send all that is due. Return the sentence of an alarm."""
        name = self.journal.identity.id
        row = record.execute("SELECT events, openings FROM journal WHERE journal_id = %s", [name]).fetchone()
        cursor = Cursor(name, *(row or (0, 0)))
        self.sender.connected()
        self.sender.heard(cursor)
        while messages := self.sender.due():
            for one in messages:
                batch = decode_batch(one)
                cursor = ingest(record, [Delivery(A, batch)])[A, batch.journal]
                self.sender.heard(cursor)
        return cursor.alarm


def copied(tmp_path: Path) -> tuple[Card, Card]:
    """Return a card with nine events of its first game, and its copy."""
    (tmp_path / "first").mkdir()
    first = Card(tmp_path / "first")
    first.play(1, range(9), "same", Opening(1, 1.0))
    shutil.copytree(tmp_path / "first", tmp_path / "copy")
    return first, Card(tmp_path / "copy")


def test_a_copy_that_is_behind_adds_nothing_not_even_an_opening(tmp_path: Path, ingester: psycopg.Connection) -> None:
    first, copy = copied(tmp_path)
    first.play(1, range(9, 11), "first")
    assert first.send(ingester) is None
    copy.play(2, range(1), "copy", Opening(2, 2.0))
    assert copy.send(ingester) is None
    assert "more games of this table than its journal" in (copy.sender.trouble or "")
    first.play(2, range(3), "first", Opening(2, 3.0))
    assert first.send(ingester) is None
    assert compare(ingester, first.file)[A].is_whole


def test_a_copy_that_has_more_is_refused_at_its_first_message(tmp_path: Path, ingester: psycopg.Connection) -> None:
    first, copy = copied(tmp_path)
    first.play(1, range(9, 11), "first")
    first.send(ingester)
    copy.play(1, range(9, 1200), "copy", Opening(2, 2.0))
    alarm = copy.send(ingester)
    assert alarm is not None
    assert "game 1 differs from the recorded one" in alarm
    assert compare(ingester, first.file)[A].is_whole
    assert ingester.execute("SELECT count(*) FROM event").fetchone() == (11,)
