"""The guard: checks every request, its host too, before it is handled, and sets the headers of every response.

Reading is open to all. A request that is not GET must be JSON (a form for the set-up), from a page of this table or
from no page, and from a phone at the helm; :func:`open_to_all` marks the routes that need no helm, :func:`for_owner`
and :func:`for_helm_or_owner` those that the owner may use without it, :func:`for_setup` those of the set-up.
"""

import socket
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from typing import Any, Literal, Protocol, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request, session

from engine.i18n import gettext as _
from web.access.cookies import Cookies
from web.access.sessions import ControlSessions
from web.errors import Denied
from web.pairing.claimed_screens import Claimed


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

HAND, ASK, SCREEN, OWNER, MARK, PLAYS, NAME = "hand", "ask", "screen", "owner", "mark", "plays", "name"
"""What the cookie may carry: the name of a hand at the helm, of a request for it, of a screen of the table, of a
session of the owner, the mark of a device that knew the PIN, the name of a phone that asks to play, and of its player.
"""

COOKIE = "quarterdeck_helm"
LARGEST = 64 * 1024
"""Bytes of a request's body."""

OWN_COOKIES = (COOKIE,)
"""Names of the cookies that one of the table's own may have; requests without one are not looked at further."""

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
"""Who may send a change: everybody; the helm; that or the owner; as :mod:`web.access.owner_rights` decides in the
route itself, the owner or the helm with a press at the table; or, as :mod:`web.setup.access` decides, the browser that
sets the table up. Routes of the last level take forms, the others JSON."""

FORM = "application/x-www-form-urlencoded"


class Owners(Protocol):
    """Who is the owner: :class:`web.access.owner_rights.OwnerRights`."""

    def is_owner(self) -> bool:
        """Return whether the current request is from a session of the owner."""
        ...

    def check(self) -> None:
        """Raise :class:`~web.errors.Denied` unless the client is the owner or at the helm."""
        ...

    def is_there(self, name: str | None) -> bool:
        """Return whether the session of that name is on. Never blocks."""
        ...


def open_to_all(view: View) -> View:
    """Mark a route that changes something and needs no helm."""
    view.level = "guest"  # type: ignore[attr-defined]
    return view


def for_helm_or_owner(view: View) -> View:
    """Mark a route that the owner may use without the helm."""
    view.level = "helm or owner"  # type: ignore[attr-defined]
    return view


def for_owner(view: View) -> View:
    """Mark a route that needs the owner, or the helm and what the route asks for then."""
    view.level = "owner"  # type: ignore[attr-defined]
    return view


def for_setup(view: View) -> View:
    """Mark a route of the set-up, which decides itself who may use it, and takes forms."""
    view.level = "setup"  # type: ignore[attr-defined]
    return view


def level_of(view: Callable[..., Any]) -> Level:
    """Return who may send a change to that route."""
    level: Level = getattr(view, "level", "helm")
    return level


def set_guard(
    app: Flask, secret: bytes, names: frozenset[str], hands: ControlSessions, screens: Claimed, owners: Owners
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
    def look() -> None:
        if not is_ours(request.headers.get("Host", ""), names):
            raise Denied(400, "bad_host", _("Unknown address: open the table by its own name or IP address."))
        if _cookies() > 1:
            raise Denied(
                400, "doubled", _("Your browser has two cookies for this table: delete them, then take the helm again.")
            )
        if request.method in SAFE or request.routing_exception is not None:
            return
        if not is_from_here():
            raise Denied(403, "foreign", _("Blocked: this request came from another site. Use the table’s own page."))
        level = level_of(current_app.view_functions[request.endpoint or ""])
        if level == "setup":
            check_form()
        elif request.mimetype != "application/json":
            raise Denied(415, "not_json", _("Changes are sent as JSON (Content-Type: application/json)."))
        match level:
            case "helm":
                check_helm(hands)
            case "helm or owner" if not owners.is_owner():
                check_helm(hands)
            case "owner":
                owners.check()

    def own(cookies: str) -> bool:
        if not any(name in cookies for name in OWN_COOKIES):
            return False
        with app.request_context(NO_REQUEST | {"HTTP_COOKIE": cookies}):
            return is_own(hands, screens, owners)

    app.extensions["quarterdeck_own"] = own
    app.after_request(guard)


def is_own(hands: ControlSessions, screens: Claimed, owners: Owners) -> bool:
    """Return whether the request is from one of the table's own clients, which are served before guests.

    Called before the request is handled, on the thread of the server's loop: it must not block.
    """
    return hands.is_there(hand()) or screens.has(screen()) or owners.is_there(owner())


def _cookies() -> int:
    """Return how many session cookies came; with two, it is ambiguous which one is ours."""
    pairs = request.headers.get("Cookie", "").split(";")
    return sum(pair.partition("=")[0].strip() == COOKIE for pair in pairs)


def check_helm(hands: ControlSessions) -> None:
    """Raise :class:`~web.errors.Denied` if the client is not at the helm."""
    if not hands.has(hand()):
        raise Denied(403, "no_helm", _("Take the helm first."))


def hand() -> str | None:
    """Return the hand that the signed cookie of the current request names, or None."""
    return named_in_cookie(HAND)


def asking() -> str | None:
    """Return the name under which this client has asked for the helm, or None."""
    return named_in_cookie(ASK)


def screen() -> str | None:
    """Return the name of the screen that this client is, or None if it is not one of the table's own."""
    return named_in_cookie(SCREEN)


def owner() -> str | None:
    """Return the name of the owner's session that this client has, or None."""
    return named_in_cookie(OWNER)


def client() -> str:
    """Return a name for who sends this request: that of the owner's session, or of the hand at the helm."""
    return owner() or hand() or ""


def named_in_cookie(what: str) -> str | None:
    """Return what the signed cookie of the current request carries under that key, or None."""
    name = session.get(what)
    return name if isinstance(name, str) else None


def guard(response: Response) -> Response:
    """Add the headers that every response has."""
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
        raise Denied(403, "foreign", _("Blocked: this request came from another site. Use the table’s own page."))


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
