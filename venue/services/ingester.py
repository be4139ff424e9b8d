"""Records batches from the broker, and publishes the cursors."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import psycopg

from engine.i18n import gettext as _
from engine.link_protocol import VERSION, BadMessage, Cursor, Topic, decode_batch, encode_cursor, parse_topic
from venue.broker.session import Arrival, BrokerAddress
from venue.record.alarms import MESSAGE, raise_alarm
from venue.record.ingest import Delivery, ingest
from venue.record.live import all_cursors, beat
from venue.record.schema import SOFTWARE
from venue.services.intake import Intake

BEAT = 5.0
"""Seconds between two heartbeats, which say that batches can arrive and be recorded."""


class Ingester(Intake):
    """An ingester of a venue. ``name`` is its own among those that run at once, which share the batches."""

    def __init__(self, venue: str, record: str, broker: BrokerAddress, name: str = "1") -> None:
        topic = f"$share/ingest/quarterdeck/{VERSION}/{venue}/+/events"
        super().__init__(record, broker, f"quarterdeck-ingest-{venue}-{name}", [(topic, 1)])
        self.recorded = 0
        """Events taken so far, repeated ones included."""
        self._venue, self._name = venue, name
        self._next_beat = 0.0

    def _record(self, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:
        deliveries, wrong = _sorted(arrivals)
        recorded = ingest(connection, deliveries) if deliveries else {}
        cursors = {table: cursor for (table, _journal), cursor in recorded.items()}
        for table, why in wrong:
            raise_alarm(connection, table, None, MESSAGE, _("A message was refused: {why}", why=why))
        if time.monotonic() >= self._next_beat and self.session.connected.is_set():
            beat(connection, self._name)
            self._next_beat = time.monotonic() + BEAT
        self.recorded += sum(len(one.batch.events) for one in deliveries)
        return lambda: self._publish(cursors)

    def _connected(self, connection: psycopg.Connection) -> None:
        """Publish the cursors of all tables: those in the broker may be older, or newer than a restored record."""
        self._publish(all_cursors(connection))

    def _publish(self, cursors: dict[str, Cursor]) -> None:
        for table, cursor in cursors.items():
            said = encode_cursor(replace(cursor, software=SOFTWARE))
            self.session.publish(str(Topic(self._venue, table, "cursor")), said)


def _sorted(arrivals: Sequence[Arrival]) -> tuple[list[Delivery], list[tuple[str, str]]]:
    """Return the batches, and the tables whose messages cannot be read, with the reason."""
    deliveries: list[Delivery] = []
    wrong: list[tuple[str, str]] = []
    for arrival in arrivals:
        table = ""
        try:
            table = parse_topic(arrival.topic).table
            deliveries.append(Delivery(table, decode_batch(arrival.payload)))
        except BadMessage as error:
            if table:
                wrong.append((table, error.args[0]))
    return deliveries, wrong
