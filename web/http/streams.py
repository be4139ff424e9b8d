"""Limits of event streams: how many are open at a time, and which one ends for a new one."""

from collections import Counter
from threading import Lock

from engine.i18n import gettext as _
from web.access.visitor import Visitor
from web.errors import Denied

MAX_STREAMS = 200
"""Streams of all guests."""

OWN_STREAMS = 24
"""Streams beside these for the table's own: 20 at the helm, the TV, and a few."""

MOST_ENDING = 8
"""Streams that were ended for others and whose threads have not noticed yet."""

RETRY_AFTER = 5
"""Seconds after which a page that found no place among the streams asks again."""

TOO_MANY = _("Too many pages are open on this network: close one.")


class StreamPlace:
    """One place among the streams. ``taken_away`` is set when the place was given to another client."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.taken_away = False


class Streams:
    """The open streams: ``limit`` of guests at a time, and ``own`` of the table's own. All of them end on close.

    One address has at most half of the guests' places, since a router with phones behind it is one address. If all are
    taken, an address gets one from the address with the most, if it has two less. Thread-safe.
    """

    def __init__(self, limit: int = MAX_STREAMS, own: int = OWN_STREAMS) -> None:
        self._limit = limit
        self._own = own
        self._each = (limit + 1) // 2
        self._open: dict[StreamPlace, None] = {}
        self._ending: set[StreamPlace] = set()
        self._lock = Lock()
        self.closed = False

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, visitor: Visitor) -> StreamPlace | None:
        """Take a place, to be released by :meth:`leave`; None if there is none.

        Raises :class:`~web.errors.Denied` for an address that has the most that one may have.
        """
        with self._lock:
            if self.closed:
                return None
            if not (visitor.own or self._make_room(visitor.account)):
                return None
            if len(self._open) >= self._limit + self._own:
                return None
            place = StreamPlace(visitor)
            self._open[place] = None
            return place

    def leave(self, place: StreamPlace) -> None:
        """Release that place."""
        with self._lock:
            self._open.pop(place, None)
            self._ending.discard(place)

    def _make_room(self, account: str) -> bool:
        """Return whether there is a place for one more guest of that account; end another stream if needed."""
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
        """End every stream, and accept no more."""
        self.closed = True
