"""The listening server: accepts connections, counts them by account, and hands requests to its worker threads.

All of it runs in the thread of the loop, except the dispatcher, :meth:`LimitedServer.answered`, and the callbacks of a
visitor.
"""

import logging
import socket
import struct
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Protocol

from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from web.access.visitor import Visitor
from web.http.channel import Channel
from web.http.limits import Budgets, Limits, WaitingConnections


class Work(Protocol):
    """A request to be answered, and its visitor."""

    visitor: Visitor

    def service(self) -> None: ...

    def cancel(self) -> None: ...


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """A thread pool, of which guests use ``at_work`` threads at a time for requests other than streams.

    Other guests wait in one queue per account, and the accounts take turns. Thread-safe.
    """

    def __init__(self, threads: int, at_work: int) -> None:
        super().__init__()
        self._most = at_work
        self._at_work: set[Visitor] = set()
        self._lines: dict[str, deque[Work]] = {}
        self.set_thread_count(threads)

    def in_line(self, account: str) -> tuple[int, int]:
        """Return how many requests of that account wait for a thread, and how many of all guests."""
        with self.lock:
            return len(self._lines.get(account, ())), sum(map(len, self._lines.values()))

    def add_task(self, task: Work) -> None:
        with self.lock:
            if task.visitor.own:
                self._begin(task)
            else:
                self._lines.setdefault(task.visitor.account, deque()).append(task)
                self._go_on()

    def release(self, visitor: Visitor) -> None:
        """Stop counting the request of that visitor as work: it was answered, or its response is a stream."""
        with self.lock:
            if visitor in self._at_work:
                self._at_work.remove(visitor)
                self._go_on()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        with self.lock:
            waiting = [task for line in self._lines.values() for task in line]
            self._lines.clear()
        for task in waiting:
            task.cancel()
        return bool(super().shutdown(cancel_pending, timeout))

    def _go_on(self) -> None:
        while self._lines and len(self._at_work) < self._most:
            account = next(iter(self._lines))
            line = self._lines.pop(account)
            task = line.popleft()
            if line:
                self._lines[account] = line  # behind all others
            self._at_work.add(task.visitor)
            self._begin(task)

    def _begin(self, task: Work) -> None:
        self.queue.append(task)
        self.queue_cv.notify()


MACHINE = frozenset({"127.0.0.1", "::1"})
"""Where programs on this machine come from. Other loopback addresses count as guests, so that tests can be many."""


def is_machine(peer: str) -> bool:
    return _plain(peer) in MACHINE


def account_of(peer: str, local: str = "") -> str:
    """Return the account of a client at ``peer`` that connected to the server's address ``local``.

    An IPv4 address has its own account, also if it is written as IPv6. IPv6 addresses share the account of their /64
    network, because its owner may use any of them; but neighbours in the network of ``local`` are phones in the same
    Wi-Fi, and each has its own. A peer that is not an IP address is its own account.
    """
    plain = _plain(peer)
    try:
        known = ip_address(plain)
    except ValueError:
        return plain
    if isinstance(known, IPv4Address):
        return plain
    network = _network(known)
    try:
        here = ip_address(_plain(local))
    except ValueError:
        here = None
    if isinstance(here, IPv6Address) and _network(here) == network:
        return plain
    return f"{IPv6Address(network << 64)}/64"


def forwarded_for(header: str) -> str:
    """Return the last client in ``X-Forwarded-For``, if a proxy on this machine sent it."""
    return header.rpartition(",")[2].strip()[:64]


def _network(address: IPv6Address) -> int:
    return int(address) >> 64


def _plain(address: str) -> str:
    bare = address.partition("%")[0]
    try:
        known = ip_address(bare)
    except ValueError:
        return bare
    if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(known)


AT_ONCE = 32
"""Connections that are accepted in one round of the loop."""

LOOK = 1.0
"""Seconds between two looks for clients that took too long."""

NO_FILES = 1.0
"""Seconds without accepting where no more files may be opened."""

TOLD = 60.0
"""Seconds between two lines of the log about what was refused."""

RESET = struct.pack("ii", 1, 0)
"""Closes at once instead of waiting for the client."""

LOG = logging.getLogger("quarterdeck.web")

Own = Callable[[str], bool]
"""Whether these cookies are of one of the table's own."""


