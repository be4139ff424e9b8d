"""Takes batches and states from the broker into the record.

A message is acknowledged after its transaction is committed, and the cursor is published after that. While the
record cannot be written, messages are kept, and not acknowledged.
"""

import contextlib
import logging
import queue
import threading
import time
from dataclasses import dataclass, field

import psycopg

from engine.i18n import gettext as _
from engine.link_protocol import (
    OFFLINE,
    ONLINE,
    VERSION,
    BadMessage,
    Cursor,
    Topic,
    decode_batch,
    decode_state,
    encode_cursor,
    parse_topic,
)
from venue.broker.session import IN_FLIGHT, Arrival, BrokerAddress, BrokerSession
from venue.errors import RecordUnavailable
from venue.record.alarms import MESSAGE, raise_alarm
from venue.record.ingest import Delivery, ingest, why_unavailable
from venue.record.live import Sign, all_cursors, beat, show
from venue.record.schema import check_version

BEAT = 5.0
"""Seconds between two heartbeats."""
PAUSE = 0.5
"""Seconds between two attempts to reach the record."""
MOST_BYTES = 1 << 20
"""Bytes of messages in one transaction."""

log = logging.getLogger("quarterdeck.venue")


@dataclass(slots=True)
class _Load:
    """What came from the broker and is not recorded yet."""

    arrivals: list[Arrival] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)
    signs: dict[str, Sign] = field(default_factory=dict)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    size: int = 0
    connected: bool = False


class Ingester:
    """An ingester of a venue. ``name`` is its own among those that run at once."""

    def __init__(self, venue: str, record: str, broker: BrokerAddress, name: str = "1") -> None:
        self._venue, self._record, self._name = venue, record, name
        every = f"quarterdeck/{VERSION}/{venue}/+"
        topics = [(f"$share/ingest/{every}/events", 1), (f"{every}/state", 1), (f"{every}/availability", 1)]
        self._session = BrokerSession(broker, f"quarterdeck-ingest-{venue}-{name}", topics)
        self._connection: psycopg.Connection | None = None
        self._next_beat = 0.0
        self.trouble: str | None = None
        """Why rows cannot be recorded now, in one sentence."""
        self.recorded = 0
        """Rows taken so far, repeated ones included."""

    def run(self, stop: threading.Event) -> None:
        """Run until ``stop`` is set."""
        self._session.start()
        try:
            while not stop.is_set():
                load = self._taken()
                while not stop.is_set() and not self._recorded(load):
                    stop.wait(PAUSE)
        finally:
            self._session.stop()
            if self._connection is not None:
                self._connection.close()

    def _taken(self) -> _Load:
        """Return what is there now, after waiting a moment for the first message."""
        load = _Load()
        with contextlib.suppress(queue.Empty):
            self._sort(self._session.arrivals.get(timeout=PAUSE), load)
            while load.size < MOST_BYTES and len(load.arrivals) < IN_FLIGHT:
                self._sort(self._session.arrivals.get_nowait(), load)
        return load

    def _sort(self, arrival: Arrival | None, load: _Load) -> None:
        if arrival is None:
            load.connected = True
            return
        load.arrivals.append(arrival)
        load.size += len(arrival.payload)
        try:
            topic = parse_topic(arrival.topic)
        except BadMessage as error:
            log.warning("%s", error)
            return
        try:
            match topic.leaf:
                case "events":
                    load.deliveries.append(Delivery(topic.table, decode_batch(arrival.payload)))
                case "state" if arrival.payload:
                    old = load.signs.get(topic.table, Sign())
                    load.signs[topic.table] = Sign(decode_state(arrival.payload), old.online)
                case "availability" if arrival.payload.decode("ascii", "replace") in (ONLINE, OFFLINE):
                    old = load.signs.get(topic.table, Sign())
                    load.signs[topic.table] = Sign(old.state, arrival.payload == ONLINE.encode())
        except BadMessage as error:
            load.wrong.append((topic.table, error.args[0]))

    def _recorded(self, load: _Load) -> bool:
        """Record it and acknowledge it. Return whether that was possible."""
        try:
            connection = self._connected()
            cursors = self._ingested(connection, load)
            if load.signs:
                show(connection, load.signs)
            for table, sentence in load.wrong:
                raise_alarm(connection, table, None, MESSAGE, _("A message was refused: {why}", why=sentence))
            if time.monotonic() >= self._next_beat:
                beat(connection, self._name)
                self._next_beat = time.monotonic() + BEAT
        except (psycopg.Error, RecordUnavailable) as error:
            self._report(error)
            return False
        self._noted(None)
        for arrival in load.arrivals:
            self._session.acknowledge(arrival)
        self._publish(cursors)
        if load.connected:
            self._publish_all(connection)
        self.recorded += sum(len(one.batch.events) for one in load.deliveries)
        return True

    def _ingested(self, connection: psycopg.Connection, load: _Load) -> dict[str, Cursor]:
        if not load.deliveries:
            return {}
        try:
            return _of_tables(ingest(connection, load.deliveries))
        except psycopg.DataError:
            cursors: dict[str, Cursor] = {}
            for one in load.deliveries:
                try:
                    cursors |= _of_tables(ingest(connection, [one]))
                except psycopg.DataError as error:
                    load.wrong.append((one.table, _("the record does not accept it ({reason}).", reason=_line(error))))
            return cursors

    def _connected(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed or self._connection.broken:
            self._connection = psycopg.connect(self._record, autocommit=True, connect_timeout=5)
            check_version(self._connection)
            self._publish_all(self._connection)
        return self._connection

    def _publish_all(self, connection: psycopg.Connection) -> None:
        """Publish the cursors of all tables: those in the broker may be older, or newer than a restored record."""
        with contextlib.suppress(psycopg.Error):
            self._publish(all_cursors(connection))

    def _publish(self, cursors: dict[str, Cursor]) -> None:
        for table, cursor in cursors.items():
            self._session.publish(str(Topic(self._venue, table, "cursor")), encode_cursor(cursor))

    def _report(self, error: Exception) -> None:
        self._noted(why_unavailable(error) if isinstance(error, psycopg.Error) else str(error))
        if isinstance(error, psycopg.OperationalError | RecordUnavailable) and self._connection is not None:
            self._connection.close()

    def _noted(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            if trouble:
                log.error("%s", trouble)
            else:
                log.info("%s", _("Rows are recorded again."))


def _of_tables(cursors: dict[tuple[str, str], Cursor]) -> dict[str, Cursor]:
    return {table: cursor for (table, _journal), cursor in cursors.items()}


def _line(error: Exception) -> str:
    return (str(error).splitlines() or ["?"])[0]
