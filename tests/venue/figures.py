"""Measures the venue server: ``python -m tests.venue.figures``. Prints figures with the machine's load beside them.

Two records take turns, one with few rows and one with many, so that both have the same load beside them.
The broker, the database, the ingester and the board are processes of their own on this machine.
"""

import argparse
import asyncio
import multiprocessing
import os
import signal
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
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
from venue.board.stream import StreamProtocol
from venue.broker.configuration import INGEST_USER
from venue.record.schema import INGEST, make_roles, make_schema
from venue.scratch import ScratchFolder, ScratchPostgres, children_of
from venue.services.ingester import Ingester, StateIntake
from venue.simulation import MemoryStore, SimulatedTable

BATCH = 500
LARGE = "the-harbour"
WINDOW = 200
"""Batches on their way, over all tables."""


def sample(many: int) -> list[EventRow]:
    table = SimulatedTable(VENUE, "0" * 32, "x", MemoryStore(), seed=5)
    table.play(many)
    return table.store.events(1, many)


def started(run: Any, *given: Any) -> multiprocessing.process.BaseProcess:
    process = multiprocessing.get_context("spawn").Process(target=run, args=given, daemon=True)
    process.start()
    return process


def made_record(database: ScratchPostgres, name: str) -> Record:
    record = Record(database, name, "template1")
    with psycopg.connect(record.url("admin")) as admin:
        make_schema(admin)
    return record


def run_ingester(venue: str, record: str, port: int) -> None:
    states = StateIntake(venue, record, address(port))
    threading.Thread(target=states.run, args=(threading.Event(),), daemon=True).start()
    Ingester(venue, record, address(port)).run(threading.Event())


def run_board(settings: Any, port: int) -> None:
    uvicorn.run(
        board_app(settings),
        http=StreamProtocol,
        host="127.0.0.1",
        port=port,
        log_level="warning",
        access_log=False,
        backlog=2048,
    )


def memory(pid: int, what: str = "Pss") -> float:
    """Return the memory of a process and its children, shared pages divided, in MB; ``Pss_Shmem`` of it is shared."""
    total = 0.0
    for one in (pid, *children_of(pid)):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith(f"{what}:")) / 1024
    return total


def processor_time(pid: int) -> float:
    """Return the seconds of processor time of a process and its children, also of those that ended."""
    total = 0.0
    for one in (pid, *children_of(pid)):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15] if one == pid else fields[11:13])) / os.sysconf("SC_CLK_TCK")
    return total


