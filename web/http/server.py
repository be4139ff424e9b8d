"""The HTTP server: waitress with enough threads for the streams, and what it answers to refused requests."""

import errno
import json
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from math import ceil
from threading import Event, Lock, get_ident
from typing import Any

from flask import Flask, render_template, request
from waitress import wasyncore
from waitress.adjustments import Adjustments

from engine.i18n import gettext as _
from engine.i18n import translated
from web.access.guard import HEADERS, LARGEST
from web.access.visitor import Visitor, visitor_of
from web.errors import HostUnknown, PortForbidden, PortTaken, sorry
from web.http.limits import MAX_STREAMS, OWN_STREAMS, Limits, Streams
from web.http.listener import Dispatcher, LimitedServer
from web.viewer import viewer_of

THREADS = MAX_STREAMS + OWN_STREAMS + 24
"""One for each stream, and 24: 4 for guests, 8 for streams that are ending, the rest for the table's own."""

STALLED_MS = 30_000
"""A phone that left without a word is given up after this long, and with it its stream."""

SEND_BUFFER = 64 * 1024
"""Bytes that the kernel holds for a client that does not read; Linux doubles it, and would go to 4 MB by itself."""

NO_CONNECTION_LIMIT = 1_000_000
"""Passed to waitress, which then has no limit of its own; :mod:`web.http` limits connections."""


REASONS = {
    "too_many_requests": (429, _("Too many requests from this network: wait a moment.")),
    "busy": (503, _("The table is busy. Try again in a moment.")),
}
"""Status and sentence of each refusal."""

PROGRAMS = ("/api/", "/healthz")


class Refusals:
    """WSGI middleware that answers refused requests before the application. Each page of these is rendered once."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._made: dict[tuple[str, ...], bytes] = {}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        visitor = visitor_of(environ)
        if not visitor.refusal:
            return self._app(environ, start_response)
        kind, body = self._told(environ, visitor)
        status, _why = REASONS[visitor.refusal]
        headers = HEADERS | {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Retry-After": str(max(1, ceil(visitor.later))),
        }
        start_response(f"{status} {HTTPStatus(status).phrase}", [*headers.items()])
        return [body]

    def _told(self, environ: dict[str, Any], visitor: Visitor) -> tuple[str, bytes]:
        status, why = REASONS[visitor.refusal]
        with self._app.request_context(environ):
            viewer = viewer_of(request)
            program = request.path.startswith(PROGRAMS) or request.method not in ("GET", "HEAD")
            key = (visitor.refusal, viewer.language, viewer.theme, str(program))
            if key not in self._made:
                why = translated(why, viewer.language)
                if program:
                    self._made[key] = json.dumps({"code": visitor.refusal, "why": why}).encode()
                else:
                    page = render_template("sorry.html", sorry=(sorry(status)[0], why))
                    self._made[key] = page.encode()
        return ("application/json" if program else "text/html; charset=utf-8"), self._made[key]


class Server:
    """One listening server. The port is open on creation; requests are answered while :meth:`run` runs."""

    def __init__(self, app: Flask, listener: socket.socket, threads: int, limits: Limits) -> None:
        self.host, self.port = listener.getsockname()[:2]
        self._streams: Streams = app.extensions["quarterdeck_streams"]
        self._sockets: dict[int, object] = {}
        self._closing = Event()
        self._running = Lock()
        self._runner: int | None = None
        self._server = LimitedServer(
            Refusals(app),
            listener,
            sockets=self._sockets,
            adj=Adjustments(
                connection_limit=NO_CONNECTION_LIMIT,
                # Above its own limit the application answers 413; above this one the rest is not read.
                max_request_body_size=2 * LARGEST,
                max_request_header_size=16 * 1024,
                outbuf_high_watermark=128 * 1024,
                # That a client breaks off is no error.
                log_socket_errors=False,
                ident="quarterdeck",
            ),
            dispatcher=Dispatcher(threads, limits.at_work),
            limits=limits,
            own=app.extensions.get("quarterdeck_own", lambda _: False),
        )

    @property
    def url(self) -> str:
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    def run(self) -> None:
        """Answer requests until :meth:`close` is called (from any thread), then end every stream and return."""
        self._runner = get_ident()
        with self._running:
            try:
                while not self._closing.is_set():
                    wasyncore.loop(timeout=1, use_poll=True, map=self._sockets, count=1)
                    self._server.tidy()
            finally:
                self._shut()

    def close(self) -> None:
        """Stop: streams end, and the port is free when this returns. A second call does nothing.

        Where :meth:`run` is on the same thread (a signal's handler), it stops after the handler has returned.
        """
        self._streams.close()
        self._closing.set()
        with suppress(OSError):  # it may have been shut in between
            self._server.pull_trigger()
        if get_ident() != self._runner:
            with self._running:
                self._shut()

    def _shut(self) -> None:
        self._streams.close()
        if self._sockets:
            self._server.give_up_unread()
            self._server.task_dispatcher.shutdown()
            wasyncore.close_all(self._sockets)


def create_server(app: Flask, host: str, port: int, *, threads: int = THREADS, limits: Limits | None = None) -> Server:
    """Create a server for the app of :func:`web.app.create_app`, listening on the port (0: any free one).

    ``limits`` are the limits of one address and of all guests. Raises :class:`PortTaken`, :class:`PortForbidden` or
    :class:`HostUnknown`.
    """
    return Server(app, listen(host, port), threads, limits or Limits())


def serve(app: Flask, host: str, port: int) -> None:
    create_server(app, host, port).run()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there (port 0: any free one); raises like :func:`create_server`."""
    if not 0 <= port <= 65535:
        raise PortForbidden(host, port)
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.create_server(address[:2], family=family, backlog=256)
    except socket.gaierror:
        raise HostUnknown(host) from None
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                raise PortTaken(host, port) from None
            case errno.EACCES:
                raise PortForbidden(host, port) from None
            case errno.EADDRNOTAVAIL:
                raise HostUnknown(host) from None
        raise
    # The options of a listening socket are handed down to the connections that it accepts.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
    return listener
