"""Full houses: two hundred phones, and a hundred thousand requests. Run with ``pytest -m long -s tests/web``.

``LOAD_MINUTES`` says how long the crowd stays, ten where it is not set. The server runs in a process of its own, as on
a Pi, and its crowd in another.
"""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import until
from web.http.limits import MAX_STREAMS

MINUTES = float(os.environ.get("LOAD_MINUTES", "10"))
ROOT = Path(__file__).parents[2]
EVERY = 0.2
"""Seconds from moment to moment of a table at which dice roll all the time."""


DROPPING = 0.1
"""The share of the phones that drop each minute."""


@contextmanager
def table_running() -> Iterator[tuple[int, int]]:
    command = [sys.executable, "-m", "tests.web.restless", str(EVERY)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline()), process.pid
        finally:
            process.terminate()


def crowd(what: str, port: int, many: int, seconds: float, dropping: float = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.web.load", what, str(port), str(many), str(seconds), str(dropping)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def tale_of(process: subprocess.Popen[str]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(process.communicate(timeout=900)[0])
    assert process.returncode == 0
    return told


def asked(port: int, path: str, address: str = "127.0.0.1") -> tuple[int, str, float, http.client.HTTPMessage]:
    """Status, body, seconds and headers of an answer."""
    before = time.monotonic()
    with closing(http.client.HTTPConnection("127.0.0.1", port, 30, (address, 0))) as connection:
        connection.request("GET", path)
        with closing(connection.getresponse()) as answer:
            body = answer.read().decode()
            return answer.status, body, time.monotonic() - before, answer.headers


def streams(port: int) -> int:
    return int(json.loads(asked(port, "/healthz")[1])["streams"])


def memory(process: int) -> float:
    line = next(line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def share(sorted_: list[float], part: float) -> float:
    return sorted_[min(len(sorted_) - 1, int(part * len(sorted_)))]


@pytest.mark.long
def test_two_hundred_phones_miss_nothing_and_are_told_at_once() -> None:
    with table_running() as (port, process):
        tale_of(crowd("follow", port, MAX_STREAMS, 10))
        until(lambda: streams(port) == 0, 30)
        before = memory(process)
        phones = crowd("follow", port, MAX_STREAMS, 60 * MINUTES, DROPPING)
        tale = tale_of(phones)
        time.sleep(2)
        grown = memory(process) - before
    delays = tale["delays"]
    p50, p99 = share(delays, 0.5), share(delays, 0.99)
    print(f"\n{len(delays)} deliveries, p50 {p50} ms, p99 {p99} ms, {tale['resyncs']} came back")
    print(f"{tale['skipped']} moments were told with the next; memory grew by {grown:.1f} MB from {before:.0f}")
    assert (tale["missed"], tale["backwards"]) == (0, 0)
    assert tale["refused"] <= 0.02 * MAX_STREAMS * MINUTES  # who is back before the place is free asks again
    assert len(delays) > 0.8 * MAX_STREAMS * 60 * MINUTES / EVERY
    assert p99 < 50
    assert grown < 5


POLITE, EACH = 40, 2_500
"""Guests that keep their connection, and the requests of each: 100,000 in all."""

GAP = 0.052
"""Seconds between two requests of a guest: a little less often than it may ask for good."""


def polite(port: int, number: int, requests: int) -> int:
    answered = 0
    with closing(http.client.HTTPConnection("127.0.0.1", port, 30, (f"127.0.3.{number + 1}", 0))) as connection:
        for _ in range(requests):
            connection.request("GET", "/healthz")
            with closing(connection.getresponse()) as answer:
                answer.read()
                answered += answer.status == 200
            time.sleep(GAP)
    return answered


@pytest.mark.long
def test_a_hundred_thousand_requests_on_kept_connections_leave_room_for_new_guests() -> None:
    with table_running() as (port, process), ThreadPoolExecutor(POLITE) as guests:
        before = memory(process)
        answered = sum(guests.map(lambda number: polite(port, number, EACH), range(POLITE)))
        new = [asked(port, "/", f"127.0.4.{number + 1}")[0] for number in range(10)]
        print(f"\n{answered} answers; memory grew by {memory(process) - before:.1f} MB from {before:.0f}")
    assert answered == POLITE * EACH
    assert new == [200] * 10
