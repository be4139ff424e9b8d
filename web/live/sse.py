"""Server-sent events: every open page hears of each new moment of the table, and a beat while nothing happens."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from threading import Lock

from flask import Response, request
from werkzeug.exceptions import ServiceUnavailable

from table.snapshot import Snapshot, SnapshotSource
from web.errors import Denied
from web.http.visitor import Visitor, visitor_of
from web.ports.preferences import viewer_of

MAX_STREAMS = 200
"""Streams of all guests."""

OWN_STREAMS = 24
"""Streams beside these for the table's own: 20 at the helm, the TV, and a few."""

MOST_ENDING = 8
"""Streams that were ended for others and whose threads have not noticed yet."""

HEARTBEAT = 10.0
RETRY_AFTER = 5
"""Seconds after which a page that found no place among the streams asks again."""

LOOK = 0.5
"""Seconds after which a stream that hears nothing looks whether its page is gone or the server closes."""

TOO_MANY = "Too many pages on this network follow the table: close one."

BEAT = b"event: beat\ndata:\n\n"


class Place:
    """One place among the streams. It is ``taken_away`` when another client needs it more."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.taken_away = False


class Streams:
    """The open streams: ``limit`` of guests at a time and ``own`` beside them. All of them end once closed.

    One address has half of the guests' places at most: a router with phones behind it is one address. Where all are
    taken, an address gets one from the address with the most, if it has two less. Safe from any thread.
    """

    def __init__(self, limit: int = MAX_STREAMS, own: int = OWN_STREAMS) -> None:
        self._limit = limit
        self._own = own
        self._each = (limit + 1) // 2
        self._open: dict[Place, None] = {}
        self._ending: set[Place] = set()
        self._lock = Lock()
        self.closed = False

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, visitor: Visitor) -> Place | None:
        """Take a place, which is to be given back by :meth:`leave`; None where there is none.

        Raises :class:`~web.errors.Denied` for an address that has as many as one may have.
        """
        with self._lock:
            if self.closed:
                return None
            if not (visitor.own or self._make_room(visitor.account)):
                return None
            if len(self._open) >= self._limit + self._own:
                return None
            place = Place(visitor)
            self._open[place] = None
            return place

    def leave(self, place: Place) -> None:
        """Give that place back."""
        with self._lock:
            self._open.pop(place, None)
            self._ending.discard(place)

    def _make_room(self, account: str) -> bool:
        """Whether there is a place for one more guest of that account."""
        guests = Counter(place.visitor.account for place in self._open if not place.visitor.own)
        if guests[account] >= self._each:
            raise Denied(429, "too_many_streams", TOO_MANY, RETRY_AFTER)
        if guests.total() < self._limit:
            return True
        largest, most = guests.most_common(1)[0] if guests else ("", 0)
        if most < guests[account] + 2 or len(self._ending) >= MOST_ENDING:
            return False
        those = [one for one in self._open if one.visitor.account == largest and not one.visitor.own]
        latest = those[-1]
        del self._open[latest]
        self._ending.add(latest)
        latest.taken_away = True
        latest.visitor.end()
        return True

    def close(self) -> None:
        """End every stream, and let nobody in any more."""
        self.closed = True


class Stream:
    """One kind of stream: the moments of a table as ``told`` words them, for whoever finds a place."""

    def __init__(
        self, table: SnapshotSource, streams: Streams, told: Callable[[Snapshot], bytes], heartbeat: float
    ) -> None:
        self._table = table
        self._streams = streams
        self._told = told
        self._heartbeat = heartbeat
        self._lock = Lock()
        self._latest: tuple[tuple[str, int], bytes] | None = None

    def answer(self) -> Response:
        """The stream for the request that is on; :class:`~werkzeug.exceptions.ServiceUnavailable` if all are taken."""
        visitor = visitor_of(request.environ)
        place = self._streams.enter(visitor)
        if place is None:
            raise ServiceUnavailable(viewer_of(request).words.FULL, retry_after=RETRY_AFTER)
        visitor.stays()
        left = request.environ.get("waitress.client_disconnected", lambda: False)

        def gone() -> bool:
            return place.taken_away or left()

        events = follow(self._table, self._told_once, self._streams, heartbeat=self._heartbeat, gone=gone)
        response = Response(events, mimetype="text/event-stream")
        response.call_on_close(partial(self._streams.leave, place))
        return response

    def _told_once(self, snapshot: Snapshot) -> bytes:
        """The event of a moment, made for the first who is told and the same for all others."""
        moment = (snapshot.boot, snapshot.revision)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                self._latest = moment, self._told(snapshot)
            return self._latest[1]


def follow(
    table: SnapshotSource,
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
