"""A table without a broker sends the same batches by HTTP."""

import base64
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from device.config.mqtt import MqttConfig
from device.notices import Notices
from engine.link_protocol import batch_of, encode_cursor
from tests.device.link.conftest import Linking
from tests.device.link.tables import ID, HandTable, wait_until
from tests.device.link.test_mqtt_session import is_recorded
from tests.device.link.venues import Record


class Door(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Visitor)
        self.record = Record()
        self.answer: tuple[int, bytes] | None = None
        self.seen: list[tuple[str, str | None, str, str]] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class Visitor(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Door

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        given = json.loads(body)
        self.server.seen.append((self.path, self.headers["Authorization"], given["venue"], given["table"]))
        status, answer = self.server.answer or (200, encode_cursor(self.server.record.take(batch_of(given))))
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_given: object) -> None:
        pass


@pytest.fixture
def door() -> Iterator[Door]:
    door = Door()
    thread = threading.Thread(target=door.serve_forever, args=[0.01], daemon=True)
    thread.start()
    yield door
    door.shutdown()
    door.server_close()
    thread.join()


def config(door: Door, **more: str) -> MqttConfig:
    return MqttConfig(http=door.url, venue="galley", **more)  # type: ignore[arg-type]


def test_all_rows_reach_the_record(hand_table: HandTable, link_of: Linking, door: Door, tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text(f"{ID}:secret\n")
    hand_table.turn()
    link = link_of(hand_table, config(door, password_file=str(password)))
    for _turn in range(3):
        hand_table.turn()
        wait_until(link, lambda: is_recorded(door.record, hand_table) and link.status().behind == 0)
    said = base64.b64encode(f"{ID}:secret".encode()).decode()
    assert set(door.seen) == {("/api/venue/events", f"Basic {said}", "galley", ID)}
    assert len(door.record.batches[0].events) == 1, "the first row asks for the cursor"
    assert link.status().trouble is None
    assert link.status().last_sent is not None


def test_a_refusal_is_told_and_ends_by_itself(hand_table: HandTable, link_of: Linking, door: Door) -> None:
    door.answer = 403, json.dumps({"error": "this table is not enrolled"}).encode()
    notices = Notices()
    link = link_of(hand_table, config(door), notices)
    wait_until(link, lambda: notices.all)
    assert notices.all == (
        "The venue refuses what this table sends (this table is not enrolled): check the venue’s name and the "
        "table’s rights.",
    )
    door.answer = None
    hand_table.turn()
    wait_until(link, lambda: is_recorded(door.record, hand_table) and not notices.all)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((503, b"later"), "can’t be reached (HTTP 503): games are kept, and sent later."),
        ((200, b"<html>"), "refuses what this table sends (The message is not JSON.)"),
        ((404, b"<html>"), "refuses what this table sends (HTTP 404)"),
    ],
)
def test_a_server_that_is_no_venue(
    hand_table: HandTable, link_of: Linking, door: Door, answer: tuple[int, bytes], why: str
) -> None:
    door.answer = answer
    link = link_of(hand_table, config(door))
    wait_until(link, lambda: link.status().trouble)
    assert why in (link.status().trouble or "")
    hand_table.turn()


def test_a_venue_that_is_away_gets_all_rows_later(hand_table: HandTable, link_of: Linking, door: Door) -> None:
    link = link_of(hand_table, MqttConfig(http="http://127.0.0.1:9", venue="galley"))
    wait_until(link, lambda: link.status().trouble)
    assert link.status().trouble == (
        "http://127.0.0.1:9 can’t be reached (Connection refused): games are kept, and sent later."
    )
    hand_table.turn()
    link.close()
    link = link_of(hand_table, config(door))
    wait_until(link, lambda: is_recorded(door.record, hand_table))
