"""The guard: checks every request, its host too, before it is handled, and sets the headers of every response.

Reading is open to all. A request that is not GET must be JSON (a form for the set-up), from a page of this table or
from no page, and from a phone at the helm; :func:`open_to_all` marks the routes that need no helm, :func:`for_owner`
and :func:`for_helm_or_owner` those that the owner may use without it, :func:`for_setup` those of the set-up.

What needs the owner is decided in one place, :meth:`OwnerRights.allow`, for every route that names what it does. A
session of the owner is enough. Otherwise a client at the helm needs a press at the table, where that has buttons.
Without buttons, what only needed the helm before there were owners still does while no PIN was ever set; everything
else is refused.
"""

import socket
from collections.abc import Callable, Iterable
from ipaddress import ip_address, ip_network
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request, session

from engine.i18n import gettext as _
from table.commands import CommandSink, Deed, Permit, Verdict
from table.questions import ON_THE_MACHINE
from web.access.captive import Captive
from web.access.pin import OwnerPin, PinState
from web.access.sessions import (
    MARK,
    OWNER,
    ControlSessions,
    Cookies,
    OwnerSessions,
    check_helm,
    hand,
    named_in_cookie,
    owner,
    screen,
)
from web.errors import Denied


def names_of(hosts: Iterable[str]) -> frozenset[str]:
    """Return the names of this machine: localhost, its host name with and without ``.local``, and those given."""
    own = socket.gethostname().partition(".")[0]
    return frozenset(name.lower().rstrip(".") for name in ("localhost", own, f"{own}.local", *hosts) if name)


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Return whether a request for that host (with or without a port) is for one of the names, or for any IP address.

    IP addresses need no list: in an attack by DNS rebinding the host is always a name.
    """
    name = _name_of(host)
    if name is None:
        return False
    try:
        ip_address(name)
    except ValueError:
        return name.lower().rstrip(".") in names
    return True


def _name_of(host: str) -> str | None:
    """Return the host without its port, or None if it is malformed."""
    if host.startswith("["):
        name, closed, port = host[1:].partition("]")
        closed = closed if ":" in name else ""
        port = port.removeprefix(":") if port.startswith(":") or not port else "?"
    else:
        name, _, port = host.partition(":")
        closed = "]"
    return name if name and closed and (not port or (port.isascii() and port.isdigit())) else None


LOCAL = tuple(
    ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""Private, link-local and loopback networks (RFC 1918, 3927, 4193, 4291)."""


def is_local(address: str) -> bool:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    near = getattr(found, "ipv4_mapped", None) or found
    return any(near.version == network.version and near in network for network in LOCAL)


HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": (
        "accelerometer=(), autoplay=(self), camera=(), display-capture=(), encrypted-media=(), fullscreen=(self), "
        "geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), "
        "publickey-credentials-get=(), screen-wake-lock=(self), usb=(), xr-spatial-tracking=()"
    ),
}

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing, whatever the route."""


COOKIE = "quarterdeck_helm"
LARGEST = 64 * 1024
"""Bytes of a request's body."""

NO_REQUEST = {
    "REQUEST_METHOD": "GET",
    "PATH_INFO": "/",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "wsgi.url_scheme": "http",
}
"""What a request must have beside its cookies, for reading these alone."""

View = TypeVar("View", bound=Callable[..., Any])

Level = Literal["guest", "helm", "helm or owner", "owner", "setup"]
"""Who may send a change: everybody; the helm; that or the owner; as :mod:`web.access.guard` decides in the
route itself, the owner or the helm with a press at the table; or, as :mod:`web.setup.access` decides, the browser that
sets the table up. Routes of the last level take forms, the others JSON."""

FORM = "application/x-www-form-urlencoded"


SHOWN_WITHIN = 5.0
"""Seconds that the table has for showing the question."""

ANSWERED_WITHIN = 12.0
"""Seconds after which no answer comes any more: the table itself asks for ten."""

LATER = 10
"""Seconds after which to ask again where the table is busy."""


class NotAllowed(Denied):
    """Raised when the request was refused at the table. It is not asked again for the same request."""


