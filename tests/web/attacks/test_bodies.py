"""Bodies that mean two things, go on without end, or are deeper than anybody can read."""

import json
import socket
import uuid
from itertools import product

import pytest

from tests.web.api.conftest import Bridge
from tests.web.attacks.conftest import code_of, moment
from tests.web.conftest import running
from tests.web.scripted import ScriptedTable
from web.app import create_app


def test_a_field_that_is_given_twice_is_refused(bridge: Bridge) -> None:
    body = json.dumps({"on": True, "key": "a-key-of-its-own", **moment(bridge)}).replace("{", '{"on": false, ', 1)
    answer = bridge.hand().post("/api/pause", data=body, content_type="application/json")
    assert code_of(answer) == (400, "bad_request")
    assert bridge.table.board.snapshot().mode != "paused"


def test_a_number_that_is_none_is_a_sentence(bridge: Bridge) -> None:
    hand, said = bridge.hand(), {"do": "ante", "chips": 1, "key": "a-key-of-its-own", **moment(bridge)}
    numbers = ("9" * 400, "1e400", "-1", "1.5", "NaN", "Infinity", "-Infinity", "true", "1e15", '"1"', "[1]")
    for field, number in product(("revision", "chips"), numbers):
        body = json.dumps(said | {field: "HERE"}).replace('"HERE"', number)
        answer = hand.post("/api/moves", data=body, content_type="application/json")
        assert answer.status_code in (400, 409, 422), (field, number)
        assert len((answer.json or {})["why"]) < 300


def test_options_may_be_as_deep_as_they_like(bridge: Bridge) -> None:
    hand = bridge.hand()
    said = {"preset": "rounds", "players": ["A", "B"], "options": "HERE", "key": uuid.uuid4().hex, **moment(bridge)}
    for deep, (opens, closes) in product((50, 400, 900, 5000), (("[", "]"), ('{"a":', "}"))):
        nest = opens * deep + "1" + closes * deep
        for options in (f'{{"labels": {nest}}}', f'{{"rolls": {nest}}}', f'{{"sequences": {nest}}}', nest):
            body = json.dumps(said).replace('"HERE"', options)
            answer = hand.post("/api/games", data=body, content_type="application/json")
            assert answer.status_code in (400, 422), options[:40]
            assert len((answer.json or {})["why"]) < 400
        odds = hand.get("/helm/games/odds", query_string={"preset": "rounds", "options": nest})
        assert odds.status_code in (200, 400)
    assert bridge.table.board.snapshot().state.players == ("Mia", "Jonas")


def test_words_of_the_bar_are_not_as_long_as_a_book(bridge: Bridge) -> None:
    answer = bridge.ask(
        bridge.hand(), "/api/games", preset="rounds", players=["A", "B"], options={"labels": {"ship": "x" * 50_000}}
    )
    assert code_of(answer) == (422, "bad_rules")


@pytest.mark.parametrize("length", [b"Transfer-Encoding: chunked", b"Content-Length: 2097152"])
def test_a_body_that_is_too_large_is_refused_in_the_language_of_the_reader(table: ScriptedTable, length: bytes) -> None:
    with running(create_app(table)) as server, socket.create_connection((server.host, server.port), 30) as connection:
        head = (
            b"POST /api/helm HTTP/1.1\r\nHost: localhost\r\nAccept-Language: de\r\nContent-Type: application/json\r\n"
        )
        connection.sendall(head + length + b"\r\n\r\n")
        if b"chunked" in length:
            connection.sendall(4 * (b"7ff8\r\n" + b" " * 0x7FF8 + b"\r\n"))  # no byte more than the server reads
        said = b"".join(iter(lambda: connection.recv(4096), b"")).decode()
        assert said.startswith("HTTP/1.1 413")
        assert json.loads(said.partition("\r\n\r\n")[2]) == {
            "code": "too_large",
            "why": "Das ist mehr, als dieser Tisch annimmt.",
        }
