"""Runs parts of a venue in this process: ingester, projector and board, each or all."""

import logging
import os
import resource
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial

import psycopg
import uvicorn

from engine.i18n import gettext as _
from venue.board.app import board_app
from venue.board.stream import PROXY, StreamProtocol
from venue.errors import RecordUnavailable, ServerFailed, VenueError
from venue.projection.projector import keep_projecting
from venue.record.erasing import forget
from venue.record.ingest import connected
from venue.record.schema import check_version
from venue.services.ingester import Ingester, StateIntake
from venue.services.night import NightKeeper
from venue.settings import BoardSection, VenueSettings

PARTS = ("ingester", "projector", "board")
OPEN_FILES = 8192
"""Connections of all viewers and tables, with some room."""
PAUSE = 1.0
"""Seconds between two looks whether the record is there, before all else begins."""
ENDS_WITHIN, FORGETS_EVERY = 10.0, 3600.0
"""Seconds for a thread to end, and between two looks for what is old."""

log = logging.getLogger("quarterdeck.venue")


def check_record(settings: VenueSettings) -> None:
    """Raise :class:`~venue.errors.VenueError` unless the record is there and of this version."""
    with connected(settings.record.board) as connection:
        check_version(connection)


@contextmanager
def workers(settings: VenueSettings, parts: Collection[str], name: str) -> Iterator[threading.Event]:
    """Run ingester and projector on threads. Yield the event that ends them."""
    stop = threading.Event()
    broker, record = settings.broker, settings.record.ingest
    runs: list[Callable[[threading.Event], None]] = []
    if "ingester" in parts:
        runs += [kind(settings.venue.name, record, broker, name).run for kind in (Ingester, StateIntake)]
    if "projector" in parts:
        runs += [partial(keep_projecting, record), NightKeeper(settings.venue.name, record, broker).run]
        if settings.retention.days > 0:
            runs.append(partial(keep_forgetting, record, settings.retention.days))
    threads = [threading.Thread(target=run, args=(stop,), daemon=True) for run in runs]
    for thread in threads:
        thread.start()
    try:
        yield stop
    finally:
        stop.set()
        for thread in threads:
            thread.join(ENDS_WITHIN)


def keep_forgetting(record: str, days: int, stop: threading.Event) -> None:
    """Take names out of what is old, now and every hour."""
    while not stop.is_set():
        try:
            with connected(record) as connection:
                forget(connection, days)
        except (psycopg.Error, VenueError) as error:
            log.warning("%s", (str(error).splitlines() or ["?"])[0])
        stop.wait(FORGETS_EVERY)


def board_socket(board: BoardSection) -> socket.socket:
    """Return the socket on which the board listens. Raises :class:`ServerFailed`."""
    family = socket.AF_INET6 if ":" in board.host else socket.AF_INET
    try:
        return socket.create_server((board.host, board.port), family=family, backlog=1024)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise ServerFailed(
            _("The board can’t listen on port {port} ({reason}): set another.", port=board.port, reason=reason)
        ) from None


def serve(settings: VenueSettings, listener: socket.socket, *, door: bool = True) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)  # systemd gives a program 1,024 unless it asks for more
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, OPEN_FILES)), hard))
    config = uvicorn.Config(
        board_app(settings, door=door),
        http=StreamProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=16 * 1024,
        forwarded_allow_ips=PROXY,
        ws="none",
    )
    uvicorn.Server(config).run(sockets=[listener])


def run(settings: VenueSettings, parts: Collection[str] = PARTS, name: str = "1") -> None:
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.INFO)
    said = ""
    while True:
        try:
            check_record(settings)
            break
        except RecordUnavailable as error:
            if str(error) != said:
                said = str(error)
                log.warning("%s", _("Waiting: {why}", why=said))
            time.sleep(PAUSE)
    log.info("%s", _("The venue runs: {parts}.", parts=", ".join(parts)))
    listener = board_socket(settings.board) if "board" in parts else None
    with workers(settings, parts, name):
        if listener is not None:
            serve(settings, listener)
        else:
            threading.Event().wait()
