"""The page's HTTP server: waitress with threads enough for its streams, startable in a thread and stoppable."""

import errno
import socket
from contextlib import suppress
from threading import Event, Lock, get_ident

import waitress
from flask import Flask
from waitress import wasyncore

from web.errors import HostUnknown, PortForbidden, PortTaken
from web.guard import LARGEST
from web.stream import MAX_STREAMS, Streams
from web.strict import StrictChannel

THREADS = MAX_STREAMS + 24
STALLED_MS = 30_000
"""A phone that left without a word is given up after this long, and with it its stream."""


class Server:
    """One listening server. The port is open as soon as this exists; requests are answered while :meth:`run` runs."""

    def __init__(self, app: Flask, listener: socket.socket, threads: int) -> None:
        self.host, self.port = listener.getsockname()[:2]
        self._streams: Streams = app.extensions["quarterdeck_streams"]
        self._sockets: dict[int, object] = {}
        self._closing = Event()
        self._running = Lock()
        self._runner: int | None = None
        self._server = waitress.create_server(
            app,
            map=self._sockets,
            sockets=[listener],
            threads=threads,
            connection_limit=800,
            # Beyond its own limit the application says so in its own words; far beyond, nobody listens.
            max_request_body_size=2 * LARGEST,
            max_request_header_size=16 * 1024,
            channel_timeout=60,
            cleanup_interval=10,
            # A stream's client is watched while the stream runs, so that a closed page gives its place back at once.
            channel_request_lookahead=1,
            outbuf_high_watermark=256 * 1024,
            asyncore_use_poll=True,
            ident="quarterdeck",
        )
        self._server.channel_class = StrictChannel

    @property
    def url(self) -> str:
        """Where the page is, as seen from this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    def run(self) -> None:
        """Answer requests until :meth:`close` is called (from any thread), then end every stream and return."""
        self._runner = get_ident()
        with self._running:
            try:
                while not self._closing.is_set():
                    wasyncore.loop(timeout=1, use_poll=True, map=self._sockets, count=1)
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
            self._server.task_dispatcher.shutdown()
            wasyncore.close_all(self._sockets)


def create_server(app: Flask, host: str, port: int, *, threads: int = THREADS) -> Server:
    """A server for the app of :func:`web.create_app`, listening on the port (0: any free one).

    Raises :class:`PortTaken`, :class:`PortForbidden` or :class:`HostUnknown`.
    """
    return Server(app, _listen(host, port), threads)


def serve(app: Flask, host: str, port: int) -> None:
    """Serve the app until the process is interrupted; raises like :func:`create_server`."""
    create_server(app, host, port).run()


def _listen(host: str, port: int) -> socket.socket:
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
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Linux hands the options of a listening socket down to the connections that it accepts.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
    return listener
