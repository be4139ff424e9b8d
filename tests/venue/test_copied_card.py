"""A copied card at a real record: both cards go on, each in a journal of its own, and the owner chooses."""

import shutil
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from device.link.sender import Sender
from device.storage.acknowledged import Acknowledged
from device.storage.database import JournalDatabase, Opening
from device.storage.live_reader import LiveJournal
from engine.link_protocol import Cursor, LinkState, decode_batch, encode_state
from tests.venue.conftest import Record
from tests.venue.site import VENUE, address, until
from tests.venue.test_broker import alarms, topic
from tests.venue.test_ingest import A, J, K, events, send
from venue.broker.session import Arrival
from venue.record.alarms import BRANCHES, TWINS, TWO_CARDS, choose, raise_alarm
from venue.record.comparison import compare
from venue.record.ingest import Delivery, ingest
from venue.record.schema import INGEST
from venue.services.ingester import StateIntake


class Card:
    """A table's journal in a folder, and what sends it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "journal.db"
        self.journal = JournalDatabase(self.file)
        self.branched = 0
        self.sender = Sender(LiveJournal(self.file), self.branch, clock=lambda: 0.0)

    def play(self, game: int, numbers: range, text: str, *openings: Opening) -> None:
        """Write events of a game, and openings."""
        self.journal.write([(game, number, 0.5, f"{text} {number}") for number in numbers], openings)
        Acknowledged(self.file).note(self.journal.extent)

    def branch(self, journal: str) -> None:
        assert journal == self.journal.identity.id
        self.journal.renew()
        self.branched += 1
        Acknowledged(self.file).note(self.journal.extent)

    def send(self, record: psycopg.Connection, told: Cursor | None = None) -> Cursor:
        """Connect, hear the cursor that the broker kept, and send all that is due. Return the last cursor."""
        name = self.journal.identity.id
        row = record.execute("SELECT events, openings FROM journal WHERE journal_id = %s", [name]).fetchone()
        cursor = told or Cursor(name, *(row or (0, 0)))
        self.sender.connected()
        self.sender.heard(cursor)
        while messages := self.sender.due():
            for one in messages:
                batch = decode_batch(one)
                cursor = ingest(record, [Delivery(A, batch)])[A, batch.journal]
                self.sender.heard(cursor)
        return cursor


def copied(tmp_path: Path) -> tuple[Card, Card]:
    """Return a card with nine events of its first game, and its copy."""
    (tmp_path / "first").mkdir()
    first = Card(tmp_path / "first")
    first.play(1, range(9), "same", Opening(1, 1.0))
    shutil.copytree(tmp_path / "first", tmp_path / "copy")
    return first, Card(tmp_path / "copy")


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("begins", [0, 1])
@pytest.mark.parametrize("more", [(1, 1), (3, 1), (1, 3), (2, 1200)])
def test_whichever_of_two_cards_connects_first_both_are_recorded_whole_and_the_chosen_one_goes_on(
    tmp_path: Path,
    ingester: psycopg.Connection,
    owner: psycopg.Connection,
    before: bool,
    begins: int,
    more: tuple[int, int],
) -> None:
    cards = copied(tmp_path)
    if before:
        cards[0].send(ingester)
    for card, text, many in zip(cards, ("first", "copy"), more, strict=True):
        card.play(1, range(9, 9 + many), text, Opening(2, len(text)))
    one, other = cards[begins], cards[1 - begins]
    said = one.send(ingester)
    other.send(ingester)
    kept = one.send(ingester, said)
    assert (one.branched, other.branched) == (0, 1)
    for game in (2, 3):
        ingester.execute("UPDATE journal SET first_seen = first_seen - interval '1 min'")
        for card in cards:
            card.play(game, range(2), card.file.parent.name)
            kept = card.send(ingester)
            assert compare(ingester, card.file)[A].is_whole
    assert kept.alarm == TWO_CARDS
    branches = [journal.replace("-", "") for journal, *_rest in owner.execute(BRANCHES, [A, TWINS]).fetchall()]
    assert set(branches) == {card.journal.identity.id for card in cards}
    choose(owner, A, other.journal.identity.id)
    for card in cards:
        card.play(4, range(2), card.file.parent.name)
        assert card.send(ingester).apart == card.sender.is_apart == (card is one)
        assert card.sender.trouble is None
        assert compare(ingester, card.file)[A].is_whole, "what was confirmed is recorded until the card is told"
        card.sender.heard(Cursor(K))
        assert card.sender.is_apart == (card is one), "the other card's cursor changes nothing"


def test_a_card_that_was_set_back_goes_on_in_a_journal_of_its_own(tmp_path: Path, ingester: psycopg.Connection) -> None:
    first, older = copied(tmp_path)
    first.play(1, range(9, 30), "first")
    kept = first.send(ingester)
    older.send(ingester, kept)
    assert (older.branched, older.sender.trouble) == (1, None)
    older.play(1, range(9, 12), "again")
    assert older.send(ingester, kept).alarm is None
    assert compare(ingester, older.file)[A].is_whole
    assert ingester.execute("SELECT count(*) FROM alarm").fetchone() == (0,)


@pytest.mark.parametrize(("last", "meanwhile"), [(J, False), (K, False), (K, True)])
def test_a_choice_ends_the_alarm_whichever_card_shows_itself_last(
    record: Record,
    ingester: psycopg.Connection,
    owner: psycopg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    last: str,
    meanwhile: bool,
) -> None:
    """Each card has a program, named as its journal is. ``meanwhile``: the owner chooses just before the alarm."""
    states = StateIntake(VENUE, record.url(INGEST), address(1))
    choosing = threading.Thread(target=choose, args=(owner, A, J))

    def show(card: str) -> None:
        state = LinkState("Window", process=card, journal=card, events=1)
        states._record(ingester, [Arrival(topic(A, "state"), encode_state(state), 1, 1, 1)])

    def raised_late(*given: Any) -> str:
        choosing.start()
        with psycopg.connect(record.url("admin")) as admin:
            waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            until(lambda: not choosing.is_alive() or admin.execute(waits).rowcount > 0, "a choice, or one that waits")
        return raise_alarm(*given)

    for card in (J, K):
        send(ingester, *events(1, 1), journal=card)
        show(card)
    show(J)
    assert "twins" in alarms(ingester)
    with monkeypatch.context() as patched:
        if meanwhile:
            patched.setattr("venue.services.ingester.raise_alarm", raised_late)
        show(last)
    if not meanwhile:
        choosing.start()
    choosing.join(60)
    show(J)
    assert alarms(ingester) == {}
