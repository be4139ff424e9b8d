"""Measures the venue server: ``python -m tests.venue.figures``. Prints figures with the machine's load beside them.

``--tables`` batches come from that many tables; ``--rows`` is how far the record grows; ``--streams`` follow the board.
The broker, the database, the ingester and the board are processes of their own on this machine.
"""

import argparse
import asyncio
import multiprocessing
import os
import statistics
import threading
import time
from pathlib import Path
from typing import Any

import psycopg
import uvicorn
from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from engine.link_protocol import Batch, EventRow, LinkedGame, LinkedPlayer, LinkState, Topic, encode_batch, encode_state
from tests.venue.conftest import Record
from tests.venue.site import SECRET, VENUE, address, broker_in, settings_of, until
from venue.board.app import board_app
from venue.record.schema import INGEST, make_roles, make_schema
from venue.scratch.account import ScratchFolder
from venue.scratch.postgres import ScratchPostgres, children_of
from venue.services.ingester import Ingester
from venue.simulation.store import MemoryStore
from venue.simulation.table import SimulatedTable

BATCH = 500
WINDOW = 40
"""Batches on their way, over all tables."""


def sample(many: int) -> list[EventRow]:
    """Return the rows of real games."""
    table = SimulatedTable(VENUE, "0" * 32, "x", MemoryStore(), seed=5)
    table.play(many)
    return table.store.events(1, many)


def ingest_in_process(record: str, port: int) -> multiprocessing.process.BaseProcess:
    """Start an ingester in a process of its own."""
    process = multiprocessing.get_context("spawn").Process(target=run_ingester, args=(record, port), daemon=True)
    process.start()
    return process


def run_ingester(record: str, port: int) -> None:
    """Run an ingester for good."""
    Ingester(VENUE, record, address(port)).run(threading.Event())


def run_board(settings: Any, port: int) -> None:
    """Run a board for good."""
    uvicorn.run(board_app(settings), host="127.0.0.1", port=port, log_level="warning", access_log=False, backlog=2048)


def memory(pid: int) -> float:
    """Return the memory of a process and its children, shared pages divided, in MB."""
    total = 0.0
    for one in (pid, *children_of(pid)):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    return total


