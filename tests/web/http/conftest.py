"""Clients of a real server, each from a loopback address of its own."""

import http.client
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from web.http.server import Server

ONE, OTHER, THIRD = "127.0.0.11", "127.0.0.12", "127.0.0.13"
"""Addresses of guests."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(server: Server, path: str, address: str, **headers: str) -> Answer:
    with closing(http.client.HTTPConnection(server.host, server.port, 30, (address, 0))) as connection:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        with closing(connection.getresponse()) as answer:
            return Answer(answer.status, answer.headers, answer.read())


@contextmanager
def connected(server: Server, address: str, first: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection((server.host, server.port), 30, (address, 0)) as connection:
        connection.sendall(first)
        yield connection


def ended(connection: socket.socket) -> bool:
    """Whether the server ends the connection without a word; waits for it."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def turned_away(server: Server, address: str) -> bool:
    """Whether a new connection from there is ended at once."""
    try:
        with connected(server, address) as connection:
            return ended(connection)
    except ConnectionError:
        return True


def is_open(connection: socket.socket) -> bool:
    """Whether the connection is open now, and nothing came."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) != b"" and False
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    finally:
        connection.settimeout(30)


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.WARNING):
        yield
    assert [record.getMessage() for record in caplog.records] == []