class LimitedServer(TcpWSGIServer):  # type: ignore[misc]
    """A server with limits; ``own`` recognizes the table's own clients by their cookies."""

    def __init__(
        self,
        application: Any,
        listener: socket.socket,
        *,
        sockets: dict[int, Any],
        adj: Any,
        dispatcher: Dispatcher,
        limits: Limits,
        own: Own,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self.clock = clock
        self._own = own
        self._guests: WaitingConnections[Channel] = WaitingConnections(limits.waiting_each, limits.waiting)
        self._owns: WaitingConnections[Channel] = WaitingConnections(limits.own_waiting, limits.own_waiting)
        self._opened = Budgets(limits.opened, clock)
        self._asked = Budgets(limits.requests, clock)
        self._look_at = self._accept_at = 0.0
        self._tell_at: float | None = None
        self._refused: Counter[str] = Counter()
        self._dropped: deque[Channel] = deque()
        info = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(application, sockets, True, listener, dispatcher, adj, info, bind_socket=False)

    def readable(self) -> bool:
        return bool(self.accepting and self.clock() >= self._accept_at)

    def tidy(self) -> None:
        """Close dropped connections, and those that took too long. Call it after each round of the loop.

        Within a round, the descriptor of a closed connection may be reused by a new one. The loop itself closes no
        connection that does not read.
        """
        now = self.clock()
        if now >= self._look_at:
            self._look_at = now + LOOK
            for channel in self.active_channels.values():
                if channel.late(now):
                    self.drop(channel)
        while self._dropped:
            self._dropped.popleft().handle_close()
        if self._refused:
            self._tell(now)

    def give_up_unread(self) -> None:
        """Close the connections whose clients do not read, so that no thread waits for them."""
        for channel in [*self.active_channels.values()]:
            if channel.total_outbufs_len:
                channel.handle_close()

    def drop(self, channel: Channel) -> None:
        channel.will_close = True
        self._dropped.append(channel)

    def handle_accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                pair = self.accept()
            except OSError:  # no more files may be opened: what waits is dropped first
                self._accept_at = self.clock() + NO_FILES
                for channel in [one for those in (*self._guests.values(), *self._owns.values()) for one in those]:
                    self.forget(channel)
                    self.drop(channel)
                return
            if pair is None:
                return
            self._take_in(*pair)

    def _take_in(self, connection: socket.socket, peer: Any) -> None:
        machine = is_machine(peer[0])
        try:
            here = connection.getsockname()[0]
            account = account_of(peer[0], here)
            full = len(self.active_channels) >= self.limits.connections
            if full or (not machine and self._opened.take(account)):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                connection.close()
                self._refused[account] += 1
                return
            self.set_socket_options(connection)
            channel = Channel(self, connection, peer, sockets=self._map, account=account, machine=machine)
            channel.here = _plain(here)
        except OSError:  # it left already
            connection.close()
            return
        self._let_wait(channel)

    def _let_wait(self, channel: Channel) -> None:
        too_many = (self._owns if channel.own else self._guests).add(channel)
        if too_many is not None:
            self.drop(too_many)

    def forget(self, channel: Channel) -> None:
        self._guests.discard(channel)
        self._owns.discard(channel)

    def add_task(self, task: Channel) -> None:
        self.forget(task)
        task.visitor = self._visitor_of(task)
        task.own = task.machine or task.visitor.own
        task.waits()
        if task.visitor.refusal:
            self._refused[task.visitor.account] += 1
            task.requests[0].headers["CONNECTION"] = "close"
        self.task_dispatcher.add_task(task)

    def _visitor_of(self, channel: Channel) -> Visitor:
        headers = channel.requests[0].headers
        account, machine, here = channel.account, channel.machine, channel.here
        forwarded = headers.get("X_FORWARDED_FOR") if machine else None
        if forwarded is not None:  # sent by a proxy on this machine
            account, machine, here = account_of(forwarded_for(forwarded)), False, ""
        guest = Visitor(account, False, here, stays=partial(self._stays, channel), end=partial(self._end, channel))
        if machine or self._own(headers.get("COOKIE", "")):
            return replace(guest, own=True)
        if wait := self._asked.take(account):
            return replace(guest, refusal="too_many_requests", later=wait)
        of_account, of_all = self.task_dispatcher.in_line(account)
        if of_account >= self.limits.line_each:
            return replace(guest, refusal="too_many_requests", later=1.0)
        if of_all >= self.limits.line and of_account:
            return replace(guest, refusal="busy", later=1.0)
        return guest

    def _stays(self, channel: Channel) -> None:
        self.task_dispatcher.release(channel.visitor)

    def _end(self, channel: Channel) -> None:
        self.drop(channel)
        with suppress(OSError):
            self.pull_trigger()

    def answered(self, channel: Channel, visitor: Visitor) -> None:
        self.task_dispatcher.release(visitor)
        with suppress(OSError):  # the server is closed
            self.trigger.pull_trigger(partial(self._waits_again, channel))

    def _waits_again(self, channel: Channel) -> None:
        if channel.connected and not channel.requests and not channel.will_close:
            channel.waits()
            self._let_wait(channel)

    def _tell(self, now: float) -> None:
        self._tell_at = self._tell_at or now + TOLD
        if now < self._tell_at:
            return
        self._tell_at = None
        account, most = self._refused.most_common(1)[0]
        LOG.warning(
            "%d connections and requests were refused within a minute, %d of them from %s, which asked too often: "
            "if this goes on, find that device in the router's list and take it out of the network.",
            self._refused.total(),
            most,
            account,
        )
        self._refused.clear()
