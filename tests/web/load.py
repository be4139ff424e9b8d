"""Crowds for the page's server: phones that follow the table, and phones that drop and come back.

Each crowd runs in a process of its own, on one thread, so that what it takes does not count as the server's.
"""

import json
import random
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field

GET = b"GET /api/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"

DRAW = 7
"""The chance of who drops is the same in each run."""


@dataclass(slots=True)
class Phone:
    """One stream: what came of it and has no end yet, the latest moment it was told, and how many it was told.

    A moment is the number of the server's start, as this crowd counts them, and the revision.
    """

    number: int
    rest: bytes = b""
    latest: tuple[int, int] = (-1, -1)
    snapshots: int = 0
    connection: socket.socket | None = None


@dataclass(slots=True)
class Tale:
    """What a crowd has to tell: seconds from each moment to each phone, resyncs, and what was missed."""

    delays: list[float] = field(default_factory=list)
    resyncs: int = 0
    missed: int = 0
    backwards: int = 0
    skipped: int = 0
    refused: int = 0


class Crowd:
    """So many phones that follow the table; now and then some of them drop, and come back a moment later."""

    def __init__(self, port: int, phones: int, seconds: float, dropping: float) -> None:
        self._port = port
        self._seconds = seconds
        self._dropping = dropping
        self._chance = random.Random(DRAW)
        self._selector = selectors.DefaultSelector()
        self._phones = [Phone(number) for number in range(phones)]
        self._away: list[tuple[float, Phone]] = []
        self._boots: list[bytes] = []
        self.tale = Tale()

    def follow(self) -> Tale:
        """Follow for that long; a moment later all must have been told what any was told by then."""
        for phone in self._phones:
            self._connect(phone)
        end = time.monotonic() + self._seconds
        next_drop = time.monotonic() + 1.0
        while time.monotonic() < end:
            self._hear()
            if self._dropping and time.monotonic() >= next_drop:
                next_drop += 60 / (self._dropping * len(self._phones))
                self._drop()
            self._come_back()
        last = max(phone.latest for phone in self._phones)
        settle = time.monotonic() + 5
        while time.monotonic() < settle:
            self._hear()
            self._come_back()
        self.tale.missed = sum(phone.latest < last for phone in self._phones)
        return self.tale

    def _connect(self, phone: Phone) -> None:
        address = f"127.0.1.{phone.number + 1}"
        try:
            phone.connection = socket.create_connection(("127.0.0.1", self._port), 30, (address, 0))
            phone.connection.sendall(GET)
        except OSError:  # the server is not there
            phone.connection = None
            self._away.append((time.monotonic() + 1.0, phone))
            return
        phone.connection.setblocking(False)
        phone.rest, phone.snapshots = b"", 0
        self._selector.register(phone.connection, selectors.EVENT_READ, phone)

    def _drop(self) -> None:
        phone = self._chance.choice(self._phones)
        if phone.connection is None:
            return
        self._let_go(phone)
        self._away.append((time.monotonic() + self._chance.uniform(0.2, 3.0), phone))

    def _let_go(self, phone: Phone) -> None:
        assert phone.connection is not None
        self._selector.unregister(phone.connection)
        phone.connection.close()
        phone.connection = None

    def _come_back(self) -> None:
        now = time.monotonic()
        for due, phone in [one for one in self._away if one[0] <= now]:
            self._away.remove((due, phone))
            self._connect(phone)
            self.tale.resyncs += 1

    def _hear(self) -> None:
        for key, _ in self._selector.select(0.02):
            phone: Phone = key.data
            assert phone.connection is not None
            try:
                data = phone.connection.recv(1 << 18)
            except BlockingIOError:
                continue
            except ConnectionError:
                data = b""
            if not data:
                self._let_go(phone)
                self._away.append((time.monotonic() + 1.0, phone))
                continue
            self._take_in(phone, data)

    def _take_in(self, phone: Phone, data: bytes) -> None:
        now = time.time()
        if not phone.snapshots and not phone.rest and data.startswith(b"HTTP/1.1 503"):
            self.tale.refused += 1
            self._let_go(phone)
            self._away.append((time.monotonic() + 1.0, phone))
            return
        *events, phone.rest = (phone.rest + data).split(b"\n\n")
        for event in events:
            if b"event: state\n" not in event:
                continue
            boot, _, revision = event.partition(b"id: ")[2].partition(b"\n")[0].rpartition(b":")
            if boot not in self._boots:
                self._boots.append(boot)
            moment = self._boots.index(boot), int(revision)
            self.tale.backwards += moment < phone.latest
            self.tale.skipped += phone.snapshots > 0 and moment[1] > phone.latest[1] + 1
            phone.latest = moment
            phone.snapshots += 1
            sent = event.partition(b'"prompt":"at ')[2].partition(b'"')[0]
            if sent and phone.snapshots > 1:  # the first is the table as it was
                self.tale.delays.append(now - float(sent))


if __name__ == "__main__":
    _, port, many, seconds, dropping = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *map(float, sys.argv[4:6])
    tale = Crowd(port, many, seconds, dropping).follow()
    told = {"resyncs": tale.resyncs, "missed": tale.missed, "backwards": tale.backwards, "refused": tale.refused}
    told["skipped"] = tale.skipped
    print(json.dumps(told | {"delays": sorted(round(1000 * delay, 2) for delay in tale.delays)}))
