"""Server-sent events, over a real server."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.web import moments
from tests.web.conftest import Serve, until
from tests.web.scripted import ScriptedTable
from web.http.server import Server
from web.live.sse import BEAT, event

Event = dict[str, str]


@contextmanager
def listening(server: Server) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection(server.host, server.port, timeout=10)) as connection:
        connection.request("GET", "/stream")
        with closing(connection.getresponse()) as response:
            yield response


def next_event(response: http.client.HTTPResponse) -> Event | None:
    """The next event, its lines of data joined; None at the end of the stream."""
    fields: dict[str, list[str]] = {}
    while line := response.readline().decode():
        if line == "\n":
            return {name: "\n".join(values) for name, values in fields.items()}
        name, _, value = line.rstrip("\n").partition(":")
        fields.setdefault(name, []).append(value.removeprefix(" "))
    return None


def next_moment(response: http.client.HTTPResponse) -> Event | None:
    """The next event that is not a beat."""
    while (one := next_event(response)) == {"event": "beat", "data": ""}:
        pass
    return one


def streams_of(server: Server) -> int:
    with closing(http.client.HTTPConnection(server.host, server.port, timeout=10)) as connection:
        connection.request("GET", "/healthz")
        with closing(connection.getresponse()) as response:
            return int(json.load(response)["streams"])


def test_a_stream_begins_with_the_table_as_it_is(serve: Serve) -> None:
    with listening(serve()) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.headers["Cache-Control"] == "no-store"
        first = next_event(stream)
    assert first is not None
    assert (first["id"], first["event"]) == ("one:1", "table")
    assert first["data"].startswith("<main")
    assert moments.WAITING.prompt in first["data"]


def test_the_next_moment_follows_at_once_and_once(serve: Serve, table: ScriptedTable) -> None:
    with listening(serve()) as stream:
        next_event(stream)
        table.show(moments.SHOWN)
        second = next_moment(stream)
        table.show(moments.HELD)
        third = next_moment(stream)
    assert second is not None
    assert third is not None
    assert [second["id"], third["id"]] == ["one:2", "one:3"]
    assert moments.SHOWN.prompt in second["data"]


def test_a_silent_table_still_beats(serve: Serve) -> None:
    with listening(serve(heartbeat=0.05)) as stream:
        next_event(stream)
        assert next_event(stream) == {"event": "beat", "data": ""}
        assert next_event(stream) == {"event": "beat", "data": ""}


def test_a_page_that_leaves_gives_its_place_back(serve: Serve) -> None:
    server = serve(max_streams=1, own_streams=0)
    with listening(server) as first:
        next_event(first)
        assert streams_of(server) == 1
    until(lambda: streams_of(server) == 0)
    with listening(server) as second:
        assert second.status == 200


def test_a_question_for_the_headers_alone_takes_no_place(serve: Serve) -> None:
    server = serve(max_streams=1, own_streams=0)
    with closing(http.client.HTTPConnection(server.host, server.port, timeout=10)) as connection:
        connection.request("HEAD", "/stream")
        with closing(connection.getresponse()) as response:
            assert response.status == 200
    until(lambda: streams_of(server) == 0)


def test_streams_end_when_the_server_closes(serve: Serve) -> None:
    server = serve()
    with listening(server) as stream:
        next_event(stream)
        server.close()
        assert next_moment(stream) is None


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\rb"])
def test_every_line_break_starts_a_line_of_data(text: str) -> None:
    assert event("table", moments.WAITING, text) == b"id: one:1\nevent: table\ndata: a\ndata: b\n\n"


def test_a_beat_is_an_event_that_pages_can_hear() -> None:
    assert BEAT == b"event: beat\ndata:\n\n"
