"""The wire between a table and its venue: a broker's connections that lose, double, delay and end, and the session.

What the broker has kept is heard by who connects: the latest cursor, and batches while the venue's record is away.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from device.backup.erasure import erased_in
from device.config.mqtt import MqttConfig
from device.link import mqtt_session
from device.link.connection import BrokerMessage, RetainedTopics
from device.link.link import LinkedTable
from device.link.mqtt_session import MqttSession
from device.link.sender import Sender
from device.link.troubles import LinkLost, away
from device.storage.live_reader import LiveJournal
from device.table_identity import HardwareMarks, table_identity
from engine import Started, encode
from engine.link_protocol import (
    BadMessage,
    EventRow,
    OpeningRow,
    Topic,
    batches,
    decode_batch,
    encode_cursor,
    parse_topic,
)
from tests.simulation.clock import Clock
from tests.simulation.venue import Record
from venue.record.ingest import Delivery

VENUE, OTHER = "the-anchor", "f" * 32
CONFIG = MqttConfig(host="broker", venue=VENUE)
FATES = ("comes", "is lost", "comes twice", "comes late")


class Broker:
    """A broker, the venue's ingester behind it, and the one table that may connect."""

    def __init__(self, record: Record, chance: Random) -> None:
        self.record, self.chance = record, chance
        self.is_cut = self.is_bad = self.is_away = False
        """Whether there is no network, whether it loses messages, and whether the record can't be written."""
        self.kept: dict[str, bytes] = {}
        self.batches: list[BrokerMessage] = []
        self.late: list[BrokerMessage] = []
        self.connection: Connection | None = None

    def carry(self, message: BrokerMessage) -> list[BrokerMessage]:
        """Return what arrives now of a message, and of those that are late."""
        fate = self.chance.choices(FATES, (6, 2, 1, 1))[0] if self.is_bad else FATES[0]
        found = {"comes": [message], "comes twice": [message] * 2}.get(fate, [])
        if self.late and (not self.is_bad or self.chance.random() < 0.3):
            found, self.late = [*self.late, *found], []
        if fate == "comes late":
            self.late.append(message)
        return found

    def publish(self, message: BrokerMessage) -> None:
        for one in self.carry(message):
            if one.topic.endswith("/events"):
                self.batches.append(one)
            elif one.topic.endswith("/cursor") and self.connection:
                self.connection.inbox.append(one)
            if one.retain:
                self.kept[one.topic] = one.payload

    def hear_another(self) -> None:
        """Have rows come from a table of a newer version, or with a clock that was never set."""
        started = encode(Started("pig", ("Ann", "Bob"), "Ann")).replace(
            "Bob", self.chance.choice(("Bob", "Ann", "\\u0000"))
        )
        texts = (started, self.chance.choice(('{"type":"newer"}', '{"dice":[9],"type":"rolled"}', "[]")))
        rows = [
            EventRow(place, 1, place - 1, self.chance.choice((0.0, -1e300, 1e300)), text)
            for place, text in enumerate(texts, 1)
        ]
        opening = OpeningRow(1, 1, self.chance.choice((-1e9, 0.0, 2e11)))
        journal = self.chance.randbytes(16).hex()
        topic = str(Topic(VENUE, OTHER, "events"))
        self.batches += [BrokerMessage(topic, batch) for batch in batches(journal, None, [*rows, opening])]

    def ingest(self) -> None:
        """Have the venue record what has come, and answer with the cursors."""
        if self.is_away:
            return
        batches, self.batches = self.batches, []
        deliveries = []
        for one in batches:
            try:
                deliveries.append(Delivery(parse_topic(one.topic).table, decode_batch(one.payload)))
            except BadMessage as error:
                if OTHER not in one.topic:
                    raise AssertionError(f"the venue refuses a batch: {error}") from error
        for (table, _journal), cursor in self.record.ingest(deliveries).items() if deliveries else ():
            self.tell(table, cursor)

    def set_back(self) -> None:
        """Restore the record's backup: the ingester tells the cursors again, as after each new connection."""
        self.record.go_back()
        for table, cursor in self.record.cursors().items():
            self.tell(table, cursor)

    def mend(self) -> None:
        self.is_cut = self.is_bad = self.is_away = False

    def tell(self, table: str, cursor: Any) -> None:
        topic = f"quarterdeck/1/{VENUE}/{table}/cursor"
        self.publish(BrokerMessage(topic, encode_cursor(cursor), retain=True))


class Connection:
    """A connection of the table, in place of one of paho's."""

    refused = None

    def __init__(
        self, broker: Broker, _config: MqttConfig, _table: str, _will: BrokerMessage | None, topics: Sequence[str]
    ) -> None:
        if broker.is_cut:
            raise LinkLost(away("broker", "no network"), is_away=True)
        self._broker = broker
        broker.connection, broker.late = self, []
        self.inbox = [BrokerMessage(topic, broker.kept[topic], retain=True) for topic in topics if topic in broker.kept]

    def publish(self, message: BrokerMessage) -> None:
        if not self._broker.is_cut:
            self._broker.publish(message)

    def received(self) -> Sequence[BrokerMessage]:
        if self._broker.is_cut:
            raise LinkLost("The connection is lost.")
        found, self.inbox = self.inbox, []
        return found

    def close(self, _last: Sequence[BrokerMessage] = ()) -> None:
        self._broker.connection = None


class Link:
    """The link of a running table, one step at a time, as :class:`device.link.link.TableLink` runs it."""

    def __init__(self, house: Any, broker: Broker, clock: Clock) -> None:
        folder: Path = house.folder
        self.identity = table_identity(folder, HardwareMarks("a pi", "a card"), house.notices)
        erased = erased_in(house.machine.config)
        self.sender = Sender(LiveJournal(house.journal.file), house.journal.branch, clock, clock.date, erased=erased)
        table = LinkedTable(
            self.identity,
            "The table",
            house.table.board,
            house.journal.file,
            lambda: house.journal.rows[0][0],
            house.journal.branch,
            erased,
        )
        kept = RetainedTopics(folder, house.notices)
        self._broker = broker
        self._connect = partial(MqttSession, CONFIG, table, self.sender, None, kept, str(house.starts), clock)
        self._session: MqttSession | None = None

    def step(self) -> None:
        """Send what is due, and have the venue take it in; connect again after a loss."""
        with patch.object(mqtt_session, "BrokerConnection", partial(Connection, self._broker)):
            try:
                self._session = self._session or self._connect()
                while self._session.step(0.0):
                    pass
            except LinkLost:
                self._session = None
        self._broker.ingest()
