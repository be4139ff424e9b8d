"""Connections that are taken in, kept and dropped, by a real server on loopback."""

import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest
from flask import request

from tests.web.conftest import running, until
from tests.web.http.conftest import ONE, OTHER, THIRD, ask, connected, ended, is_open, turned_away
from tests.web.scripted import ScriptedTable
from tests.web.test_load import ROOT
from web.access.visitor import visitor_of
from web.app import create_app
from web.http import listener
from web.http.limits import Limits, Rate
from web.http.server import Server, create_server
from web.live.safe_mode import create_safe_app

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = b"POST /api/helm HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(params=["table", "safe mode"])
def server(request: pytest.FixtureRequest, table: ScriptedTable) -> Iterator[Server]:
    """Few connections of guests: three of one address, six in all. The page of safe mode is protected alike."""
    app = create_app(table) if request.param == "table" else create_safe_app("The disk is full.", ["Make room."])
    limits = Limits(waiting_each=3, waiting=6, own_waiting=4, opened=Rate(0.001, 12))
    with running(app, limits=limits) as server:
        yield server


def test_silent_connections_of_one_address_are_dropped_oldest_first(server: Server) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(connected(server, ONE)) for _ in range(5)]
        assert [ended(one) for one in silent[:2]] == [True, True]
        assert ask(server, "/healthz", OTHER).status == 200
        assert [is_open(one) for one in silent[2:]] == [True, True, True]


def test_guests_take_no_place_of_this_machine(server: Server) -> None:
    with ExitStack() as stack:
        own = [stack.enter_context(connected(server, "127.0.0.1")) for _ in range(4)]
        for number in range(12):
            stack.enter_context(connected(server, f"127.0.0.{21 + number}"))
        assert ask(server, "/healthz", OTHER).status == 200
        assert [is_open(one) for one in own] == [True] * 4


