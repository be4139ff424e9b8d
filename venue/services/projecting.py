"""Keeps the projections up to date: woken by notifications, and every few seconds in any case."""

import logging
import threading

import psycopg

from venue.projection.projector import project
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
        while not stop.is_set():
            try:
                with (
                    psycopg.connect(self._record, autocommit=True, connect_timeout=5) as connection,
                    psycopg.connect(self._record, autocommit=True, connect_timeout=5) as listener,
                ):
                    check_version(connection)
                    listener.execute(f"LISTEN {CHANNEL}")
                    while not stop.is_set():
                        while project(connection) and not stop.is_set():
                            pass
                        for _notice in listener.notifies(timeout=LOOK, stop_after=1):
                            break
            except psycopg.Error as error:
                log.warning("%s", (str(error).splitlines() or ["?"])[0])
                stop.wait(PAUSE)
