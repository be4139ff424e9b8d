"""The table live as JSON, over a real server."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.web import moments
from tests.web.api.contract import is_valid
from tests.web.conftest import Serve, until
from tests.web.live.test_sse import next_event, next_moment, streams_of
from tests.web.scripted import ScriptedTable
from web.http.server import Server


@contextmanager
def listening(server: Server, **headers: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection(server.host, server.port, timeout=30)) as connection:
        connection.request("GET", "/api/events", headers=headers)
        with closing(connection.getresponse()) as response:
            yield response


def test_it_begins_with_the_table_as_it_is_and_tells_each_moment(serve: Serve, table: ScriptedTable) -> None:
    with listening(serve()) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        first = next_event(stream)
        table.show(moments.SHOWN)
        second = next_moment(stream)
    assert first is not None
    assert second is not None
    assert [(one["event"], one["id"]) for one in (first, second)] == [("state", "one:1"), ("state", "one:2")]
    told = json.loads(second["data"])
    assert is_valid("State", told)
    assert told["prompt"] == moments.SHOWN.prompt


def test_who_comes_back_is_told_the_table_as_it_is_whatever_was_missed(serve: Serve, table: ScriptedTable) -> None:
    server = serve()
    with listening(server) as stream:
        next_event(stream)
    for moment in (moments.SHOWN, moments.HELD, moments.CARGO):
        table.show(moment)
    with listening(server, **{"Last-Event-ID": "one:1"}) as stream:
        again = next_event(stream)
    assert again is not None
    assert again["id"] == "one:4"
    assert json.loads(again["data"])["prompt"] == moments.CARGO.prompt


def test_pages_and_other_clients_share_the_places_and_one_too_many_is_told_when_to_ask_again(serve: Serve) -> None:
    server = serve(max_streams=1, own_streams=0)
    with closing(http.client.HTTPConnection(server.host, server.port, timeout=30)) as page:
        page.request("GET", "/stream")
        with closing(page.getresponse()) as followed:
            assert next_event(followed)
            with listening(server) as second:
                assert second.status == 503
                assert int(second.headers["Retry-After"]) > 0
                refusal = json.loads(second.read())
    assert refusal["code"] == "full"
    assert is_valid("Error", refusal)
    until(lambda: streams_of(server) == 0, 30)
