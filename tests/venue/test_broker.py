"""The broker: certificates, access rules, bad messages, and cursors that heal."""

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from engine.link_protocol import Batch, LinkState, Topic, encode_state
from fixtures.venue.scratch import ScratchMosquitto, free_port
from fixtures.venue.simulation import BrokerAddress, MemoryStore, SimulatedTable
from tests.batches import encode_batch
from tests.venue.conftest import Record, skip_or_fail
from tests.venue.site import SECRET, VENUE, address, broker_in, differences, until
from tests.venue.test_ingest import A, B, J, events, send
from venue.board.feed import why_waiting
from venue.broker.certificates import Authority
from venue.broker.configuration import (
    LARGEST_PACKET,
    BrokerFiles,
    access_rules,
    configuration,
    password_line,
    write_broker_files,
)
from venue.broker.session import Arrival
from venue.errors import MissingProgram
from venue.record.live import WaitingTable, read_waiting
from venue.record.schema import BOARD, INGEST
from venue.services import ingester
from venue.services.ingester import SILENT, Ingester, StateIntake

OLDER_STORE = 200


UNHEARD = "No matching subscribers"
"""The broker's answer to a message that goes to no client."""

REAL = "0123456789abcdef" * 2
"""The id of a real table in tests."""


class Running:
    """A broker with passwords for tables A, B and REAL, and an ingester on a thread."""

    def __init__(self, folder: Path, record: Record) -> None:
        self.broker, self.port = broker_in(folder / "broker", [A, B, REAL])
        self.ingester = Ingester(VENUE, record.url(INGEST), address(self.port), "1")
        states = StateIntake(VENUE, record.url(INGEST), address(self.port), "1")
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=one.run, args=(self._stop,), daemon=True) for one in (self.ingester, states)
        ]

    def __enter__(self) -> "Running":
        self.broker.start()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(10)
        self.broker.kill()


