"""One connection: its time limits, and one strictly parsed request at a time."""

import socket
from collections import Counter
from contextlib import suppress
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, get_header_lines
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from web.access.visitor import KEY, MACHINE, Visitor
from web.http.limits import Limits


class _Nothing(Exception):
    """Raised when no data came, although the socket was reported as readable."""


ONCE = frozenset(
    {b"host", b"content-length", b"content-type", b"cookie", b"origin", b"sec-fetch-site", b"transfer-encoding"}
)
"""Headers that decide what a request is, to whom it goes and who sends it: each stands there once at the most."""


class StrictParser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Waitress's parser, which also refuses duplicate headers."""

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the first line and the headers. Raises waitress's ParsingError, which is answered with 400."""
        _, _, lines = header_plus.partition(b"\r\n")
        named = Counter(line.partition(b":")[0].strip().lower() for line in get_header_lines(lines))
        if twice := next((name for name in ONCE if named[name] > 1), None):
            raise ParsingError(f"{twice.decode()} stands there twice")
        if named[b"transfer-encoding"] and named[b"content-length"]:
            raise ParsingError("Transfer-Encoding and Content-Length exclude each other")
        try:
            super().parse_header(header_plus)
        except ValueError:  # of a target that is none, such as http://[
            raise ParsingError("Bad URI") from None
        if named[b"transfer-encoding"] and not self.chunked:
            raise ParsingError("Transfer-Encoding is for HTTP/1.1")
        if self.proxy_scheme and not self._names_the_host():
            raise ParsingError("The target names another host than Host does")

    def _names_the_host(self) -> bool:
        host: Any = self.headers.get("HOST", "")
        named: Any = self.proxy_netloc
        return self.proxy_scheme.lower() in ("http", "https") and bool(named) and bool(named.lower() == host.lower())


class OneRequest(StrictParser):
    """A request. Data sent before the response is dropped, and the connection ends after the response.

    HTTP allows a server to do so, and browsers do not pipeline. A client that pipelines and never reads would block a
    thread.
    """

    def received(self, data: bytes) -> int:
        """Parse what belongs to this request, and drop the rest once it is complete."""
        taken = int(super().received(data))
        if self.completed and not self.empty and data[taken:].strip():
            self.headers["CONNECTION"] = "close"
            return len(data)
        return taken


class Task(WSGITask):  # type: ignore[misc]
    """A request that passes its visitor to the application."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[KEY] = self.channel.visitor
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection of that account, from this ``machine`` or from elsewhere.

    ``own`` is whether it counts as one of the table's own: it is from this machine, or its last request was. ``here``
    is the address of this machine that it leads to.
    """

    parser_class = OneRequest
    task_class = Task
    visitor: Visitor = MACHINE
    here = ""

    def __init__(
        self, server: Any, connection: socket.socket, peer: Any, *, sockets: Any, account: str, machine: bool
    ) -> None:
        self.account = account
        self.machine = self.own = machine
        self.since: float = server.clock()
        self._heard: float | None = None
        self._was_answered = False
        self._ahead = False
        self._sent = 0
        self._behind: tuple[float, int] | None = None
        super().__init__(server, connection, peer, server.adj, map=sockets)

    def readable(self) -> bool:
        """Return whether to read: a request, or during the response to notice that the client left."""
        if self.will_close or self.close_when_flushed:
            return False
        if self.requests:
            return not self._ahead
        return not self.total_outbufs_len

    def handle_read(self) -> None:
        """Read data; during the response only check whether the client left."""
        if self.requests:
            self._look()
            return
        with suppress(_Nothing):
            super().handle_read()

    def _look(self) -> None:
        try:
            self._ahead = bool(self.socket.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return
        except OSError:
            self._ahead = False
        if not self._ahead:
            self.handle_close()

    def received(self, data: bytes) -> bool:
        self._ahead = False
        if self._heard is None:
            self._heard = self.server.clock()
        taken = bool(super().received(data))
        if self.request is None:
            self._heard = None
        return taken

    def recv(self, buffer_size: int) -> bytes:
        """Return data; empty if the client left. Raises :class:`_Nothing` if there is none yet."""
        try:
            data: bytes = super().recv(buffer_size)
        except BlockingIOError:
            raise _Nothing from None
        return data

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent = int(super().send(data, do_close=do_close))
        self._sent += sent
        return sent

    def handle_write(self) -> None:
        """Send pending data; a connection closed in the same round of the loop has none."""
        if self.socket is not None:
            super().handle_write()

    def handle_expt(self) -> None:
        """Close the connection: no browser sends urgent data, and it would be reported again and again."""
        self.handle_close()

    def late(self, now: float) -> bool:
        limits: Limits = self.server.limits
        if self.total_outbufs_len:
            return self._reads_too_slowly(now)
        self._behind = None
        if self.requests:
            return False
        if self.request is None:
            return now - self.since > (limits.idle if self._was_answered else limits.first_byte)
        time = limits.head + (limits.body if self.request.headers_finished else 0)
        return now - (self._heard or self.since) > time

    def _reads_too_slowly(self, now: float) -> bool:
        limits: Limits = self.server.limits
        if self._behind is None:
            self._behind = now, self._sent
            return False
        then, sent = self._behind
        if now - then < limits.stall:
            return False
        self._behind = now, self._sent
        return self._sent - sent < limits.least_rate * (now - then)

    def service(self) -> None:
        """Answer a request. That a body is too large is said by the application, in the reader's language."""
        request = self.requests[0]
        if isinstance(request.error, RequestEntityTooLarge):
            request.error = None
            request.headers |= {"CONTENT_LENGTH": str(self.adj.max_request_body_size), "CONNECTION": "close"}
        visitor = self.visitor  # the next request, with a visitor of its own, may be taken before this one ends here
        try:
            super().service()
        finally:
            self.server.answered(self, visitor)

    def waits(self) -> None:
        """Start the timeout for the next request, after one was taken or answered."""
        self.since, self._was_answered = self.server.clock(), True

    def del_channel(self, *sockets: Any) -> None:
        super().del_channel(*sockets)
        self.server.forget(self)