class Pump:
    """Sends batches of many tables as fast as they are acknowledged by cursors."""

    def __init__(self, port: int, tables: int) -> None:
        self.rows = sample(BATCH)
        self.tables = [f"{number:032x}" for number in range(1, tables + 1)]
        self.next = dict.fromkeys(self.tables, 0)
        self.sent = 0
        self._open = threading.Semaphore(WINDOW)
        self.client = Client(CallbackAPIVersion.VERSION2, "pump", protocol=MQTTv5)
        self.client.username_pw_set("pump", SECRET)
        self.client.max_inflight_messages_set(1000)
        self.client.on_publish = lambda *_given: self._open.release()
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def send(self, rows: int) -> None:
        """Send that many rows in batches."""
        for turn in range(rows // BATCH):
            table = self.tables[turn % len(self.tables)]
            start = self.next[table]
            made = tuple(
                EventRow(start + row.place, row.game + start, row.number, row.moment, row.event) for row in self.rows
            )
            self.next[table] = start + BATCH
            self._open.acquire()
            batch = encode_batch(Batch(table, None, made))
            self.client.publish(str(Topic(VENUE, table, "events")), batch, 1)
            self.sent += BATCH


def count(connection: psycopg.Connection) -> int:
    """Return how many rows are recorded up to the first gaps."""
    [rows] = connection.execute("SELECT coalesce(sum(events), 0) FROM journal").fetchone() or (0,)
    return int(rows)


def rate(pump: Pump, connection: psycopg.Connection, rows: int) -> float:
    """Send rows and return how many a second reached the record."""
    before, start = count(connection), time.monotonic()
    sending = threading.Thread(target=pump.send, args=(rows,))
    sending.start()
    until(lambda: count(connection) >= before + rows, 3600, "recorded")
    sending.join()
    return rows / (time.monotonic() - start)


async def follow(port: int, streams: int, seen: list[tuple[float, str]], ready: asyncio.Event) -> None:
    """Open streams and note when each hears of a mark."""
    opened = 0

    async def one(number: int) -> None:
        nonlocal opened
        host = f"127.0.{number // 200 + 1}.{number % 200 + 1}"
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
        writer.write(b"GET /stream?since=999999999 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        opened += 1
        if opened == streams:
            ready.set()
        known: set[str] = set()  # a tile is sent again, with the same mark, when another event of its table is recorded
        while line := await reader.readline():
            if (at := line.find(b"mark-")) >= 0 and (mark := line[at : at + 10].decode()) not in known:
                known.add(mark)
                seen.append((time.monotonic(), mark))

    await asyncio.gather(*(one(number) for number in range(streams)))


def percentile(values: list[float], share: float) -> float:
    """Return a percentile."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def mark_state(number: int) -> bytes:
    """Return a state that can be recognized."""
    players = tuple(LinkedPlayer(name, "12") for name in ("Ann", "Ben", "Cy"))
    return encode_state(
        LinkState("Bar", f"mark-{number:05}", "x", LinkedGame(1, "t", "rounds"), (6, 5, 4, 2, 1), players)
    )


def latency(port: int, board: int, streams: int, marks: int, pause: float) -> tuple[float, float, int]:
    """Return p50 and p99 of the seconds until each stream has an event's state, and how many came.

    The state is published after the event: it is shown once the event is recorded.
    """
    client = Client(CallbackAPIVersion.VERSION2, "marks", protocol=MQTTv5)
    client.username_pw_set("pump", SECRET)
    client.connect("127.0.0.1", port)
    client.loop_start()
    published: dict[str, float] = {}
    seen: list[tuple[float, str]] = []

    async def measure() -> None:
        ready = asyncio.Event()
        following = asyncio.create_task(follow(board, streams, seen, ready))
        await asyncio.wait_for(ready.wait(), 120)
        await asyncio.sleep(3)
        for number in range(marks):
            published[f"mark-{number:05}"] = time.monotonic()
            table, place = f"{number % 5 + 1:0>32}".replace("0" * 24, "f" * 24), number // 5 + 1
            row = EventRow(place, 1, place - 1, 1.0, '{"dice":[6,5,4,2,1],"type":"rolled"}')
            client.publish(str(Topic(VENUE, table, "events")), encode_batch(Batch(table, None, (row,))), 1)
            client.publish(str(Topic(VENUE, table, "state")), mark_state(number), 1)
            await asyncio.sleep(pause)
        await asyncio.sleep(5)
        following.cancel()

    asyncio.run(measure())
    client.loop_stop()
    waits = [at - published[mark] for at, mark in seen if mark in published]
    return statistics.median(waits), percentile(waits, 0.99), len(waits)


def say(*words: object) -> None:
    """Print a line with the machine's load."""
    print(*words, f"[load {os.getloadavg()[0]:.1f}]", flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--at", type=int, default=200_000, help="rows of the first rate")
    parser.add_argument("--step", type=int, default=500_000, help="rows of each further rate")
    given = parser.parse_args()
    with ScratchFolder() as folder:
        broker, port = broker_in(folder / "broker", ["pump"])
        rules = folder / "broker" / "acl"
        rules.write_text(f"{rules.read_text()}\nuser pump\ntopic readwrite quarterdeck/#\n")
        sizes = ("shared_buffers=512MB", "max_wal_size=4GB", "checkpoint_timeout=15min")
        with ScratchPostgres(folder / "postgres", settings=sizes) as database, broker:
            with psycopg.connect(database.url()) as admin:
                make_roles(admin)
            record = Record.__new__(Record)
            record.server, record.name = database, "figures"
            with psycopg.connect(database.url(), autocommit=True) as admin:
                admin.execute("CREATE DATABASE figures")
            with psycopg.connect(record.url("admin")) as admin:
                make_schema(admin)
            ingester = ingest_in_process(record.url(INGEST), port)
            board_port = port + 1
            board = multiprocessing.get_context("spawn").Process(
                target=run_board, args=(settings_of(record, folder), board_port), daemon=True
            )
            board.start()
            connection = psycopg.connect(record.url(INGEST), autocommit=True)
            until(lambda: connection.execute("SELECT 1 FROM heartbeat").fetchone() is not None, 60, "the ingester")
            pump = Pump(port, given.tables)
            parts = {
                "broker": broker.pid,
                "ingester": ingester.pid or 0,
                "database": database.pid,
                "board": board.pid or 0,
            }
            say("ingest with", count(connection), "rows:", round(rate(pump, connection, given.at)), "events/s")
            p50, p99, many = latency(port, board_port, given.streams, 60, 0.5)
            say(f"{given.streams} streams, idle: p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms of {many}")
            say("memory, MB:", {name: round(memory(pid)) for name, pid in parts.items()})
            streams: list[tuple[float, float, int]] = []
            watching = threading.Thread(target=lambda: streams.append(latency(port, board_port, 5, 60, 0.5)))
            watching.start()
            while count(connection) < given.rows:
                say("ingest with", count(connection), "rows:", round(rate(pump, connection, given.step)), "events/s")
            watching.join()
            p50, p99, many = streams[0]
            say(f"event to board while catching up: p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms of {many}")
            size = connection.execute("SELECT pg_database_size('figures')").fetchone() or (0,)
            say("bytes a row:", round(size[0] / count(connection)))
            say("memory, MB:", {name: round(memory(pid)) for name, pid in parts.items()})
            ingester.kill()
            board.kill()
            connection.close()
            pump.client.loop_stop()


if __name__ == "__main__":
    main()
