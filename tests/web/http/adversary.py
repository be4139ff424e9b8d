"""Clients that want to keep the others out, each kind in a process of its own.

``python -m tests.web.http.adversary KIND PORT CONNECTIONS SECONDS ADDRESSES`` keeps that many connections open from
that many loopback addresses (127.0.0.10 upward), replaces the ones that the server ends, and prints what became of
them as JSON.
"""

import json
import selectors
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

FIRST_ADDRESS = 10
"""Last byte of the first address used: 127.0.0.1 is the machine's own."""

OPENED_PER_ROUND = 40
ROUND = 0.02
"""Seconds of a round: at most 2,000 connections are opened per second."""

BYTE_EVERY = 1.0
"""Seconds between two bytes of a slow head or body."""

GET = b"GET %b HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a client sends first and then, whether it reads, and whether it asks again after an answer."""

    first: bytes = b""
    drip: bytes = b""
    reads: bool = True
    again: bool = False
    urgent: bool = False


KINDS = {
    "silent": Kind(),
    "heads": Kind(first=b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", drip=b"z"),
    "bodies": Kind(
        first=b"POST /api/helm HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 60000\r\n\r\n",
        drip=b" ",
    ),
    "streams": Kind(first=GET % b"/stream"),
    "deaf": Kind(first=GET % b"/stream", reads=False),
    "pipelined": Kind(first=60 * (GET % b"/api/openapi.json"), drip=60 * (GET % b"/api/openapi.json"), reads=False),
    "flood": Kind(first=GET % b"/", again=True),
    "urgent": Kind(urgent=True),
}


@dataclass(slots=True)
class Report:
    """What became of the connections; ``first`` counts the first line of the first answer on each."""

    opened: int = 0
    failed: int = 0
    ended: int = 0
    held: int = 0
    first: Counter[str] = field(default_factory=Counter)


class Adversary:
    def __init__(self, kind: Kind, port: int, connections: int, addresses: int) -> None:
        self._kind = kind
        self._port = port
        self._wanted = connections
        self._addresses = addresses
        self._selector = selectors.DefaultSelector()
        self._open: dict[socket.socket, bool] = {}
        self.report = Report()

    def attack(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> Report:
        """Go on for that many seconds."""
        end, drip_at = clock() + seconds, clock() + BYTE_EVERY
        while clock() < end:
            for _ in range(min(OPENED_PER_ROUND, self._wanted - len(self._open))):
                self._connect()
            for key, _ in self._selector.select(ROUND):
                self._hear(key.fileobj)  # type: ignore[arg-type]
            if clock() >= drip_at:
                drip_at += BYTE_EVERY
                self._drip()
            time.sleep(ROUND / 4)
        self.report.held = len(self._open)
        return self.report

    def _connect(self) -> None:
        address = f"127.0.0.{FIRST_ADDRESS + self.report.opened % self._addresses}"
        self.report.opened += 1
        one = socket.socket()
        try:
            if not self._kind.reads:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.settimeout(5)
            one.bind((address, 0))
            one.connect(("127.0.0.1", self._port))
            one.sendall(self._kind.first)
            if self._kind.urgent:
                one.send(b"!", socket.MSG_OOB)
        except OSError:
            self.report.failed += 1
            one.close()
            return
        one.setblocking(False)
        self._open[one] = False
        if self._kind.reads:
            self._selector.register(one, selectors.EVENT_READ)

    def _hear(self, one: socket.socket) -> None:
        try:
            data = one.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._end(one)
            return
        if not self._open[one]:
            self._open[one] = True
            self.report.first[data.partition(b"\r\n")[0].decode("latin-1")] += 1
        if self._kind.again and data.endswith(b"</html>\n") | data.endswith(b"</html>"):
            with suppress(OSError):
                one.sendall(self._kind.first)

    def _drip(self) -> None:
        for one in [*self._open] if self._kind.drip or not self._kind.reads else []:
            try:
                if self._kind.drip:
                    one.send(self._kind.drip)
                elif one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != 1:  # no longer established
                    self._end(one)
            except BlockingIOError:
                pass
            except OSError:
                self._end(one)

    def _end(self, one: socket.socket) -> None:
        with suppress(KeyError):
            self._selector.unregister(one)
        del self._open[one]
        one.close()
        self.report.ended += 1


def main(kind: str, port: str, connections: str, seconds: str, addresses: str) -> None:
    report = Adversary(KINDS[kind], int(port), int(connections), int(addresses)).attack(float(seconds))
    told = {name: getattr(report, name) for name in ("opened", "failed", "ended", "held")}
    print(json.dumps(told | {"first": dict(report.first)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
