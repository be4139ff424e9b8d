"""Limits on one address, and on all guests together: their values, token buckets, idle connections, event streams."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Protocol, TypeVar

from engine.i18n import gettext as _
from web.access.visitor import Visitor
from web.errors import Denied


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate per second in the long run, with bursts of up to ``burst``."""

    per_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one server, for guests unless stated otherwise.

    A guest is a client not on this machine and without a session cookie of the table. Times are in seconds. A browser
    opens at most six connections to a host, whatever the number of its tabs.
    """

    first_byte: float = 5.0
    """From connecting to the first byte: a phone in poor Wi-Fi sends its first packet again after 1 and 3 seconds."""

    head: float = 10.0
    """From the first byte of a request to the end of its head, one packet in practice."""

    body: float = 20.0
    """For a body beside its head: 64 kB at most, so 3 kB per second."""

    idle: float = 60.0
    """Between an answer and the next request; less where places run out."""

    stall: float = 15.0
    least_rate: int = 1024
    """Bytes per second that a client must read, on average over ``stall`` seconds, while there is something to read."""

    waiting_each: int = 24
    """Connections of one address without a request to answer: four browsers. The oldest is dropped for a new one."""

    waiting: int = 200
    """The same of all addresses. The oldest of the address with the most is dropped for a new one."""

    own_waiting: int = 64
    """The same for the table's own, counted apart from the guests."""

    line_each: int = 64
    """Requests of one address that wait for a thread. Fifty phones behind one router that reload at once are served."""

    line: int = 128
    """The same of all addresses. Addresses take turns, and one that has none in line may always have one."""

    at_work: int = 4
    """Requests that are worked on at a time, streams not counted. The table's own are not held up by this."""

    connections: int = 640
    """All connections, the last resort: more is refused. Systemd gives a program 1,024 open files."""

    opened: Rate = Rate(50, 200)
    """New connections of one address: fifty phones behind one router that come back with four connections each."""

    requests: Rate = Rate(20, 240)
    """Requests of one address: a first visit makes about ten, so two dozen visitors behind one router come at once."""


ACCOUNTS = 4096
"""Accounts that are remembered; the one that was not heard of for longest is forgotten first."""


class Budgets:
    """One token bucket per account, full at first. ``clock`` in seconds, monotonic. Not thread-safe."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._left)

    def take(self, account: str) -> float:
        """Take a token. Returns 0, or the seconds until there is one if the bucket is empty."""
        now = self._clock()
        left, then = self._left.pop(account, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - then) * self._rate.per_second)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate.per_second
        self._left[account] = (left if wait else left - 1, now)
        if len(self._left) > ACCOUNTS:
            del self._left[next(iter(self._left))]
        return wait


class Connection(Protocol):
    """A connection, as far as it is counted."""

    account: str
    since: float
    """When it began to wait, in seconds."""


AnyConnection = TypeVar("AnyConnection", bound=Connection)


class WaitingConnections(dict[str, dict[AnyConnection, None]]):
    """The idle connections of each account, the longest idle first. Not thread-safe.

    No account has more than ``each``, all together have no more than ``most``.
    """

    def __init__(self, each: int, most: int) -> None:
        super().__init__()
        self._each = each
        self._most = most

    @property
    def count(self) -> int:
        return sum(map(len, self.values()))

    def add(self, connection: AnyConnection) -> AnyConnection | None:
        """Add a connection, as the one idle for the shortest time. Returns the one to drop for it, which is removed."""
        self.discard(connection)
        self.setdefault(connection.account, {})[connection] = None
        if len(self[connection.account]) > self._each:
            account = connection.account
        elif self.count > self._most:
            account = max(self, key=lambda one: (len(self[one]), -next(iter(self[one])).since))
        else:
            return None
        oldest = next(iter(self[account]))
        self.discard(oldest)
        return oldest

    def discard(self, connection: AnyConnection) -> None:
        those = self.get(connection.account, {})
        if connection in those:
            del those[connection]
            if not those:
                del self[connection.account]


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
        self.closed = True
