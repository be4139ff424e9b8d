"""What a server counts, against what is there: connections, requests and answers in random orders, on one thread."""

import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from waitress import wasyncore

from tests.web.http.conftest import ONE, OTHER, THIRD
from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.limits import Limits
from web.http.server import create_server

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
GUESTS = (ONE, OTHER, THIRD)
FEW = Limits(waiting_each=3, waiting=5, own_waiting=2, at_work=2, line_each=3, line=4)


class ByHand:
    """A server whose loop, threads and clients do nothing by themselves."""

    def __init__(self, app: Flask) -> None:
        self.server = create_server(app, "127.0.0.1", 0, threads=0, limits=FEW)
        self.inner = self.server._server
        self.clients: list[socket.socket] = []
        self.ending: list[Callable[[], None]] = []
        """Answers that are sent, but whose threads have not told the server so."""
        self._answered = self.inner.answered
        self.inner.answered = lambda *which: self.ending.append(partial(self._answered, *which))  # type: ignore[method-assign]

    def connect(self, number: int) -> None:
        address = ("127.0.0.1", *GUESTS)[number % 4]
        client = socket.create_connection((self.server.host, self.server.port), 5, (address, 0))
        client.setblocking(False)
        self.clients.append(client)

    def ask(self, number: int) -> None:
        if self.clients:
            try:
                self.clients[number % len(self.clients)].send(GET)
            except OSError:  # the server ended it
                self.leave(number)

    def leave(self, number: int) -> None:
        if self.clients:
            self.clients.pop(number % len(self.clients)).close()

    def answer(self) -> None:
        if self.inner.task_dispatcher.queue:
            self.inner.task_dispatcher.queue.popleft().service()

    def end_answer(self, number: int) -> None:
        if self.ending:
            self.ending.pop(number % len(self.ending))()

    def turn(self) -> None:
        wasyncore.loop(timeout=0, use_poll=True, map=self.server._sockets, count=1)
        self.inner.tidy()

    def rest(self) -> None:
        for _ in range(200):
            self.turn()
            self.answer()
            self.end_answer(0)

    def counted(self) -> list[Any]:
        return [one for kind in (self.inner._guests, self.inner._owns) for those in kind.values() for one in those]

    def check(self) -> None:
        """What is counted is there, once, and within its limits."""
        counted = self.counted()
        assert len(counted) == len(set(counted)) == self.inner._guests.count + self.inner._owns.count
        assert set(counted) <= {one for one in self.inner.active_channels.values() if not one.requests}
        assert self.inner._guests.count <= FEW.waiting
        assert all(len(those) <= FEW.waiting_each for those in self.inner._guests.values())
        work = self.inner.task_dispatcher
        assert {one.visitor for one in work.queue if not one.visitor.own} <= work._at_work
        assert len(work._at_work) <= FEW.at_work
        assert all(sum(not one.visitor.refusal for one in line) <= FEW.line_each for line in work._lines.values())


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(ScriptedTable(WAITING))


STEP = st.tuples(st.sampled_from(["connect", "ask", "leave", "answer", "end", "turn"]), st.integers(0, 11))


@settings(max_examples=25, deadline=None)
@given(st.lists(STEP, min_size=20, max_size=80))
def test_what_is_counted_is_what_is_there(app: Flask, steps: list[tuple[str, int]]) -> None:
    table = ByHand(app)
    try:
        for step, number in steps:
            match step:
                case "connect":
                    table.connect(number)
                case "ask":
                    table.ask(number)
                case "leave":
                    table.leave(number)
                case "answer":
                    table.answer()
                case "end":
                    table.end_answer(number)
                case "turn":
                    table.turn()
            table.check()
        table.rest()
        table.check()
        assert set(table.counted()) == set(table.inner.active_channels.values())
        assert not table.inner.task_dispatcher._at_work
        while table.clients:
            table.leave(0)
        table.rest()
        assert (table.counted(), dict(table.inner.active_channels)) == ([], {})
    finally:
        for client in table.clients:
            client.close()
        table.server.close()


def test_of_one_address_only_so_many_wait_for_an_answer(app: Flask) -> None:
    table = ByHand(app)
    try:
        for number in range(8):
            table.connect(1)
            table.turn()
            table.ask(number)
            table.turn()
            table.check()
        assert len(table.inner.task_dispatcher._lines[ONE]) > FEW.line_each, "some were refused"
    finally:
        for client in table.clients:
            client.close()
        table.server.close()
