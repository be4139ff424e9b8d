"""Guards every request: the host it is for, where it comes from, how many there are, and the headers of answers."""

import socket
import time
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.i18n import gettext as _

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
PER_SECOND, BURST = 20.0, 80.0
"""Requests of one address."""
MOST_ADDRESSES = 10_000
DOOR = "/api/venue/events"


class Rates:
    """Token buckets by address. The oldest are forgotten when there are too many."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def allows(self, address: str) -> bool:
        """Take a token of that address. Return whether there was one."""
        now = self._clock()
        left, then = self._buckets.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._per_second)
        allowed = left >= 1
        self._buckets[address] = (left - 1 if allowed else left, now)
        if len(self._buckets) > MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return allowed


def own_names(hosts: Iterable[str]) -> frozenset[str]:
    own = socket.gethostname().partition(".")[0]
    return frozenset(name.lower().rstrip(".") for name in ("localhost", own, f"{own}.local", *hosts) if name)


def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Return whether a request's host is one of the names or an IP address: DNS rebinding needs a foreign name."""
    name = ""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        ip_address(name)
    except ValueError:
        return bool(host) and "@" not in host and name.rstrip(".") in names
    return True


def is_same_site(headers: Headers) -> bool:
    """Return whether a change comes from a page of this board, or not from a browser."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


class Guard:
    """ASGI middleware that refuses foreign hosts, foreign changes and too many requests."""

    def __init__(self, app: ASGIApp, names: frozenset[str], rates: Rates) -> None:
        self._app, self._names, self._rates = app, names, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        await (refusal or self._app)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        path, is_door = scope["path"], scope["path"] == DOOR
        client = scope.get("client") or ("", 0)
        if not is_own_host(headers.get("host", ""), self._names):
            return refused(path, 400, _("Unknown address: open this page by its own name or IP address."))
        if not is_door and not self._rates.allows(client[0]):
            return refused(path, 429, _("Too many requests from this network: wait a moment."))
        if scope["method"] not in ("GET", "HEAD") and not is_door and not is_same_site(headers):
            return refused(path, 403, _("Blocked: this request came from another site. Use this one’s own page."))
        return None


def refused(path: str, status: int, sentence: str) -> Response:
    """Return the answer to a refused request: one sentence, as JSON for the API."""
    if path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status)
    return PlainTextResponse(f"{sentence}\n", status)
