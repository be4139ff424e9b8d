"""Takes messages from the broker into the record: batches, and what tables show of themselves."""

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

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
from venue.broker.session import IN_FLIGHT, Arrival, BrokerSession
from venue.errors import VenueError
from venue.record.alarms import TWINS, TWO_CARDS, raise_alarm, refuse_message
from venue.record.ingest import Delivery, all_cursors, cursors_apart, ingest, why_unavailable
from venue.record.live import Sign, beat, give_up, show
from venue.record.schema import SOFTWARE, check_version
from venue.settings import BrokerSection

PAUSE = 0.5
"""Seconds between two attempts to reach the record, and without a message until housekeeping."""
MOST_BYTES = 1 << 20
"""Bytes of messages in one transaction."""

log = logging.getLogger("quarterdeck.venue")


class Intake:
    """One session with the broker and one connection to the record, on one thread.

    Subclasses record messages in :meth:`_record`, and may do something on a new connection in :meth:`_connected`.
    """

    def __init__(self, record: str, session: BrokerSession) -> None:
        self.session = session
        self._trouble: str | None = None
        self._address = record
        self._connection: psycopg.Connection | None = None

    def run(self, stop: threading.Event) -> None:
        self.session.start()
        try:
            while not stop.is_set():
                self._keep(stop, *self._taken())
        finally:
            self.session.stop()
            if self._connection is not None:
                self._connection.close()

    def _record(self, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:
        """Record these messages, if any. Return what to do once they are acknowledged."""
        raise NotImplementedError

    def _connected(self, connection: psycopg.Connection) -> None:
        """Called on each new connection to the broker or to the record."""

    def _taken(self) -> tuple[list[Arrival], bool]:
        """Return what is there now, after waiting a moment for the first message, and whether the session is new."""
        arrivals: list[Arrival] = []
        is_new, size = False, 0
        with contextlib.suppress(queue.Empty):
            found = self.session.arrivals.get(timeout=PAUSE)
            while True:
                if found is None:
                    is_new = True
                else:
                    arrivals.append(found)
                    size += len(found.payload)
                if size >= MOST_BYTES or len(arrivals) >= IN_FLIGHT:
                    break
                found = self.session.arrivals.get_nowait()
        return arrivals, is_new

    def _keep(self, stop: threading.Event, arrivals: Sequence[Arrival], is_new: bool) -> None:
        """Record the messages as soon as that is possible, one by one if one of them cannot be recorded."""
        try:
            while not stop.is_set() and not self._recorded(arrivals, is_new, self._record):
                stop.wait(PAUSE)
        except Exception as error:
            if len(arrivals) > 1:
                for one in arrivals:
                    self._keep(stop, [one], is_new)
                return
            if not arrivals:
                raise
            why = _("the record does not accept it ({reason}).", reason=(str(error).splitlines() or ["?"])[0])
            while not stop.is_set() and not self._recorded(arrivals, is_new, partial(_refused, why)):
                stop.wait(PAUSE)

    def _recorded(
        self,
        arrivals: Sequence[Arrival],
        is_new: bool,
        record: Callable[[psycopg.Connection, Sequence[Arrival]], Callable[[], None]],
    ) -> bool:
        """Record the messages by ``record`` and acknowledge them. Return whether the record could be written."""
        try:
            connection = self._reached()
            after = record(connection, arrivals)
        except (psycopg.DataError, psycopg.IntegrityError):
            raise
        except (psycopg.Error, VenueError) as error:
            self._note(why_unavailable(error) if isinstance(error, psycopg.Error) else str(error))
            if isinstance(error, psycopg.OperationalError | VenueError) and self._connection is not None:
                self._connection.close()
            return False
        self._note(None)
        for arrival in arrivals:
            self.session.acknowledge(arrival)
        after()
        if is_new:
            with contextlib.suppress(psycopg.Error):
                self._connected(connection)
        return True

    def _reached(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed or self._connection.broken:
            self._connection = psycopg.connect(self._address, autocommit=True, connect_timeout=5)
            check_version(self._connection)
            self._connected(self._connection)
        return self._connection

    def _note(self, trouble: str | None) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            if trouble:
                log.error("%s", trouble)
            else:
                log.info("%s", _("The record can be written again."))


def _refused(why: str, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:
    """Raise an alarm for a message instead of recording it."""
    for one in arrivals:
        refuse_message(connection, parse_topic(one.topic).table, why)
    return lambda: None


BEAT = 5.0
"""Seconds between two heartbeats, which say that batches can arrive and be recorded."""


class Ingester(Intake):
    """An ingester of a venue. ``name`` is its own among those that run at once, which share the batches."""

    def __init__(self, venue: str, record: str, broker: BrokerSection, name: str = "1") -> None:
        topic = f"$share/ingest/quarterdeck/{VERSION}/{venue}/+/events"
        super().__init__(record, BrokerSession(broker, f"quarterdeck-ingest-{venue}-{name}", [(topic, 1)]))
        self._venue, self._name = venue, name
        self._next_beat = 0.0

    def _record(self, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:
        deliveries, wrong = _sorted(arrivals)
        recorded = ingest(connection, deliveries) if deliveries else {}
        cursors = {table: cursor for (table, _journal), cursor in recorded.items()}
        for table, why in wrong:
            refuse_message(connection, table, why)
        if time.monotonic() >= self._next_beat and self.session.connected.is_set():
            beat(connection, self._name)
            self._next_beat = time.monotonic() + BEAT
        return lambda: publish(self.session, self._venue, cursors)

    def _connected(self, connection: psycopg.Connection) -> None:
        """Publish the cursors of all tables: those in the broker may be older, or newer than a restored record."""
        publish(self.session, self._venue, all_cursors(connection))


def publish(session: BrokerSession, venue: str, cursors: dict[str, Cursor]) -> None:
    for table, cursor in cursors.items():
        said = encode_cursor(replace(cursor, software=SOFTWARE))
        session.publish(str(Topic(venue, table, "cursor")), said)


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


SILENT = 150.0
"""Seconds without a word after which a table is away: it shows itself each minute. The broker may say that it is there,
if both lost their power at once."""


class StateIntake(Intake):
    """Watches states and availability of a venue's tables."""

    def __init__(self, venue: str, record: str, broker: BrokerSection, name: str = "1") -> None:
        every = f"quarterdeck/{VERSION}/{venue}/+"
        topics = [(f"{every}/state", 1), (f"{every}/availability", 1)]
        super().__init__(record, BrokerSession(broker, f"quarterdeck-watch-{venue}-{name}", topics, kept_for=0))
        self._venue = venue
        self._next_look = 0.0
        self._heard: dict[str, float] = {}
        """When each table was heard last (seconds, monotonic), whatever happens to the clock."""

    def _record(self, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:
        now = time.monotonic()
        if now >= self._next_look:
            give_up(connection, [table for table, at in self._heard.items() if now - at < SILENT])
            self._next_look = now + BEAT
        signs: dict[str, Sign] = {}
        kept: set[str] = set()
        for arrival in arrivals:
            try:
                topic = parse_topic(arrival.topic)
            except BadMessage:
                continue
            if arrival.retained:
                kept.add(topic.table)
            else:
                self._heard[topic.table] = now
            old = signs.get(topic.table, Sign(heard=False))
            heard = old.heard or not arrival.retained
            try:
                match topic.leaf:
                    case "state" if arrival.payload:
                        is_online = old.online if arrival.retained else True
                        signs[topic.table] = Sign(decode_state(arrival.payload), is_online, heard)
                    case "availability" if arrival.payload in (ONLINE.encode(), OFFLINE.encode()):
                        is_online = arrival.payload == ONLINE.encode()
                        signs[topic.table] = Sign(old.state, is_online, heard)
            except BadMessage as error:
                refuse_message(connection, topic.table, error.args[0])
        if not signs:
            connection.execute("SELECT 1")  # or a record that was cut off would not be noticed while tables are silent
            return lambda: None
        apart = cursors_apart(connection, [(table, sign.state.journal) for table, sign in signs.items() if sign.state])
        with connection.transaction():  # or the owner might choose in between
            twice = show(connection, {table: sign for table, sign in signs.items() if table not in apart})
            for table in twice:
                raise_alarm(connection, table, None, TWINS, TWO_CARDS)
        known = all_cursors(connection) if twice or kept else {}
        cursors = {table: known[table] for table in twice & known.keys()}
        # the record was set back to before the table's first row, but the broker has its cursor still
        lost = dict.fromkeys(kept - known.keys(), Cursor("0" * 32))
        return lambda: publish(self.session, self._venue, cursors | lost | apart)

    def _connected(self, connection: psycopg.Connection) -> None:  # noqa: ARG002
        """Hear again what the broker has kept of all tables: the record may be another one now, or the broker new."""
        self._next_look = time.monotonic() + SILENT
        self.session.subscribe()
