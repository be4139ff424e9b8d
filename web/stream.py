"""Server-sent events: every open page hears of each new moment of the table, and a beat while nothing happens."""

import re
import time
from collections.abc import Callable, Iterator
from threading import Lock

from flask import Response, request
from werkzeug.exceptions import ServiceUnavailable

from web.table import Snapshot, Table
from web.viewer import viewer_of

MAX_STREAMS = 200
HEARTBEAT = 10.0
RETRY_AFTER = 5
"""Seconds after which a page that found no place among the streams asks again."""

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


class Stream:
    """One kind of stream: the moments of a table as ``told`` words them, for whoever finds a place."""

    def __init__(self, table: Table, streams: Streams, told: Callable[[Snapshot], bytes], heartbeat: float) -> None:
        self._table = table
        self._streams = streams
        self._told = told
        self._heartbeat = heartbeat
        self._lock = Lock()
        self._latest: tuple[tuple[str, int], bytes] | None = None

    def answer(self) -> Response:
        """The stream for the request that is on; :class:`~werkzeug.exceptions.ServiceUnavailable` if all are taken."""
        if not self._streams.enter():
            raise ServiceUnavailable(viewer_of(request).words.FULL, retry_after=RETRY_AFTER)
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        events = follow(self._table, self._told_once, self._streams, heartbeat=self._heartbeat, gone=gone)
        response = Response(events, mimetype="text/event-stream")
        response.call_on_close(self._streams.leave)
        return response

    def _told_once(self, snapshot: Snapshot) -> bytes:
        """The event of a moment, made for the first who is told and the same for all others."""
        moment = (snapshot.boot, snapshot.revision)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                self._latest = moment, self._told(snapshot)
            return self._latest[1]


def follow(
    table: Table,
    told: Callable[[Snapshot], bytes],
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
            yield told(snapshot)
        elif now >= quiet_until:
            quiet_until = now + heartbeat
            yield BEAT
        snapshot = table.wait(snapshot.revision, min(LOOK, heartbeat))


def event(name: str, snapshot: Snapshot, text: str) -> bytes:
    """One event of that name that carries the text, with the moment for its id."""
    data = "".join(f"data: {line}\n" for line in re.split(r"\r\n|\r|\n", text))
    return f"id: {snapshot.boot}:{snapshot.revision}\nevent: {name}\n{data}\n".encode()
