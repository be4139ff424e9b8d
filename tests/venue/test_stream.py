"""The event streams of the board: framing, readers that do not keep up, and a database that restarts."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from engine.link_protocol import LinkState
from tests.venue.conftest import Record
from tests.venue.site import BoardServer, settings_of, until
from tests.venue.test_ingest import A
from venue.board import feed
from venue.board.feed import BoardChange, Feed
from venue.board.stream import BACKLOG, MOST_CONNECTIONS, framed
from venue.record.live import Sign, show

PLAIN, CHUNKED = "1.0", "1.1"


@pytest.fixture
def board(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardServer]:
    monkeypatch.setattr(feed, "PAUSE", 0.1)
    with BoardServer(settings_of(record, tmp_path)) as server:
        yield server


def following(board: BoardServer, version: str, method: str = "GET") -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(20)
    made.connect(("127.0.0.1", board.port))
    made.sendall(f"{method} /stream HTTP/{version}\r\nHost: localhost\r\n\r\n".encode())
    return made


def heard(connection: socket.socket, what: bytes) -> bytes:
    data = b""
    while what not in data:
        more = connection.recv(65536)
        assert more, data[-500:]
        data += more
    return data


@pytest.mark.parametrize("version", [PLAIN, CHUNKED])
def test_messages_are_framed_as_the_version_of_http_wants_it(
    board: BoardServer, ingester: psycopg.Connection, version: str
) -> None:
    with following(board, version) as connection:
        data = heard(connection, b"event: health")
        show(ingester, {A: Sign(LinkState("Window"), True)})
        data += heard(connection, b"\n\n")
        head, _, body = data.partition(b"\r\n\r\n")
        assert b"text/event-stream" in head
        assert b"Content-Security-Policy".lower() in head.lower()
        assert (b"transfer-encoding: chunked" in head.lower()) == (version == CHUNKED)
        assert body.startswith(b"event: ") == (version == PLAIN)
    assert framed(b"x" * 26, chunked=True) == b"1a\r\n" + b"x" * 26 + b"\r\n"


def test_a_question_for_the_headers_alone_ends(board: BoardServer) -> None:
    with following(board, CHUNKED, "HEAD") as connection:
        assert heard(connection, b"\r\n\r\n").startswith(b"HTTP/1.1 200")
        connection.sendall(b"HEAD /stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        heard(connection, b"\r\n\r\n")
        assert connection.recv(10) == b""


def test_a_reader_that_does_not_keep_up_is_cut_off_and_no_other(board: BoardServer) -> None:
    served = board.app.state.feed
    served.render = lambda _change, _language: b"event: x\ndata: " + b"x" * 20_000 + b"\n\n"
    with following(board, CHUNKED) as slow, following(board, CHUNKED) as quick:
        heard(quick, b"\r\n\r\n")
        heard(slow, b"\r\n\r\n")
        until(lambda: served.streams == 2, "both follow")
        loop = board.loop
        for _change in range(400):  # the system's own buffers take some hundred kilobytes
            loop.call_soon_threadsafe(served._send, BoardChange(health=True))
            heard(quick, b"x\n\n")
            if served.streams == 1:
                break
        until(lambda: served.streams == 1, "the slow one is cut off")
        loop.call_soon_threadsafe(served._send, BoardChange(health=True))
        heard(quick, b"x\n\n")
    assert BACKLOG < 1 << 20
    until(lambda: served.streams == 0, "both are gone")


def test_a_page_follows_on_after_the_database_was_restarted(
    board: BoardServer, record: Record, ingester: psycopg.Connection
) -> None:
    with following(board, CHUNKED) as connection:
        heard(connection, b"event: health")
        with psycopg.connect(record.url("admin"), autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND usename = %s",
                [record.name, "quarterdeck_board"],
            )
        heard(connection, b"can")  # the record can't be read
        show(ingester, {A: Sign(LinkState("Window"), True)})
        heard(connection, b"tile-" + A.encode())


@pytest.mark.parametrize("fails", [False, True])
def test_a_feed_that_ends_has_closed_what_it_listened_to(monkeypatch: pytest.MonkeyPatch, fails: bool) -> None:
    closed = []

    async def listen(_feed: Feed) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            for _turn in range(10):  # a connection takes some turns of the loop to close
                await asyncio.sleep(0)
            closed.append(True)

    async def beat(_feed: Feed) -> None:
        if fails:
            raise RuntimeError("a bad day")
        await asyncio.Event().wait()

    async def begin_and_end() -> None:
        running = asyncio.create_task(Feed("").run())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if not fails:
            running.cancel()
        with pytest.raises(RuntimeError if fails else asyncio.CancelledError):
            await running
        assert closed == [True]

    monkeypatch.setattr(Feed, "_listen", listen)
    monkeypatch.setattr(Feed, "_beat", beat)
    with ThreadPoolExecutor() as threads:  # a browser of another test may have left this thread a running loop
        threads.submit(asyncio.run, begin_and_end()).result()


def opened(board: BoardServer, source: str, data: bytes) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", board.port), 20, source_address=(source, 0))
    made.sendall(data)
    return made


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return not connection.recv(65536)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "said", [b"", b"GET / HT", b"POST /night/enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"]
)
def test_connections_that_say_nothing_keep_nobody_out_and_end(board: BoardServer, said: bytes) -> None:
    guest, other = "127.0.0.2", "127.0.0.3"
    with contextlib.ExitStack() as opens:
        neighbour = opens.enter_context(opened(board, other, said))
        follows = opens.enter_context(opened(board, guest, b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        heard(follows, b"event: health")
        many = [opens.enter_context(opened(board, guest, said)) for _one in range(MOST_CONNECTIONS + 20)]
        until(lambda: sum(map(is_closed, many)) >= 21, "the oldest of that address are closed")
        assert not is_closed(many[-1])
        assert not is_closed(neighbour)
        assert board.ask("/healthz")[0] == 200
        until(
            lambda: all(map(is_closed, [*many, neighbour])), "a request is waited for no longer than the next one", 20
        )
        assert not is_closed(follows), "a stream lasts"


def test_a_request_that_ends_in_its_middle_and_a_host_that_is_none_are_no_errors(
    board: BoardServer, caplog: pytest.LogCaptureFixture
) -> None:
    opened(board, "127.0.0.1", b"POST /night/enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nna").close()
    with opened(board, "127.0.0.1", b"GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n") as connection:
        assert heard(connection, b"Unknown address").startswith(b"HTTP/1.1 400")
    assert board.ask("/night")[0] == 200
    assert caplog.text == ""
