"""Streams that are taken and left."""

import http.client
import json
import socket
from contextlib import closing

import pytest

from tests.web import moments
from tests.web.conftest import running
from tests.web.scripted import ScriptedTable
from web.app import create_app


def test_streams_that_break_off_in_the_middle_give_their_places_back(table: ScriptedTable) -> None:
    with running(create_app(table, heartbeat=0.05, max_streams=4)) as server:
        for _ in range(12):
            crowd = [socket.create_connection((server.host, server.port), 30) for _ in range(4)]
            for one in crowd:
                one.sendall(b"GET /stream HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: " + b"9" * 500 + b":x\r\n\r\n")
                assert b"200 OK" in one.recv(4096)
            for one in crowd:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # gone without a word
                one.close()
            table.show(moments.CARGO)
            for _ in range(1000):
                with closing(http.client.HTTPConnection(server.host, server.port, timeout=30)) as asking:
                    asking.request("GET", "/healthz")
                    if json.load(asking.getresponse())["streams"] == 0:
                        break
            else:
                pytest.fail("a place was not given back")
