"""Takes messages from the broker into the record: each is acknowledged after its transaction is committed.

While the record cannot be written, messages are kept, and not acknowledged. One that cannot be recorded is an alarm.
"""

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import psycopg

from engine.i18n import gettext as _
from engine.link_protocol import parse_topic
from venue.broker.session import IN_FLIGHT, Arrival, BrokerAddress, BrokerSession
from venue.errors import VenueError
from venue.record.alarms import MESSAGE, raise_alarm
from venue.record.ingest import why_unavailable
from venue.record.schema import check_version

PAUSE = 0.5
"""Seconds between two attempts to reach the record, and without a message until housekeeping."""
MOST_BYTES = 1 << 20
"""Bytes of messages in one transaction."""

log = logging.getLogger("quarterdeck.venue")


class Intake:
    """One session with the broker and one connection to the record, on one thread.

    Subclasses record messages in :meth:`_record`, and may do something on a new connection in :meth:`_connected`.
    """

    def __init__(self, record: str, broker: BrokerAddress, client_id: str, topics: Iterable[tuple[str, int]]) -> None:
        self.session = BrokerSession(broker, client_id, topics)
        self.trouble: str | None = None
        """Why nothing can be recorded now, in one sentence."""
        self._address = record
        self._connection: psycopg.Connection | None = None

    def run(self, stop: threading.Event) -> None:
        """Run until ``stop`` is set."""
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
        if trouble != self.trouble:
            self.trouble = trouble
            if trouble:
                log.error("%s", trouble)
            else:
                log.info("%s", _("The record can be written again."))


def _refused(why: str, connection: psycopg.Connection, arrivals: Sequence[Arrival]) -> Callable[[], None]:
    """Raise an alarm for a message instead of recording it."""
    for one in arrivals:
        sentence = _("A message was refused: {why}", why=why)
        raise_alarm(connection, parse_topic(one.topic).table, None, MESSAGE, sentence)
    return lambda: None