def ask_at_table(helm: CommandSink | None, deed: Deed) -> None:
    """Ask for permission at the table, and wait until ROLL is pressed there.

    Raises :class:`NotAllowed` if STAND was pressed, or nothing in time, and another :class:`~web.errors.Denied` if the
    table cannot ask.
    """
    if helm is None:
        raise Denied(422, "only_watching", _("This table is view only."))
    permit = Permit(deed)
    answer = helm.submit(permit, SHOWN_WITHIN)
    if not answer.done:
        match answer.code:
            case "no_buttons":
                raise Denied(403, answer.code, answer.why)
            case "busy":
                raise Denied(429, answer.code, answer.why, LATER)
        raise Denied(503, answer.code, answer.why, 1)
    try:
        verdict: Verdict = permit.verdict.result(ANSWERED_WITHIN)
    except TimeoutError:
        verdict = "unanswered"
    match verdict:
        case "refused":
            raise NotAllowed(403, "not_allowed", _("Refused at the table with STAND."))
        case "unanswered":
            raise NotAllowed(403, "not_answered", _("ROLL was not pressed within ten seconds: ask again."))
        case "withdrawn":
            raise Denied(429, "busy", _("The table is asking something else: ask again in a moment."), LATER)


HELM_IS_ENOUGH: frozenset[Deed] = frozenset({"owner", "pictures", "house_rules", "controllers", "screens", "players"})
"""What only the helm is needed for at a table without buttons, while no PIN was ever set."""

AccessWay = Literal["free", "press", "pin", "machine", "helm"]
"""How a client gets to do it: at once, by a press at the table, with the PIN, on the machine, or at the helm."""

NEEDS_PIN = _("Only the owner may do that: set a PIN under Menu › Owner first.")

NOBODY_TO_PRESS = ("no_buttons", "only_watching")
"""Refusals of a table that cannot ask for a press."""


class OwnerRights:
    """Who is the owner, and what needs the owner. Thread-safe."""

    def __init__(self, pin: OwnerPin, hands: ControlSessions, helm: CommandSink | None, *, has_buttons: bool) -> None:
        self.pin = pin
        self.sessions = OwnerSessions()
        self.has_buttons = has_buttons
        self._hands = hands
        self._helm = helm

    def is_owner(self) -> bool:
        """Return whether the current request is from a session of the owner; this counts as a use of it."""
        return self.sessions.is_there(owner()) and self.sessions.has(owner(), self.pin.stamp)

    def at_helm(self) -> bool:
        """Return whether the current request is from a client at the helm; this counts as a use of its place."""
        return self._hands.has(hand())

    def allow(self, deed: Deed) -> None:
        """Return if the current client may do that; wait for a press at the table if needed.

        Raises :class:`~web.errors.Denied` if not.
        """
        if self.is_owner():
            return
        self._check_helm()
        if self.has_buttons and self._is_pressed_for(deed):
            return
        state = self.pin.state
        if state == "set":
            raise _no_owner(state)
        if state == "lost" or deed not in HELM_IS_ENOUGH:
            raise Denied(403, "no_buttons", ON_THE_MACHINE[deed])

    def way(self, deed: Deed) -> AccessWay:
        """Return how the current client gets to do that, for what a page shows."""
        if self.is_owner():
            return "free"
        state, at_helm = self.pin.state, self._hands.is_there(hand())
        if at_helm and self.has_buttons:
            return "press"
        if state == "set":
            return "pin"
        if state == "none" and deed in HELM_IS_ENOUGH:
            return "free" if at_helm else "helm"
        return "machine" if at_helm or not self.has_buttons else "helm"

    def check(self) -> None:
        if not self.is_owner():
            self._check_helm()

    def check_owner(self) -> None:
        """Raise :class:`~web.errors.Denied` unless the client is the owner: no press at the table does instead."""
        if not self.is_owner():
            state = self.pin.state
            raise _no_owner(state) if state == "set" else Denied(403, "no_owner", NEEDS_PIN)

    def sign_in(self, pin: str) -> None:
        """Begin a session of the owner for the current client. Raises :class:`~web.errors.Denied` for a wrong PIN."""
        self._begin(self.pin.check(pin, request.remote_addr or "", named_in_cookie(MARK) or ""))

    def sign_out(self) -> None:
        self.sessions.end(owner())
        session.pop(OWNER, None)

    def set_pin(self, pin: str) -> None:
        """Set the PIN, which ends all sessions of the one before, and begin a session for the current client.

        To change it needs the owner; to set the first one, or another for one that was lost, the helm and a press.
        """
        if self.pin.state == "set":
            self.check_owner()
        else:
            self.allow("owner")
        self._begin(self.pin.set(pin))

    def set_first_pin(self, pin: str) -> None:
        """Set the PIN of a table that never had one, and begin a session for the current client.

        The caller has checked that the client may. Raises :class:`~web.errors.Denied` if there is one.
        """
        if self.pin.state != "none":
            raise Denied(403, "no_owner", _("This table has a PIN already: the owner changes it under Menu › Owner."))
        self._begin(self.pin.set(pin))

    def remove_pin(self) -> None:
        """Remove the PIN, which ends all sessions. It needs the owner."""
        self.check_owner()
        self.pin.remove()
        self.sign_out()

    def _begin(self, stamp: str) -> None:
        self.sessions.end(owner())
        session[OWNER] = self.sessions.begin(stamp)
        session[MARK] = self.pin.mark(named_in_cookie(MARK) or "")

    def _is_pressed_for(self, deed: Deed) -> bool:
        """Wait for a press; return whether it came, False for a table without buttons."""
        try:
            ask_at_table(self._helm, deed)
        except Denied as denied:
            if denied.code not in NOBODY_TO_PRESS:
                raise
            return False
        return True

    def _check_helm(self) -> None:
        if not self.at_helm():
            raise _no_owner(self.pin.state)


