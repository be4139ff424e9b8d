"""The demo: one command, and eight tables play."""

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from device.network.addresses import lan_addresses
from fixtures.venue.demo import NAMES, hold_nights
from fixtures.venue.scratch import free_port, mosquitto_program
from tests.venue.conftest import Record, skip_or_fail
from tests.venue.site import until
from venue.errors import MissingProgram
from venue.record.night_desk import entering
from venue.record.night_rows import add_to_night, read_night
from venue.record.schema import OWNER
from venue.services.backup import postgres_programs

ROOT = Path(__file__).parents[2]


def tables(port: int) -> list[dict[str, Any]]:
    """Return what the board shows; nothing while it does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables", timeout=5) as answer:
            found: list[dict[str, Any]] = json.load(answer)
            return found
    except OSError:
        return []


def page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=5) as answer:
        return str(answer.read(), "utf-8")


def test_the_demo_plays_at_eight_tables_and_leaves_nothing_behind(scratch: Path) -> None:
    try:
        mosquitto_program()
        postgres_programs()
    except MissingProgram as error:
        skip_or_fail(error)
    port, folder = free_port(), scratch / "demo"
    folder.mkdir(mode=0o711)
    demo = subprocess.Popen(
        [sys.executable, "-m", "fixtures.venue", "--port", str(port), "--speed", "10"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        until(lambda: len(tables(port)) == len(NAMES), "eight tables")
        until(lambda: all(one["online"] and one["game"] for one in tables(port)), "they play")
        before = {one["name"]: one["events"] for one in tables(port)}
        assert set(before) == set(NAMES)
        until(lambda: all(one["events"] > before[one["name"]] for one in tables(port)), "new events")
        hosts = lan_addresses()
        for host in hosts:
            assert "Game Night" in page(f"http://{host}:{port}/night"), "a phone reaches it"
        sent_to = f"http://{hosts[0] if hosts else 'localhost'}:{port}/night"
        until(lambda: sent_to in page(f"http://localhost:{port}/night"), "the code leads phones there")
    finally:
        demo.send_signal(signal.SIGTERM)
        printed, _nothing = demo.communicate(timeout=60)
    assert f"http://localhost:{port}/" in printed
    assert not hosts or sent_to in printed
    assert list(folder.iterdir()) == []


def test_its_nights_go_on_after_the_database_was_away_and_beside_a_guest(
    record: Record, owner: psycopg.Connection
) -> None:
    stop = threading.Event()
    thread = threading.Thread(target=hold_nights, args=(record.url(OWNER), stop), daemon=True)
    thread.start()

    def players() -> int:
        night = read_night(owner)
        return len(night.roster) if night else 0

    try:
        until(lambda: read_night(owner) is not None, "a night is opened")
        add_to_night(owner, partial(entering, player="ANN"))
        with psycopg.connect(record.server.url(), autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {record.name} ALLOW_CONNECTIONS false")
            assert not stop.wait(2.5)
            assert thread.is_alive(), "it waits for the database"
            admin.execute(f"ALTER DATABASE {record.name} ALLOW_CONNECTIONS true")
        before = players()
        until(lambda: thread.is_alive() and players() > before, "others sign up")
    finally:
        stop.set()
        thread.join(10)