def test_an_address_that_connects_too_often_is_turned_away_at_once(server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(connected(server, ONE))
        assert turned_away(server, ONE)
        assert ask(server, "/healthz", OTHER).status == 200


def test_a_connection_that_asked_waits_as_the_youngest(server: Server) -> None:
    with ExitStack() as stack:
        first, second, _ = (stack.enter_context(connected(server, ONE)) for _ in range(3))
        first.sendall(GET)
        answer = b""
        while b"}" not in answer:
            answer += first.recv(4096)
        until(lambda: is_open(first))
        fourth = stack.enter_context(connected(server, ONE))
        assert ended(second)
        assert [is_open(first), is_open(fourth)] == [True, True]


@pytest.mark.parametrize(
    ("sent", "limits"),
    [
        (b"", Limits(first_byte=0.1)),
        (b"\r\n\r\n", Limits(first_byte=0.1)),
        (b"GET / HTTP/1.1\r\nHost: ", Limits(head=0.1)),
        (HEAD, Limits(head=0.0, body=0.1)),
        (HEAD + b"1234", Limits(head=0.0, body=0.1)),
    ],
)
def test_a_client_that_takes_its_time_is_dropped(
    table: ScriptedTable, monkeypatch: pytest.MonkeyPatch, sent: bytes, limits: Limits
) -> None:
    monkeypatch.setattr(listener, "LOOK", 0.05)
    with running(create_app(table), limits=limits) as server, connected(server, ONE, sent) as slow:
        assert ended(slow)
        assert ask(server, "/healthz", ONE).status == 200


def test_a_byte_now_and_then_wins_no_time(table: ScriptedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "LOOK", 0.05)
    with running(create_app(table), limits=Limits(head=0.3)) as server, connected(server, ONE, b"GET / ") as slow:
        slow.settimeout(0.05)
        for _ in range(200):
            try:
                slow.sendall(b"x")
                if slow.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("the head may grow for ever")


def test_an_idle_connection_is_dropped_after_its_time(table: ScriptedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "LOOK", 0.05)
    with running(create_app(table), limits=Limits(idle=0.1)) as server, connected(server, ONE, GET) as idle:
        while idle.recv(4096):
            pass


@contextmanager
def deaf(server: Server) -> Iterator[socket.socket]:
    """A client that does not read its stream."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((ONE, 0))
        connection.connect((server.host, server.port))
        connection.sendall(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: streams(server) == 1)
        yield connection


def streams(server: Server) -> int:
    return int(ask(server, "/healthz", "127.0.0.1").json["streams"])


def test_a_stream_that_nobody_reads_is_ended(monkeypatch: pytest.MonkeyPatch, table: ScriptedTable) -> None:
    monkeypatch.setattr(listener, "LOOK", 0.05)
    with running(create_app(table), limits=Limits(stall=0.2)) as server, deaf(server):

        def gone() -> bool:
            table.show(table.snapshot())
            return streams(server) == 0

        until(gone, 30)


def test_a_server_stops_although_nobody_reads_its_stream(table: ScriptedTable) -> None:
    with running(create_app(table)) as server, deaf(server):
        for _ in range(200):
            table.show(table.snapshot())
            ask(server, "/healthz", "127.0.0.1")
        assert streams(server) == 1


def test_urgent_data_ends_the_connection_and_is_not_logged(table: ScriptedTable) -> None:
    with running(create_app(table)) as server, connected(server, ONE) as urgent:
        urgent.send(b"!", socket.MSG_OOB)
        assert ended(urgent)


def test_a_client_that_asks_ahead_gets_one_answer(table: ScriptedTable) -> None:
    with running(create_app(table)) as server, connected(server, ONE, 50 * GET) as ahead:
        told = b""
        try:
            while data := ahead.recv(4096):
                told += data
        except ConnectionError:
            pass
        assert told.count(b"HTTP/1.1 200 OK") == 1
        assert b"Connection: close" in told


def test_a_client_may_ask_again_as_soon_as_it_has_its_answer(table: ScriptedTable) -> None:
    with running(create_app(table)) as server, connected(server, ONE) as steady:
        for _ in range(200):
            steady.sendall(GET)
            told = b""
            while not told.endswith(b"}\n"):
                told += steady.recv(4096) or pytest.fail("the connection ended")
            assert told.startswith(b"HTTP/1.1 200")


def test_a_client_that_breaks_off_is_not_logged(table: ScriptedTable) -> None:
    with running(create_app(table)) as server:
        for sent in (b"", b"GET /", GET, b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n", HEAD):
            for _ in range(20):
                with connected(server, ONE, sent) as broken:
                    broken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, listener.RESET)
        until(lambda: ask(server, "/healthz", OTHER).json["streams"] == 0)


def test_a_connection_that_is_closed_in_the_middle_of_a_round_is_not_logged(table: ScriptedTable) -> None:
    server = create_server(create_app(table), "127.0.0.1", 0, threads=0)
    with connected(server, ONE):
        server._server.handle_accept()
        (channel,) = server._server.active_channels.values()
        channel.handle_read_event()  # nothing came
        assert channel.connected
        channel.write_soon(b"x" * 1_000_000)
        channel.handle_close()
        channel.handle_write_event()
    server.close()


def test_where_no_more_files_may_be_opened_the_waiting_are_dropped() -> None:
    command = ["sh", "-c", f"ulimit -n 48; exec {sys.executable} -m tests.web.restless 0.2"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with ExitStack() as stack:
            for number in range(120):
                one = stack.enter_context(closing(socket.socket()))
                one.bind((f"127.0.0.{20 + number}", 0))
                one.connect(("127.0.0.1", port))
            with socket.create_connection(("127.0.0.1", port), 30, (OTHER, 0)) as newcomer:
                newcomer.sendall(GET)
                assert newcomer.recv(64).startswith(b"HTTP/1.1 200")
        process.terminate()
        assert process.communicate(timeout=30)[1] == ""


def test_what_was_refused_is_logged_in_one_line(
    table: ScriptedTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(listener, "TOLD", 0.2)
    with caplog.at_level(logging.WARNING), running(create_app(table), limits=Limits(opened=Rate(0.001, 1))) as server:
        with connected(server, ONE):
            assert all(turned_away(server, ONE) for _ in range(4))
        until(lambda: ask(server, "/healthz", "127.0.0.1").status == 200 and bool(caplog.records))
    assert [record.args[2] for record in caplog.records if isinstance(record.args, tuple)] == [ONE]
    assert THIRD not in caplog.text
    caplog.clear()


def test_the_page_knows_which_address_of_the_machine_a_client_reached(table: ScriptedTable) -> None:
    app = create_app(table)
    app.get("/here")(lambda: visitor_of(request.environ).here)
    with running(app) as server:
        assert ask(server, "/here", ONE).body == b"127.0.0.1"
        assert ask(server, "/here", "127.0.0.1").body == b"127.0.0.1"
        assert ask(server, "/here", "127.0.0.1", X_Forwarded_For="192.0.2.9").body == b""
