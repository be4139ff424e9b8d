"""Server-sent events: each new snapshot of the table, and a beat during silence."""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from threading import Lock

from flask import Response, request
from werkzeug.exceptions import ServiceUnavailable

from engine.i18n import gettext as _
from table.snapshot import Snapshot, SnapshotSource
from web.access.visitor import visitor_of
from web.errors import part_or
from web.http.limits import RETRY_AFTER, Streams
from web.show.reactions import LOOK as OFTEN
from web.show.reactions import Reactions

HEARTBEAT = 10.0

LOOK = 0.5
"""Seconds after which a stream that hears nothing looks whether its page is gone or the server closes."""

BEAT = b"event: beat\ndata:\n\n"


class Stream:
    """One kind of stream: the snapshots of a table, each converted to an event by ``told``.

    A few screens that ask for it, with ``tv`` in the address, get ``reactions`` too.
    """

    def __init__(
        self,
        table: SnapshotSource,
        streams: Streams,
        told: Callable[[Snapshot], bytes],
        heartbeat: float,
        look: Callable[[Snapshot], int] = lambda _: 0,
        reactions: Reactions | None = None,
    ) -> None:
        self._reactions = reactions
        self._table = table
        self._streams = streams
        self._told = told
        self._heartbeat = heartbeat
        self._look = look
        self._lock = Lock()
        self._latest: tuple[tuple[str, int, int], bytes] | None = None

    def answer(self) -> Response:
        """Return the stream for the current request.

        Raises :class:`~werkzeug.exceptions.ServiceUnavailable` if all places are taken.
        """
        visitor = visitor_of(request.environ)
        place = self._streams.enter(visitor)
        if place is None:
            raise ServiceUnavailable(_("Too many devices are connected."), retry_after=RETRY_AFTER)
        visitor.stays()
        left = request.environ.get("waitress.client_disconnected", lambda: False)

        def gone() -> bool:
            return place.taken_away or left()

        screen = self._reactions.screen() if self._reactions and "tv" in request.args else None
        more = partial(part_or, "the reactions", screen.news, b"") if screen else None
        events = follow(
            self._table,
            self._told_once,
            self._streams,
            heartbeat=self._heartbeat,
            gone=gone,
            look=self._look,
            more=more,
        )
        response = Response(events, mimetype="text/event-stream")
        if screen:
            response.call_on_close(screen.leave)
        response.call_on_close(partial(self._streams.leave, place))
        return response

    def _told_once(self, snapshot: Snapshot) -> bytes:
        """Return the event of a snapshot, made once for all streams."""
        moment = (snapshot.boot, snapshot.revision, self._look(snapshot))
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                self._latest = moment, part_or("a stream", lambda: self._told(snapshot), BEAT)
            return self._latest[1]


def follow(
    table: SnapshotSource,
    told: Callable[[Snapshot], bytes],
    streams: Streams,
    *,
    heartbeat: float = HEARTBEAT,
    gone: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
    look: Callable[[Snapshot], int] = lambda _: 0,
    more: Callable[[], bytes] | None = None,
) -> Iterator[bytes]:
    """Yield the events for one page: the table now, each new snapshot, a beat after ``heartbeat`` seconds of silence.

    The same snapshot is sent again, within :data:`LOOK` seconds, when ``look`` returns another number.
    ``more`` is asked for other events several times a second. Ends when ``gone()`` returns that the page has left, or
    the streams are closed.
    """
    snapshot, seen, quiet_until = table.snapshot(), None, 0.0
    while not streams.closed and not gone():
        now = clock()
        moment = (snapshot.boot, snapshot.revision, look(snapshot))
        if moment != seen:
            seen, quiet_until = moment, now + heartbeat
            yield told(snapshot)
        elif now >= quiet_until:
            quiet_until = now + heartbeat
            yield BEAT
        snapshot = table.wait(snapshot.revision, min(OFTEN if more else LOOK, heartbeat))
        if more and (news := more()):
            yield news


def event(name: str, snapshot: Snapshot, text: str) -> bytes:
    """Return an event of that name with the text, and the snapshot's revision as its id."""
    data = "".join(f"data: {line}\n" for line in re.split(r"\r\n|\r|\n", text))
    return f"id: {snapshot.boot}:{snapshot.revision}\nevent: {name}\n{data}\n".encode()