@pytest.fixture
def running(folder: Path, record: Record, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(ingester, "PAUSE", 0.05)
    with Running(folder, record) as made:
        yield made


class Sender:
    """A client that publishes one message at a time and waits for the broker's answer."""

    def __init__(self, where: BrokerAddress, user: str, password: str | None = SECRET) -> None:
        self.answers: dict[int, str] = {}
        self.connected: list[str] = []
        self.ended = 0
        self._heard = threading.Event()
        self.client = Client(CallbackAPIVersion.VERSION2, f"test-{user}", protocol=MQTTv5, reconnect_on_failure=False)
        self.client.username_pw_set(user, password)
        if where.authority:
            self.client.tls_set(where.authority, where.certificate, where.certificate)
        self.client.on_connect = self._on_connect
        self.client.on_publish = self._on_publish
        self.client.on_disconnect = self._on_disconnect
        self.client.connect(where.host, where.port, 20)
        self.client.loop_start()
        self._heard.wait(10)

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self.connected.append(str(reason))
        self._heard.set()

    def _on_disconnect(self, *_given: Any) -> None:
        self.ended += 1
        self._heard.set()

    def _on_publish(self, _client: Any, _data: Any, mid: int, reason: Any, _properties: Any) -> None:
        self.answers[mid] = str(reason)

    def deliver(self, topic: str, payload: bytes) -> str:
        """Publish to an ingester, again until it has subscribed, and return the broker's answer."""
        end, answer = time.monotonic() + 30, UNHEARD
        while answer == UNHEARD and time.monotonic() < end:
            answer = self.publish(topic, payload)
        return answer

    def publish(self, topic: str, payload: bytes) -> str:
        before = self.ended
        mid = self.client.publish(topic, payload, 1).mid
        until(lambda: mid in self.answers or self.ended > before, "an answer")
        return self.answers.get(mid, "disconnected")

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def topic(table: str, leaf: str, venue: str = VENUE) -> str:
    return str(Topic(venue, table, leaf))


def alarms(connection: psycopg.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT kind, sentence FROM alarm WHERE dismissed_at IS NULL").fetchall())


def test_a_table_plays_its_journal_is_recorded_and_its_cursor_follows_a_record_that_was_set_back(
    running: Running, record: Record, ingester: psycopg.Connection
) -> None:
    table = SimulatedTable(VENUE, A, "Window", MemoryStore(), again=0.3)
    table.play(OLDER_STORE)
    table.connect(address(running.port, A))

    def sent() -> bool:
        table.send()
        return table.is_recorded

    until(sent, "recorded")
    table.show()
    until(lambda: "Window" in str(ingester.execute("SELECT told_name FROM tray").fetchone()), "the state")
    assert differences(ingester, table) == []
    with psycopg.connect(record.url("admin"), autocommit=True) as admin:
        # in the ingester's order, or each may wait for the other
        admin.execute(
            "UPDATE journal SET events = 20, openings = 0; DELETE FROM event WHERE place > 20; DELETE FROM opening"
        )
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'quarterdeck_ingest'")
        until(lambda: table.cursor is not None and table.cursor.events < OLDER_STORE, "the cursor went back")
        until(sent, "recorded again")
        assert differences(admin, table) == []
        table.disconnect()
        until(lambda: admin.execute("SELECT online FROM tray").fetchone() == (False,), "offline")


def test_idle_tables_fill_a_record_again_that_does_not_know_them(
    running: Running, record: Record, ingester: psycopg.Connection
) -> None:
    tables = [SimulatedTable(VENUE, one, "", MemoryStore(), again=0.3) for one in (A, B)]
    for one in tables:
        one.play(20)
        one.connect(address(running.port, one.table))

    def sent() -> bool:
        for one in tables:
            one.send()
        return all(one.is_recorded for one in tables)

    until(sent, "recorded")
    for one in tables:
        one.name = "Idle"
        one.show()
    told = "SELECT 1 FROM tray WHERE told_name = 'Idle'"
    until(lambda: ingester.execute(told).rowcount == 2, "all that they say, nothing is on its way")
    with psycopg.connect(record.url("admin"), autocommit=True) as admin:

        def emptied() -> bool:
            with suppress(psycopg.errors.DeadlockDetected):  # with an ingester that is just writing
                admin.execute("TRUNCATE event, opening, journal, tray")
                return True
            return False

        until(emptied, "the record is empty")
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'quarterdeck_ingest'")

        def filled() -> bool:
            sent()
            return [line for one in tables for line in differences(admin, one)] == []

        until(filled, "all rows are there again")


def test_an_ingester_that_was_taken_away_gets_no_share_of_the_batches(
    running: Running, record: Record, ingester: psycopg.Connection
) -> None:
    second, stop = Ingester(VENUE, record.url(INGEST), address(running.port), "2"), threading.Event()
    thread = threading.Thread(target=second.run, args=(stop,), daemon=True)
    thread.start()
    assert second.session.connected.wait(30)
    stop.set()
    thread.join(30)
    sender = Sender(address(running.port), A)
    for place in range(1, 21):
        sender.deliver(topic(A, "events"), encode_batch(Batch(J, None, events(place, place))))
    until(
        lambda: ingester.execute("SELECT count(*) FROM event").fetchone() == (20,), "each batch, at its first sending"
    )
    sender.close()


def test_the_age_of_the_oldest_event_that_is_not_recorded_is_that_since_which_none_came(
    record: Record, ingester: psycopg.Connection, reader: psycopg.Connection
) -> None:
    states = StateIntake(VENUE, record.url(INGEST), address(1))

    def waiting(told: int) -> list[WaitingTable]:
        said = encode_state(LinkState("Window", journal=J, events=told))
        for leaf, payload in (("availability", b"online"), ("state", said)):
            states._record(ingester, [Arrival(topic(A, leaf), payload, 1, 1, 1)])

        async def read() -> list[WaitingTable]:
            async with await psycopg.AsyncConnection.connect(record.url(BOARD)) as connection:
                return await read_waiting(connection)

        with ThreadPoolExecutor(1) as thread:  # a browser of another test may have its loop in this one
            return thread.submit(asyncio.run, read()).result()

    send(ingester, *events(1, 3))
    assert waiting(3) == []
    [first] = waiting(5)
    assert (first.id, first.name) == (A, "Window")
    [later] = waiting(7)
    assert later.since == first.since, "it waits since the first of them"
    send(ingester, *events(4, 4))
    [moved] = waiting(7)
    assert moved.since > first.since, "rows move"
    send(ingester, *events(5, 7))
    assert waiting(7) == []
    now = first.since + timedelta(seconds=50)
    assert why_waiting([first], now) is None
    old = replace(first, since=datetime(2026, 3, 14, 22, 5, tzinfo=UTC))
    assert "since 14 Mar 2026, 22:05" in str(why_waiting([old], now)), "an earlier evening has its day"
    assert "Games of Window have not arrived since" in str(why_waiting([first], now + timedelta(seconds=20)))
    assert reader.execute("SELECT waiting_since FROM tray").fetchone() == (None,)


def test_messages_that_cannot_be_read_are_alarms_and_block_nothing(
    running: Running, ingester: psycopg.Connection
) -> None:
    sender = Sender(address(running.port), A)
    sender.deliver(topic(A, "events"), b"{")
    until(lambda: "not JSON" in alarms(ingester).get("message", ""), "the alarm")
    sender.deliver(topic(A, "state"), b"[]")
    until(lambda: "not a JSON object" in alarms(ingester).get("message", ""), "the alarm")
    future = encode_batch(Batch(J, None, events(1, 3))).replace(b'"version":1', b'"version":7')
    sender.deliver(topic(A, "events"), future)
    until(lambda: "version" in alarms(ingester).get("message", ""), "the alarm")
    sender.deliver(topic(A, "events"), encode_batch(Batch(J, None, events(1, 3))))
    until(lambda: ingester.execute("SELECT count(*) FROM event").fetchone() == (3,), "the good batch")
    sender.close()


def test_what_the_broker_kept_of_an_offline_table_does_not_change_when_it_was_seen(
    record: Record, ingester: psycopg.Connection
) -> None:
    states = StateIntake(VENUE, record.url(INGEST), address(1))

    def hear(payload: bytes, *, retained: bool, table: str = A) -> bool:
        before = ingester.execute("SELECT seen_at FROM tray WHERE table_id = %s", [table]).fetchone()
        states._record(ingester, [Arrival(topic(table, "availability"), payload, 1, 1, 1, retained)])
        return ingester.execute("SELECT seen_at FROM tray WHERE table_id = %s", [table]).fetchone() != before

    assert hear(b"online", retained=False)
    assert hear(b"offline", retained=False)
    assert not hear(b"offline", retained=True)
    assert not hear(b"online", retained=True)
    hear(b"offline", retained=True, table=B)
    assert ingester.execute("SELECT seen_at FROM tray WHERE table_id = %s", [B]).fetchone() == (None,)


def test_a_table_that_lost_its_power_with_the_broker_is_away_though_the_broker_says_that_it_is_there(
    record: Record, ingester: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = StateIntake(VENUE, record.url(INGEST), address(1))

    def hear(leaf: str, payload: bytes, table: str, *, retained: bool = False) -> None:
        states._record(ingester, [Arrival(topic(table, leaf), payload, 1, 1, 1, retained)])

    def there() -> list[tuple[bool]]:
        return ingester.execute("SELECT online FROM tray ORDER BY table_id").fetchall()

    for table in (A, B):
        hear("availability", b"online", table)
    ingester.execute("UPDATE tray SET seen_at = now() - interval '1 day'")  # the clock is set
    monkeypatch.setattr(states, "_next_look", 0.0)
    states._record(ingester, [])
    assert there() == [(True,), (True,)], "they were heard just now, whatever the clock says"
    monkeypatch.setattr(states, "_heard", dict.fromkeys((A, B), time.monotonic() - SILENT - 10))
    states._connected(ingester)  # the broker is back
    for table in (A, B):
        hear("availability", b"online", table, retained=True)
        hear("state", encode_state(LinkState("Window")), table, retained=True)
    assert there() == [(True,), (True,)], "they have time to show themselves"
    hear("state", encode_state(LinkState("Window")), B)
    monkeypatch.setattr(states, "_next_look", 0.0)
    states._record(ingester, [])
    assert there() == [(False,), (True,)]
    hear("state", encode_state(LinkState("Window")), A)
    assert there() == [(True,), (True,)], "a table that shows itself is there"


def test_a_huge_message_is_an_alarm_and_a_larger_one_ends_the_connection_alone(
    running: Running, ingester: psycopg.Connection
) -> None:
    sender = Sender(address(running.port), A)
    assert sender.deliver(topic(A, "events"), b" " * 400_000) == "Success"
    until(lambda: "400000" in alarms(ingester).get("message", ""), "the alarm")
    sender.publish(topic(A, "events"), b" " * (LARGEST_PACKET + 1))
    assert sender.ended == 1
    sender.close()
    other = Sender(address(running.port), B)
    assert other.publish(topic(B, "events"), encode_batch(Batch(J, None, events(1, 1)))) == "Success"
    until(lambda: ingester.execute("SELECT count(*) FROM event").fetchone() == (1,), "the good batch")
    other.close()


def test_a_table_with_its_password_writes_to_its_own_topics_only(
    running: Running, ingester: psycopg.Connection
) -> None:
    wrong = Sender(address(running.port), A, "wrong")
    assert wrong.connected == ["Not authorized"]
    wrong.close()
    others = (topic(B, "events"), topic(B, "state"), topic(A, "cursor"), topic(A, "events", "elsewhere"))
    for where in (*others, "quarterdeck/other"):
        sender = Sender(address(running.port), A)
        assert sender.publish(where, encode_batch(Batch(J, None, events(1, 3)))) == "Not authorized", where
        sender.close()  # some versions of the broker end the connection
    sender = Sender(address(running.port), A)
    assert sender.publish(topic(A, "events"), encode_batch(Batch(J, None, events(1, 1)))) == "Success"
    until(lambda: ingester.execute("SELECT count(*) FROM event").fetchone() == (1,), "its own batch")
    sender.close()


# certificates


@pytest.fixture
def encrypted(folder: Path) -> Iterator[tuple[Path, int, ScratchMosquitto, Authority]]:
    """A broker that asks for certificates: its folder and port, and the authority."""
    files, port, local = BrokerFiles(folder / "broker"), free_port(), free_port()
    try:
        authority = Authority(folder / "authority")
    except MissingProgram as error:
        skip_or_fail(error)
    authority.make(VENUE)
    certificate, key = authority.server(["localhost", "127.0.0.1"])
    (folder / "revoked.pem").write_text("".join(authority.client(B)), "ascii")
    authority.revoke(B)
    write_broker_files(
        files,
        {
            files.configuration: configuration(files, local_port=local, tls_port=port, open_port=None),
            files.rules: access_rules(VENUE),
            files.passwords: password_line(A, SECRET) + "\n",
            files.authority: authority.certificate,
            files.certificate: certificate,
            files.key: key,
            files.revoked: authority.revoked,
        },
    )
    with ScratchMosquitto(files.folder, port) as broker:
        yield folder, port, broker, authority


def with_certificate(folder: Path, port: int, authority: Authority, pem: str) -> BrokerAddress:
    (folder / "test-ca.pem").write_text(authority.certificate, "ascii")
    (folder / "test.pem").write_text(pem, "ascii")
    return BrokerAddress("127.0.0.1", port, authority=str(folder / "test-ca.pem"), certificate=str(folder / "test.pem"))


def test_a_certificate_says_which_table_it_is_and_neither_side_trusts_one_of_another_authority(
    encrypted: tuple[Path, int, ScratchMosquitto, Authority], tmp_path: Path
) -> None:
    folder, port, _broker, authority = encrypted
    stranger = Authority(tmp_path / "stranger")
    stranger.make(VENUE)
    for pem in ("".join(stranger.client(A)), (folder / "revoked.pem").read_text("ascii")):
        with pytest.raises((ssl.SSLError, ConnectionError, AssertionError)):
            connect(with_certificate(folder, port, authority, pem)).close()
    sender = connect(with_certificate(folder, port, authority, "".join(authority.client(A))))
    assert sender.publish(topic(A, "events"), b"{}") in ("Success", UNHEARD)
    assert sender.publish(topic(B, "events"), b"{}") == "Not authorized"
    sender.close()

    def greet(trusted: Authority) -> None:
        context = ssl.create_default_context(cadata=trusted.certificate)
        with socket.create_connection(("127.0.0.1", port), 10) as plain:
            context.wrap_socket(plain, server_hostname="localhost").close()

    greet(authority)
    with pytest.raises(ssl.SSLCertVerificationError):
        greet(stranger)


def connect(where: BrokerAddress) -> Sender:
    """Connect as table B by name; raise unless the broker accepts it."""
    sender = Sender(where, B)
    if sender.connected != ["Success"]:
        sender.close()
    assert sender.connected == ["Success"]
    return sender
