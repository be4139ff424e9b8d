"""Requests that can be read in two ways, sent as bytes to the real server: none gets past its door."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.api.conftest import SHIP, bridge_of
from tests.web.conftest import running
from web.http.server import Server

BODY = b'{"on": true}'
POST = b"POST /api/pause HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("strict")
    with bridge_of(folder, SHIP) as bridge, running(bridge.app) as server:
        yield server


def status_of(server: Server, request: bytes) -> int:
    with socket.create_connection((server.host, server.port), 10) as line:
        line.sendall(request)
        answer = b""
        while b"\r\n" not in answer and (more := line.recv(4096)):
            answer += more
    return int(answer.split()[1])


@pytest.mark.parametrize(
    "doubled",
    [
        b"Host: evil.example\r\n",
        b"host: localhost\r\n",
        LENGTH,
        b"Content-Length: 3\r\n",
        b"Transfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: identity\r\n",
        b"Content-Type: text/plain\r\n",
    ],
)
def test_a_header_that_decides_stands_there_once(server: Server, doubled: bytes) -> None:
    assert status_of(server, POST + LENGTH + b"\r\n" + BODY) == 403
    assert status_of(server, POST + LENGTH + doubled + b"\r\n" + BODY) == 400


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 17_000,
        POST + b"Content-Length: -1",
        POST + b"Content-Length: 5, 6",
        b"GET /\x00 HTTP/1.1\r\nHost: localhost",
        b"GET / HTTP/1.1",
    ],
)
def test_what_means_nothing_is_refused_and_the_next_is_answered(server: Server, head: bytes) -> None:
    assert 400 <= status_of(server, head + b"\r\n\r\n") < 500
    assert status_of(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") == 200


@pytest.mark.parametrize(
    "name", [b"Origin: http://localhost\r\n", b"Cookie: quarterdeck_helm=x\r\n", b"Sec-Fetch-Site: same-origin\r\n"]
)
def test_who_sends_it_is_said_once(server: Server, name: bytes) -> None:
    assert status_of(server, POST + LENGTH + name + b"\r\n" + BODY) == 403
    assert status_of(server, POST + LENGTH + name + name + b"\r\n" + BODY) == 400


def test_two_cookies_of_our_name_in_one_header_are_refused(server: Server) -> None:
    cookies = b"Cookie: quarterdeck_helm=x; other=1; quarterdeck_helm=y\r\n"
    assert status_of(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + cookies + b"\r\n") == 400
    others = b"Cookie: a=1; a=2; b=quarterdeck_helm=y\r\n"
    assert status_of(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + others + b"\r\n") == 200


def test_a_body_in_chunks_is_taken_but_not_from_a_client_that_has_none(server: Server) -> None:
    assert status_of(server, POST + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKS) == 403
    old = POST.replace(b"HTTP/1.1", b"HTTP/1.0")
    assert status_of(server, old + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKS) == 400


@pytest.mark.parametrize(
    ("target", "status"),
    [
        (b"/api/state", 200),
        (b"http://localhost/api/state", 200),
        (b"HTTP://LOCALHOST/api/state", 200),
        (b"http://other/api/state", 400),
        (b"http://localhost:8001/api/state", 400),
        (b"http://user@localhost/api/state", 400),
        (b"http://localhost.evil.example/api/state", 400),
        (b"ftp://localhost/api/state", 400),
        (b"http:///api/state", 400),
        (b"http://[/api/state", 400),
    ],
)
def test_a_target_for_another_host_is_refused(server: Server, target: bytes, status: int) -> None:
    assert status_of(server, b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n") == status
