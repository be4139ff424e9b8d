"""Honest phones beside an attack: one at the helm, one guest, and a program that asks /healthz; each is timed."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

PATIENCE = 20.0
"""Seconds after which a request counts as never answered."""

HELM, GUEST, MACHINE = "127.0.0.200", "127.0.0.201", "127.0.0.1"


@dataclass(slots=True)
class Times:
    """Milliseconds that each request took, sorted when asked for, and the ones that failed."""

    taken: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def timed(self, what: Callable[[], object]) -> None:
        began = time.monotonic()
        try:
            what()
        except (OSError, http.client.HTTPException, AssertionError) as error:
            self.failed.append(f"{type(error).__name__}: {error}"[:80])
        else:
            self.taken.append(1000 * (time.monotonic() - began))

    def share(self, part: float) -> float:
        """The milliseconds within which that part of all was answered."""
        ordered = sorted(self.taken)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("inf")

    def __str__(self) -> str:
        told = f"n={len(self.taken)} p50={self.share(0.5):.0f} p99={self.share(0.99):.0f} worst={self.share(1):.0f} ms"
        return told + (f", {len(self.failed)} FAILED ({self.failed[0]})" if self.failed else "")


@dataclass(slots=True)
class Witnesses:
    polls: Times = field(default_factory=Times)
    posts: Times = field(default_factory=Times)
    pages: Times = field(default_factory=Times)
    streams: Times = field(default_factory=Times)
    health: Times = field(default_factory=Times)

    def each(self) -> Iterator[tuple[str, Times]]:
        for name in ("polls", "posts", "pages", "streams", "health"):
            yield name, getattr(self, name)


def asked(
    address: str, port: int, path: str, body: object = None, cookie: str = ""
) -> tuple[http.client.HTTPMessage, bytes]:
    """Ask on a new connection from that address; AssertionError if the answer is not 200."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (address, 0))) as connection:
        headers = {"Cookie": cookie} if cookie else {}
        if body is None:
            connection.request("GET", path, headers=headers)
        else:
            connection.request("POST", path, json.dumps(body), headers | {"Content-Type": "application/json"})
        with closing(connection.getresponse()) as answer:
            data = answer.read()
            assert answer.status == 200, f"{answer.status} {data[:60]!r}"
            return answer.headers, data


def first_event(address: str, port: int, cookie: str = "") -> None:
    """Open a stream from that address and wait for its first event; AssertionError if there is none."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (address, 0))) as connection:
        connection.request("GET", "/stream", headers={"Cookie": cookie} if cookie else {})
        with closing(connection.getresponse()) as answer:
            assert answer.status == 200, str(answer.status)
            assert answer.readline()


class HelmPhone:
    def __init__(self, port: int, code: str, address: str = HELM) -> None:
        self._port = port
        self._address = address
        headers, _ = asked(address, port, "/api/helm", {"code": code})
        self.cookie = str(headers["Set-Cookie"]).partition(";")[0]
        self._numbers = count()

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(asked(self._address, self._port, "/api/state", cookie=self.cookie)[1])
        return state

    def play(self) -> None:
        number = next(self._numbers)
        self._move({"do": "stop"} if number % 2 else {"do": "roll", "dice": [6, 5, 4, 1, 1]}, self.state(), number)

    def rename(self) -> str:
        """Give the first player a name that nobody had: the name, once that is confirmed."""
        now, number = self.state(), next(self._numbers)
        name = f"Mia {number}"
        self._move({"do": "rename", "player": now["players"][0]["name"], "name": name}, now, number)
        return name

    def _move(self, what: dict[str, object], now: dict[str, Any], number: int) -> None:
        moment = {"boot": now["boot"], "revision": now["revision"], "key": f"by-hand-{number}"}
        asked(self._address, self._port, "/api/moves", what | moment, self.cookie)


@contextmanager
def watched(port: int, helm: HelmPhone, every: float = 0.1) -> Iterator[Witnesses]:
    seen, over = Witnesses(), threading.Event()

    def at_helm() -> None:
        while not over.wait(every):
            seen.polls.timed(helm.state)
            seen.posts.timed(helm.play)

    def looks() -> None:
        while not over.wait(every):
            seen.pages.timed(lambda: asked(GUEST, port, "/"))
            seen.streams.timed(lambda: first_event(GUEST, port))

    def asks() -> None:
        while not over.wait(every):
            seen.health.timed(lambda: asked(MACHINE, port, "/healthz"))

    threads = [threading.Thread(target=one) for one in (at_helm, looks, asks)]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        over.set()
        for thread in threads:
            thread.join()
