"""Keeps the projections up to date: woken by notifications, and every few seconds in any case."""

import logging
import threading

import psycopg

from venue.errors import VenueError
from venue.projection.projector import project, retry
from venue.record.live import PROJECTOR, beat
from venue.record.schema import CHANNEL, check_version

PAUSE = 1.0
LOOK = 5.0
"""Seconds without a notification after which the record is looked at."""

log = logging.getLogger("quarterdeck.venue")


class Projector:
    """Runs on a thread or process of its own."""

    def __init__(self, record: str) -> None:
        self._record = record

    def run(self, stop: threading.Event) -> None:
        """Run until ``stop`` is set."""
        said: str | None = None
        while not stop.is_set():
            try:
                with (
                    psycopg.connect(self._record, autocommit=True, connect_timeout=5) as connection,
                    psycopg.connect(self._record, autocommit=True, connect_timeout=5) as listener,
                ):
                    check_version(connection)
                    listener.execute(f"LISTEN {CHANNEL}")
                    while retry(connection) and not stop.is_set():
                        beat(connection, PROJECTOR)
                    while not stop.is_set():
                        beat(connection, PROJECTOR)
                        while project(connection) and not stop.is_set():
                            beat(connection, PROJECTOR)
                        said = None
                        for _notice in listener.notifies(timeout=LOOK, stop_after=1):
                            break
            except (psycopg.Error, VenueError) as error:
                reason = (str(error).splitlines() or ["?"])[0]
                if reason != said:
                    log.warning("%s", reason)
                    said = reason
                stop.wait(PAUSE)
