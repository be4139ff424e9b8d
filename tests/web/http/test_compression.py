"""Pages and JSON are compressed for clients that accept it, streams never."""

import gzip

import pytest
from flask.testing import FlaskClient

from tests.web.moments import WAITING
from tests.web.scripted import ScriptedTable
from web.app import create_app


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(ScriptedTable(WAITING), heartbeat=0.01).test_client()


@pytest.mark.parametrize("path", ["/", "/tv", "/api/state", "/api/openapi.json", "/nowhere"])
def test_what_is_written_is_packed_for_who_takes_it(client: FlaskClient, path: str) -> None:
    packed, plain = client.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"}), client.get(path)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) == packed.content_length < len(plain.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br"])
def test_who_does_not_take_it_packed_is_sent_it_plain(client: FlaskClient, accepted: str) -> None:
    answer = client.get("/", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.text.startswith("<!doctype html>")


@pytest.mark.parametrize("path", ["/stream", "/api/events"])
def test_a_stream_is_never_packed(client: FlaskClient, path: str) -> None:
    with client.get(path, headers={"Accept-Encoding": "gzip"}, buffered=False) as answer:
        assert "Content-Encoding" not in answer.headers
        assert next(answer.iter_encoded()).startswith(b"id: ")
