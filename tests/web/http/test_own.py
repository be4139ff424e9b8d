"""The table's own beside guests that take all they can, and what guests are told."""

import http.client
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import is_valid
from tests.web.conftest import running
from tests.web.http.conftest import ONE, OTHER, THIRD, ask, connected
from tests.web.http.witnesses import GUEST, HELM, HelmPhone, first_event
from web.access.guard import COOKIE
from web.http.limits import Limits, Rate
from web.http.server import Server

GET = b"GET %b HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n\r\n"


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP) as bridge:
        yield bridge


@pytest.fixture
def server(bridge: Bridge) -> Iterator[Server]:
    """Guests may ask three times, and there are two streams for them."""
    with running(bridge.app, limits=Limits(requests=Rate(0.001, 3))) as server:
        yield server


def cookie_of(bridge: Bridge) -> str:
    cookie = bridge.hand().cookie
    return f"{COOKIE}={cookie}"


@contextmanager
def stream(server: Server, address: str, **headers: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection(server.host, server.port, 30, (address, 0))) as connection:
        connection.request("GET", "/stream", headers=headers)
        with closing(connection.getresponse()) as answer:
            yield answer


def test_beside_guests_that_take_all_they_can_the_others_are_answered(bridge: Bridge) -> None:
    with running(bridge.app) as server, ExitStack() as stack:
        phone = HelmPhone(server.port, bridge.code())
        for first in (b"", b"GET / HTTP/1.1\r\nHost: ", GET % b"/stream", 9 * (GET % b"/api/openapi.json")):
            for number in range(150):
                with suppress(ConnectionError):
                    stack.enter_context(connected(server, f"127.0.0.{20 + number % 5}", first))
            phone.play()
            assert ask(server, "/", GUEST).status == 200
            assert len(server._server.active_channels) < Limits().waiting + 150
        first_event(HELM, server.port, phone.cookie)


def test_a_guest_that_asks_too_often_is_told_when_to_come_back(server: Server) -> None:
    assert [ask(server, "/healthz", ONE).status for _ in range(3)] == [200] * 3
    program = ask(server, "/api/state", ONE, Accept_Language="de")
    assert (program.status, program.json["code"]) == (429, "too_many_requests")
    assert program.json["why"] == "Zu viele Anfragen aus diesem Netz: Warte einen Moment."
    assert is_valid("Error", program.json)
    assert int(program.headers["Retry-After"]) > 0
    assert program.headers["Connection"] == "close"
    page = ask(server, "/", ONE)
    assert (page.status, page.headers["Content-Type"]) == (429, "text/html; charset=utf-8")
    assert b"Too many requests from this network: wait a moment." in page.body
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert ask(server, "/healthz", OTHER).status == 200


def test_a_phone_at_the_helm_and_this_machine_ask_as_often_as_they_like(server: Server, bridge: Bridge) -> None:
    cookie = cookie_of(bridge)
    for _ in range(5):
        ask(server, "/healthz", ONE)
    assert [ask(server, "/api/state", ONE, Cookie=cookie).status for _ in range(5)] == [200] * 5
    assert [ask(server, "/api/state", "127.0.0.1").status for _ in range(5)] == [200] * 5


@pytest.mark.parametrize("forged", ["x", "a" * 4000, "e30.aaaaaa.bbbbbb", "%00", "\xff"])
def test_a_forged_cookie_wins_nothing(server: Server, bridge: Bridge, forged: str) -> None:
    bridge.hand()
    statuses = [ask(server, "/healthz", ONE, Cookie=f"{COOKIE}={forged}").status for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_a_cookie_whose_place_was_given_back_wins_nothing(server: Server, bridge: Bridge) -> None:
    hand = bridge.hand()
    cookie = hand.cookie
    hand.post("/api/helm/return", json={})
    statuses = [ask(server, "/healthz", ONE, Cookie=f"{COOKIE}={cookie}").status for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_who_comes_through_a_proxy_on_this_machine_is_a_guest_of_its_own_address(server: Server) -> None:
    def through_proxy(client: str) -> int:
        return ask(server, "/healthz", "127.0.0.1", X_Forwarded_For=f"8.8.8.8, {client}").status

    assert [through_proxy("10.0.0.1") for _ in range(4)] == [200, 200, 200, 429]
    assert through_proxy("10.0.0.2") == 200
    assert ask(server, "/healthz", "127.0.0.1").status == 200


def test_nobody_but_a_proxy_on_this_machine_may_speak_for_others(server: Server) -> None:
    statuses = [ask(server, "/healthz", ONE, X_Forwarded_For=f"10.0.0.{number}").status for number in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_the_tables_own_find_a_stream_where_guests_have_taken_theirs(server: Server, bridge: Bridge) -> None:
    cookie, screen = cookie_of(bridge), bridge.looker()
    assert screen.post("/api/screens", json={"code": bridge.codes.new("terminal", "screen")}).status_code == 200
    with ExitStack() as stack:
        guests = [stack.enter_context(stream(server, address)) for address in (ONE, OTHER)]
        assert [one.status for one in guests] == [200, 200]
        refused = stack.enter_context(stream(server, THIRD))
        assert (refused.status, int(refused.headers["Retry-After"]) > 0) == (503, True)
        own = [stack.enter_context(stream(server, address, Cookie=cookie)) for address in (ONE, THIRD)]
        own.append(stack.enter_context(stream(server, THIRD, Cookie=f"{COOKIE}={screen.cookie}")))
        assert [one.status for one in (*own, stack.enter_context(stream(server, "127.0.0.1")))] == [200] * 4
