"""A venue on this machine for tests: a broker, a record, ingesters and simulated tables."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg
import uvicorn

from engine.link_protocol import Cursor, journal_hash
from fixtures.venue.scratch import ScratchMosquitto
from fixtures.venue.simulation import BrokerAddress, SimulatedTable
from venue.board.app import board_app
from venue.board.stream import StreamProtocol
from venue.broker.configuration import INGEST_USER
from venue.record.comparison import recorded_hash
from venue.record.schema import BOARD, INGEST, OWNER
from venue.settings import BoardSection, BrokerSection, RecordSection, VenueSection, VenueSettings

VENUE = "the-anchor"
SECRET = "secret"
LOOK = 0.02


def broker_in(folder: Path, tables: list[str]) -> tuple[ScratchMosquitto, int]:
    """Return a broker with a password for each of these tables, and its port."""
    broker = ScratchMosquitto.of_venue(folder, VENUE, tables, SECRET)
    return broker, broker.port


def address(port: int, user: str = INGEST_USER) -> BrokerAddress:
    return BrokerAddress("127.0.0.1", port, user, SECRET)


def until(done: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait until something holds. Fails after that time."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(LOOK)


class IngesterProcess:
    """An ingester in a process of its own, which can be killed."""

    def __init__(self, record: str, port: int, name: str = "1") -> None:
        self._command = [
            sys.executable,
            "-c",
            "import sys, threading\n"
            "from tests.venue.site import VENUE, address\n"
            "from venue.services.ingester import Ingester\n"
            "from venue.services.ingester import StateIntake\n"
            "given = VENUE, sys.argv[1], address(int(sys.argv[2])), sys.argv[3]\n"
            "threading.Thread(target=StateIntake(*given).run, args=(threading.Event(),), daemon=True).start()\n"
            "Ingester(*given).run(threading.Event())\n",
            record,
            str(port),
            name,
        ]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, cwd=Path(__file__).parents[2])

    def kill(self) -> None:
        """Kill it, as a power cut does."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


def differences(connection: psycopg.Connection, table: SimulatedTable) -> list[str]:
    """Return how the record differs from a table's journal: rows, gaps, hash, cursor. Empty if it does not."""
    store = table.store
    events, openings = store.extent
    key = [table.table, store.journal]
    reach = connection.execute(
        "SELECT events, openings FROM journal WHERE table_id = %s AND journal_id = %s", key
    ).fetchone()
    counts = connection.execute(
        "SELECT count(*), coalesce(max(place), 0) FROM event WHERE table_id = %s AND journal_id = %s", key
    ).fetchone()
    here = journal_hash(store.events(1, events), store.openings(1, openings))
    there = recorded_hash(connection, table.table, Cursor(store.journal, events, openings))
    found = {
        f"cursor {reach}": reach == (events, openings),
        f"rows {counts}": counts == (events, events),
        "hash": here == there,
        f"heard {table.cursor}": table.is_recorded,
    }
    return [f"{table.name}: {what}" for what, holds in found.items() if not holds]


class BoardServer:
    def __init__(self, settings: VenueSettings) -> None:
        self.settings = settings
        listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.port: int = listener.getsockname()[1]
        self.app = board_app(settings)
        config = uvicorn.Config(
            self.app,
            http=StreamProtocol,
            log_level="error",
            access_log=False,
            timeout_graceful_shutdown=1,
            ws="none",
        )
        self._server = uvicorn.Server(config)
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(listener,), daemon=True)

    def _run(self, listener: socket.socket) -> None:
        with contextlib.closing(self.loop):
            self.loop.run_until_complete(self._server.serve([listener]))

    def __enter__(self) -> "BoardServer":
        self._thread.start()
        until(lambda: self._server.started, "the board runs")
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)

    def ask(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], str]:
        """Return status, headers and text of the answer to a request; with ``body`` it is a POST."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET" if body is None else "POST", path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
        finally:
            connection.close()

    def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.ask("/api/tables")[2])
        return found


def settings_of(record: Any, folder: Path) -> VenueSettings:
    return VenueSettings(
        folder,
        VenueSection(VENUE, "The Anchor"),
        RecordSection(*(record.url(role) for role in (INGEST, BOARD, OWNER))),
        BrokerSection(),
        BoardSection("127.0.0.1", 0, ("board.example",)),
    )
