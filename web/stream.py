"""Server-sent events: every open page hears of each new moment of the table, and a beat while nothing happens."""

import re
import time
from collections.abc import Callable, Iterator
from threading import Lock

from web.render import Renderer
from web.table import Table

MAX_STREAMS = 200
HEARTBEAT = 10.0
LOOK = 0.5
"""Seconds after which a stream that hears nothing looks whether its page is gone or the server closes."""

BEAT = b"event: beat\ndata:\n\n"


class Streams:
    """The open streams: so many at a time, and all of them end once closed."""

    def __init__(self, limit: int = MAX_STREAMS) -> None:
        self._limit = limit
        self._open = 0
        self._lock = Lock()
        self.closed = False

    def __len__(self) -> int:
        return self._open

    def enter(self) -> bool:
        """Take a place; False if there is none. Every place taken is to be given back by :meth:`leave`."""
        with self._lock:
            if self.closed or self._open >= self._limit:
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._lock:
            self._open -= 1

    def close(self) -> None:
        """End every stream, and let nobody in any more."""
        self.closed = True


def follow(
    table: Table,
    renderer: Renderer,
    streams: Streams,
    *,
    heartbeat: float = HEARTBEAT,
    gone: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[bytes]:
    """The events for one page: the table now, then each new moment, and a beat after ``heartbeat`` seconds of silence.

    Ends when ``gone()`` says that the page has left, or the streams are closed.
    """
    snapshot, seen, quiet_until = table.snapshot(), None, 0.0
    while not streams.closed and not gone():
        now = clock()
        if (snapshot.boot, snapshot.revision) != seen:
            seen, quiet_until = (snapshot.boot, snapshot.revision), now + heartbeat
            yield event(renderer.fragment(snapshot), f"{snapshot.boot}:{snapshot.revision}")
        elif now >= quiet_until:
            quiet_until = now + heartbeat
            yield BEAT
        snapshot = table.wait(snapshot.revision, min(LOOK, heartbeat))


def event(html: str, id_: str) -> bytes:
    """One event ``table`` that carries the fragment."""
    data = "".join(f"data: {line}\n" for line in re.split(r"\r\n|\r|\n", html))
    return f"id: {id_}\nevent: table\n{data}\n".encode()