def _no_owner(state: PinState) -> Denied:
    if state == "set":
        return Denied(403, "no_owner", _("Only the owner may do that: enter the PIN under Menu › Owner."))
    return Denied(403, "no_owner", _("Take the helm first."))


def _marked(level: Level) -> Callable[[View], View]:
    def mark(view: View) -> View:
        view.level = level  # type: ignore[attr-defined]
        return view

    return mark


open_to_all = _marked("guest")
"""Marks a route that changes something and needs no helm."""

for_helm_or_owner = _marked("helm or owner")
"""Marks a route that the owner may use without the helm."""

for_owner = _marked("owner")
"""Marks a route that needs the owner, or the helm and what the route asks for then."""

for_setup = _marked("setup")
"""Marks a route of the set-up, which decides itself who may use it, and takes forms."""


def level_of(view: Callable[..., Any]) -> Level:
    level: Level = getattr(view, "level", "helm")
    return level


def set_guard(
    app: Flask,
    secret: bytes,
    names: frozenset[str],
    hands: ControlSessions,
    is_screen: Callable[[str | None], bool],
    rights: OwnerRights,
    captive: Captive,
) -> None:
    """Add the guard to the app: ``secret`` signs cookies, ``names`` are its hosts, ``hands`` are at the helm."""
    app.secret_key = secret
    app.session_interface = Cookies()
    app.config.update(
        SESSION_COOKIE_NAME=COOKIE,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        MAX_CONTENT_LENGTH=LARGEST,
    )

    @app.before_request
    def look() -> Response | None:
        if not is_ours(request.headers.get("Host", ""), names):
            if led := captive.answer():
                return led
            raise Denied(400, "bad_host", _("Unknown address: open this page by its own name or IP address."))
        if _cookies() > 1:
            raise Denied(
                400, "doubled", _("Your browser has two cookies for this table: delete them, then take the helm again.")
            )
        if request.method in SAFE or request.routing_exception is not None:
            return None
        if not is_from_here():
            raise Denied(403, "foreign", _("Blocked: this request came from another site. Use this one’s own page."))
        level = level_of(current_app.view_functions[request.endpoint or ""])
        if level == "setup":
            check_form()
        elif request.mimetype != "application/json":
            raise Denied(415, "not_json", _("Changes are sent as JSON (Content-Type: application/json)."))
        match level:
            case "helm":
                check_helm(hands)
            case "helm or owner" if not rights.is_owner():
                check_helm(hands)
            case "owner":
                rights.check()
        return None

    def own(cookies: str) -> bool:
        """Return whether a request with these cookies is from one of the table's own clients, served before guests.

        Called before the request is handled, on the thread of the server's loop: it must not block.
        """
        if COOKIE not in cookies:
            return False
        with app.request_context(NO_REQUEST | {"HTTP_COOKIE": cookies}):
            return hands.is_there(hand()) or is_screen(screen()) or rights.sessions.is_there(owner())

    app.extensions["quarterdeck_own"] = own
    app.after_request(guard)
    app.after_request(captive.note)


def _cookies() -> int:
    """Return how many session cookies came; with two, it is ambiguous which one is ours."""
    pairs = request.headers.get("Cookie", "").split(";")
    return sum(pair.partition("=")[0].strip() == COOKIE for pair in pairs)


def guard(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def check_form() -> None:
    """Raise :class:`~web.errors.Denied` for anything but a form that a browser sent from a page of this table.

    A form can be sent from any page, without a question before. The browser has to say where it comes from, which
    :func:`is_from_here` compares with the address.
    """
    if request.mimetype != FORM:
        raise Denied(415, "not_a_form", _("This page takes forms only."))
    if request.headers.get("Origin") is None:
        raise Denied(403, "foreign", _("Blocked: this request came from another site. Use this one’s own page."))


def is_from_here() -> bool:
    """Return whether the request is from a page of this table, or not from a browser, as its headers say."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        said = urlsplit(origin)
    except ValueError:
        return False
    return said.scheme in ("http", "https") and said.netloc.lower() == request.headers.get("Host", "").lower()