class Pump:
    """Sends batches of many tables as fast as they are acknowledged by cursors."""

    def __init__(self, port: int, venue: str, tables: int) -> None:
        self.venue = venue
        self.rows = sample(BATCH)
        self.tables = [f"{number:032x}" for number in range(1, tables + 1)]
        self.next = dict.fromkeys(self.tables, 0)
        self.sent = 0
        self._open = threading.Semaphore(WINDOW)
        self.client = Client(CallbackAPIVersion.VERSION2, f"pump-{venue}", protocol=MQTTv5)
        self.client.username_pw_set("pump", SECRET)
        self.client.max_inflight_messages_set(1000)
        self.client.on_publish = lambda *_given: self._open.release()
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def send(self, rows: int, size: int = BATCH) -> None:
        for turn in range(rows // size):
            table = self.tables[turn % len(self.tables)]
            start = self.next[table]
            made = tuple(
                EventRow(start + row.place, row.game + start + 1, row.number, row.moment, row.event)
                for row in self.rows
            )
            self.next[table] = start + BATCH
            self._open.acquire()
            batch = encode_batch(Batch(table, None, made))
            self.client.publish(str(Topic(self.venue, table, "events")), batch, 1)
            self.sent += size


def fill(connection: psycopg.Connection, pump: Pump, rows: int) -> None:
    """Fill a record inside the database, as if the pump's tables had sent so many rows."""
    each = rows // len(pump.tables) // BATCH * BATCH
    bodies = [row.event for row in pump.rows]
    for table in pump.tables:
        connection.execute(
            "INSERT INTO event (table_id, journal_id, game, number, place, moment, body)"
            " SELECT %(table)s::uuid, %(table)s::uuid, p / 60, p %% 60, p, p * 1.7, (%(bodies)s::text[])[1 + p %% 500]"
            " FROM generate_series(1, %(rows)s) AS p",
            {"table": table, "bodies": bodies, "rows": each},
        )
        connection.execute("INSERT INTO tray (table_id) VALUES (%s) ON CONFLICT DO NOTHING", [table])
        connection.execute(
            "INSERT INTO journal (table_id, journal_id, events) VALUES (%s, %s, %s)", [table, table, each]
        )
        pump.next[table] = each
    connection.execute("VACUUM ANALYZE event")
    connection.execute("CHECKPOINT")


def count(connection: psycopg.Connection) -> int:
    """Return how many rows are recorded up to the first gaps."""
    [rows] = connection.execute("SELECT coalesce(sum(events), 0) FROM journal").fetchone() or (0,)
    return int(rows)


def rate(pump: Pump, connection: psycopg.Connection, rows: int, size: int = BATCH) -> float:
    """Send rows and return how many a second reached the record."""
    before, start = count(connection), time.monotonic()
    sending = threading.Thread(target=pump.send, args=(rows, size))
    sending.start()
    until(lambda: count(connection) >= before + rows, 3600, "recorded")
    sending.join()
    return rows / (time.monotonic() - start)


class Follower(asyncio.Protocol):
    """A page that follows a board, and notes when it hears of each mark first. Costs little beside that."""

    def __init__(self, seen: list[tuple[float, str]], opened: Callable[[], None]) -> None:
        self._seen, self._opened = seen, opened
        self._known: set[bytes] = set()  # a tile comes again when another event of its table is recorded
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(b"GET /stream?since=999999999 HTTP/1.1\r\nHost: localhost\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        if not self._is_open:
            self._is_open = True
            self._opened()
        at = data.find(b"mark-")
        while at >= 0:
            mark = data[at : at + 10]
            if mark not in self._known:
                self._known.add(mark)
                self._seen.append((now, mark.decode()))
            at = data.find(b"mark-", at + 10)


async def follow(port: int, streams: int, seen: list[tuple[float, str]]) -> None:
    """Open streams, which note when each hears of a mark."""
    opened = asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()
    for number in range(streams):
        host = f"127.0.{number // 200 + 1}.{number % 200 + 1}"
        await loop.create_connection(lambda: Follower(seen, opened.release), "127.0.0.1", port, local_addr=(host, 0))
    for _number in range(streams):
        await opened.acquire()


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def mark_state(number: int) -> bytes:
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
        await asyncio.wait_for(follow(board, streams, seen), 120)
        await asyncio.sleep(3)
        for number in range(marks):
            published[f"mark-{number:05}"] = time.monotonic()
            table, place = f"{number % 5 + 1:0>32}".replace("0" * 24, "f" * 24), number // 5 + 1
            row = EventRow(place, 1, place - 1, 1.0, '{"dice":[6,5,4,2,1],"type":"rolled"}')
            client.publish(str(Topic(VENUE, table, "events")), encode_batch(Batch(table, None, (row,))), 1)
            client.publish(str(Topic(VENUE, table, "state")), mark_state(number), 1)
            await asyncio.sleep(pause)
        await asyncio.sleep(5)

    asyncio.run(measure())
    client.loop_stop()
    waits = [at - published[mark] for at, mark in seen if mark in published]
    return statistics.median(waits), percentile(waits, 0.99), len(waits)


def backends(connection: psycopg.Connection) -> list[int]:
    rows = connection.execute(
        "SELECT pid FROM pg_stat_activity WHERE usename = %s AND datname = current_database()", [INGEST]
    )
    return [pid for (pid,) in rows.fetchall()]


def beats(connection: psycopg.Connection) -> bool:
    return connection.execute("SELECT 1 FROM heartbeat WHERE name <> 'projector'").fetchone() is not None


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def say(*words: object) -> None:
    print(*words, f"[load {os.getloadavg()[0]:.1f}]", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rows", type=int, default=10_000_000, help="rows of the large record")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--at", type=int, default=150_000, help="rows of each measured rate")
    parser.add_argument("--singles", type=int, default=20_000, help="events that come one by one")
    parser.add_argument("--rounds", type=int, default=3, help="rates of each record, in turns")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_given: sys.exit(1))
    with ExitStack() as stack:
        folder = stack.enter_context(ScratchFolder())
        broker, port = broker_in(folder / "broker", ["pump"])
        rules = folder / "broker" / "acl"
        rules.write_text(
            f"{rules.read_text()}\nuser pump\ntopic readwrite quarterdeck/#\n"
            f"user {INGEST_USER}\ntopic readwrite quarterdeck/1/{LARGE}/#\n"
        )
        sizes = ("shared_buffers=512MB", "max_wal_size=4GB", "checkpoint_timeout=15min")
        database = stack.enter_context(ScratchPostgres(folder / "postgres", settings=sizes))
        stack.enter_context(broker)
        with psycopg.connect(database.url()) as admin:
            make_roles(admin)
        records = {venue: made_record(database, venue.replace("-", "_")) for venue in (VENUE, LARGE)}
        ingesters = {venue: started(run_ingester, venue, record.url(INGEST), port) for venue, record in records.items()}
        for process in ingesters.values():
            stack.callback(process.kill)
        board = started(run_board, settings_of(records[VENUE], folder), port + 1)
        stack.callback(board.kill)
        connections = {
            venue: stack.enter_context(psycopg.connect(record.url("admin"), autocommit=True))
            for venue, record in records.items()
        }
        for connection in connections.values():
            until(partial(beats, connection), 60, "an ingester")
        until(partial(answers, port + 1), 60, "the board")
        pumps = {venue: Pump(port, venue, given.tables) for venue in records}
        parts = {
            "broker": broker.pid,
            "ingester": ingesters[VENUE].pid or 0,
            "database": database.pid,
            "board": board.pid or 0,
        }
        p50, p99, many = latency(port, port + 1, given.streams, 60, 0.5)
        say(f"{given.streams} streams, idle: p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms of {many}")
        say("memory, MB:", {name: round(memory(pid)) for name, pid in parts.items()})
        watched: list[tuple[float, float, int]] = []
        watching = threading.Thread(target=lambda: watched.append(latency(port, port + 1, 5, 60, 0.5)))
        watching.start()
        while watching.is_alive():
            catching_up = rate(pumps[VENUE], connections[VENUE], given.at)
        p50, p99, many = watched[0]
        say(f"catching up, {catching_up:.0f} events/s: event to board p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms")
        say("memory, MB:", {name: round(memory(pid)) for name, pid in parts.items()})
        say("of the database's, shared buffers, MB:", round(memory(database.pid, "Pss_Shmem")))
        fill(connections[LARGE], pumps[LARGE], given.rows)
        say("rows:", {venue: count(connection) for venue, connection in connections.items()})
        spent = {name: processor_time(pid) for name, pid in parts.items()}
        rate(pumps[VENUE], connections[VENUE], given.at)
        each = {name: (processor_time(pid) - spent[name]) / given.at * 1e6 for name, pid in parts.items()}
        say("processor time of an event, µs:", {name: round(value, 1) for name, value in each.items()})
        spent = {name: processor_time(pid) for name, pid in parts.items()}
        single = rate(pumps[VENUE], connections[VENUE], given.singles, 1)
        each = {name: (processor_time(pid) - spent[name]) / given.singles * 1e6 for name, pid in parts.items()}
        say(f"events that come one by one: {single:.0f} a second, µs:", {name: round(us) for name, us in each.items()})
        rates: dict[str, list[float]] = {venue: [] for venue in records}
        costs: dict[str, list[float]] = {venue: [] for venue in records}
        rate(pumps[LARGE], connections[LARGE], given.at)  # the small one is warm by now
        for _turn in range(given.rounds):
            for venue, connection in connections.items():
                both = ingesters[venue].pid or 0, *backends(connection)
                before = sum(map(processor_time, both))
                rates[venue].append(rate(pumps[venue], connection, given.at))
                costs[venue].append((sum(map(processor_time, both)) - before) / given.at * 1e6)
                say(venue, round(rates[venue][-1]), "events/s,", round(costs[venue][-1], 1), "µs each")
        small, large = (statistics.median(rates[venue]) for venue in (VENUE, LARGE))
        say(f"ingest with few rows {small:.0f}, with many {large:.0f} events/s: {large / small:.0%}")
        small, large = (statistics.median(costs[venue]) for venue in (VENUE, LARGE))
        say(f"of ingester and its part of the database {small:.1f}, {large:.1f} µs an event: {small / large:.0%}")
        size = connections[LARGE].execute("SELECT pg_database_size(current_database())").fetchone() or (0,)
        say("bytes a row:", round(size[0] / count(connections[LARGE])))
        for pump in pumps.values():
            pump.client.loop_stop()


if __name__ == "__main__":
    main()
