"""The client of a request: parsed strictly, passed to the application, refused where it asks too much."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from typing import Any, Literal

from flask import Flask, render_template, request
from waitress.parser import HTTPRequestParser, ParsingError, get_header_lines

from engine.i18n import gettext as _
from web.access.guard import HEADERS
from web.ports.preferences import viewer_of

KEY = "quarterdeck.visitor"
"""Where a WSGI environment has its visitor."""

Refusal = Literal["", "too_many_requests", "busy"]


def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Visitor:
    """The account that a client is counted under, and whether it is one of the table's own. One for each request.

    With a ``refusal`` the request is answered with an error, and may be repeated after ``later`` seconds. ``stays`` is
    called for a response without end, which does not count as work; ``end`` closes the connection, from any thread.
    """

    account: str
    own: bool
    refusal: Refusal = ""
    later: float = 0.0
    stays: Callable[[], None] = _nothing
    end: Callable[[], None] = _nothing


MACHINE = Visitor("127.0.0.1", own=True)
"""Who asks where there is no server between: a test of the application."""


def visitor_of(environ: Mapping[str, Any]) -> Visitor:
    """Return the visitor of that request."""
    visitor: Visitor = environ.get(KEY, MACHINE)
    return visitor


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
        """Answer the request (WSGI)."""
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
                why = viewer.words.told(why)
                if program:
                    self._made[key] = json.dumps({"code": visitor.refusal, "why": why}).encode()
                else:
                    sorry = (viewer.words.sorry(status)[0], why)
                    self._made[key] = render_template("sorry.html", sorry=sorry).encode()
        return ("application/json" if program else "text/html; charset=utf-8"), self._made[key]


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
        """Return whether a target with scheme and host, as proxies get it, names the host of the request."""
        host: Any = self.headers.get("HOST", "")
        named: Any = self.proxy_netloc
        return self.proxy_scheme.lower() in ("http", "https") and bool(named) and bool(named.lower() == host.lower())
