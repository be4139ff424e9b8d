"""Sessions: the signed cookie and what it names, phones at the helm with their tickets to download, and the owner.

The cookie holds no time, so it does not depend on a clock.
"""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

from flask import Flask, Request, Response, session
from flask.json.tag import TaggedJSONSerializer
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from werkzeug.http import dump_cookie

from engine.i18n import gettext as _
from web.errors import Denied, NotKept
from web.services.store import KeyValueStore, known_rows

DAYS = 400
"""Days for which a browser keeps the cookie: as long as browsers keep any."""

SALT, FORMER_SALT = "quarterdeck-cookie", "cookie-session"
"""What the two formats are signed with beside the secret, so that neither passes for the other."""


class Cookies(SessionInterface):
    """Stores Flask's session in one signed cookie.

    The age of a cookie is not checked: a machine without a real-time clock starts in 1970 after a power cut. The table
    revokes what a cookie names (a hand, a screen, a request). Cookies of the former format, with a time, are still
    read.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        value = request.cookies.get(self.get_cookie_name(app), "")
        for serializer in serializers(app.secret_key or "") if value else ():
            try:
                said = serializer.loads(value)
            except (BadData, ValueError, OverflowError):
                continue
            return SecureCookieSession(said if isinstance(said, dict) else {})
        return SecureCookieSession()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.accessed:
            response.vary.add("Cookie")
        if not session.modified:
            return
        where: dict[str, Any] = {
            "path": self.get_cookie_path(app),
            "httponly": self.get_cookie_httponly(app),
            "samesite": self.get_cookie_samesite(app),
        }
        if session:
            value = serializers(app.secret_key or "")[0].dumps(dict(session))
            age = DAYS * 24 * 3600
            # sync_expires would add a date by this machine's clock, which may have passed for the browser
            cookie = dump_cookie(self.get_cookie_name(app), str(value), max_age=age, sync_expires=False, **where)
            response.headers.add("Set-Cookie", cookie)
        else:
            response.delete_cookie(self.get_cookie_name(app), **where)


@cache
def serializers(key: str | bytes) -> tuple[URLSafeSerializer, URLSafeTimedSerializer]:
    """Return the serializers of the current format and of the former one, which is only read."""
    how: dict[str, Any] = {"serializer": TaggedJSONSerializer(), "signer_kwargs": {"key_derivation": "hmac"}}
    return URLSafeSerializer(key, salt=SALT, **how), URLSafeTimedSerializer(key, salt=FORMER_SALT, **how)


KEPT = "helm"
"""The name under which the drawer keeps them."""

MOST = 20
"""Places at the helm."""

STEPS = 4
"""Parts of the idle limit in which the time without use is written down. A restart counts as one of them."""


class ControlSessions:
    """The clients at the helm, each under a random name. Thread-safe.

    They are stored in the ``drawer`` and survive a restart. A place that was not used for ``idle`` seconds is free. A
    restart counts as a quarter of ``idle``, because the time without power is unknown: an unused place is free after
    four restarts.
    """

    def __init__(self, drawer: KeyValueStore, idle: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._drawer = drawer
        self._idle = idle
        self._clock = clock
        self._lock = Lock()
        now = clock()
        kept = dict(known_rows(drawer, KEPT, _read)[-MOST:])
        self._used = {name: now - (steps + 1) * idle / STEPS for name, steps in kept.items() if steps + 1 < STEPS}
        self._kept = kept
        if kept:
            self._keep_steps()

    def __len__(self) -> int:
        with self._lock:
            return len(self._present())

    def take(self) -> str:
        """Take a place at the helm, and return its name.

        Raises :class:`~web.errors.Denied` if all are taken.
        """
        with self._lock:
            present = self._present()
            self._check_room(present)
            name = secrets.token_urlsafe(16)
            self._used = present | {name: self._clock()}
            self._keep_steps()
            return name

    def check_room(self) -> None:
        with self._lock:
            self._check_room(self._present())

    def has(self, name: str | None) -> bool:
        """Return whether that hand is at the helm; this counts as a use of the place."""
        with self._lock:
            if name is None or name not in self._present():
                return False
            self._used[name] = self._clock()
            self._keep_steps()
            return True

    def is_there(self, name: str | None) -> bool:
        """Return whether that hand is at the helm, without using its place. Never blocks."""
        used = self._used.get(name) if name else None
        return used is not None and self._clock() - used < self._idle

    def give_back(self, name: str) -> None:
        with self._lock:
            self._used = {other: used for other, used in self._present().items() if other != name}
            self._keep_steps()

    def give_all_back(self) -> None:
        with self._lock:
            self._used = {}
            self._keep_steps()

    def _present(self) -> dict[str, float]:
        now = self._clock()
        self._used = {name: used for name, used in self._used.items() if now - used < self._idle}
        self._keep_steps()
        return self._used

    @staticmethod
    def _check_room(present: dict[str, float]) -> None:
        if len(present) >= MOST:
            raise Denied(
                422, "helm_full", _("{most} phones are already at the helm: one has to leave first.", most=MOST)
            )

    def _keep_steps(self) -> None:
        """Store who is at the helm, and for how many steps without use, if that has changed."""
        now = self._clock()
        steps = {name: int((now - used) / self._idle * STEPS) for name, used in self._used.items()}
        if steps == self._kept:
            return
        self._kept = steps
        with suppress(NotKept):  # with a full disk the helm is lost at a restart
            self._drawer.put(KEPT, steps)


def _read(row: object) -> tuple[str, int]:
    """Return a stored name and its steps; files of former versions have a list of names."""
    match row:
        case str(name):
            return name, 0
        case [str(name), int(steps)] if steps >= 0 and steps is not True:
            return name, steps
    raise ValueError("no place at the helm")


GOOD_FOR = 60.0
"""Seconds within which the download must begin."""


@dataclass(frozen=True, slots=True)
class _Ticket:
    name: str
    hand: str
    until: float
    wifi_password: bool


class Tickets:
    """Stores the latest ticket; there is one at a time. Thread-safe; ``clock`` in seconds, monotonic."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._latest: _Ticket | None = None

    def issue(self, hand: str, *, wifi_password: bool) -> str:
        """Return a new ticket for that hand; it replaces the one before."""
        name = secrets.token_urlsafe(24)
        with self._lock:
            self._latest = _Ticket(name, hand, self._clock() + GOOD_FOR, wifi_password)
        return name

    def redeem(self, name: str, hand: str) -> bool:
        """Use the ticket up. Returns whether the backup includes the Wi-Fi password.

        Raises :class:`~web.errors.Denied` for a ticket that is unknown, used, expired, or issued for another hand; the
        last stays valid.
        """
        with self._lock:
            ticket = self._latest
            if ticket and ticket.hand == hand and _same(ticket.name, name):
                self._latest = None
                if self._clock() < ticket.until:
                    return ticket.wifi_password
        raise Denied(403, "no_ticket", _("This download was refused or has expired: ask for it again."))


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode("utf-8", "replace"))


OWNER_IDLE = 15 * 60.0
"""Seconds without use after which a session ends."""


MOST_OWNERS = 8
"""Sessions at a time; one more ends the one that was not used for longest."""


@dataclass(frozen=True, slots=True)
class OwnerSession:
    """A session: the stamp of the PIN that was entered, and the time of the latest use."""

    stamp: str
    used: float


class OwnerSessions:
    """The owner's sessions, each under a random name, in memory only. Thread-safe.

    A session ends with the PIN that opened it. ``clock`` in seconds, monotonic.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._sessions: dict[str, OwnerSession] = {}

    def begin(self, stamp: str) -> str:
        with self._lock:
            latest = sorted(self._present().items(), key=lambda item: item[1].used)[1 - MOST_OWNERS :]
            name = secrets.token_urlsafe(16)
            self._sessions = dict(latest) | {name: OwnerSession(stamp, self._clock())}
            return name

    def has(self, name: str | None, stamp: str) -> bool:
        """Return whether that session is on and the PIN still has that stamp; this counts as a use."""
        with self._lock:
            session = self._present().get(name or "")
            if session is None or not stamp or session.stamp != stamp:
                return False
            self._sessions[name or ""] = OwnerSession(stamp, self._clock())
            return True

    def is_there(self, name: str | None) -> bool:
        """Return whether that session is on, without using it or looking at the PIN. Never blocks."""
        session = self._sessions.get(name) if name else None
        return session is not None and self._clock() - session.used < OWNER_IDLE

    def end(self, name: str | None) -> None:
        with self._lock:
            self._sessions.pop(name or "", None)

    def _present(self) -> dict[str, OwnerSession]:
        now = self._clock()
        self._sessions = {name: one for name, one in self._sessions.items() if now - one.used < OWNER_IDLE}
        return self._sessions


HAND, ASK, SCREEN, OWNER, MARK, PLAYS, NAME = "hand", "ask", "screen", "owner", "mark", "plays", "name"
"""What the cookie may carry: the name of a hand at the helm, of a request for it, of a screen of the table, of a
session of the owner, the mark of a device that knew the PIN, the name of a phone that asks to play, and of its player.
"""


def hand() -> str | None:
    return named_in_cookie(HAND)


def asking() -> str | None:
    return named_in_cookie(ASK)


def screen() -> str | None:
    """Return the name of the screen that this client is, or None if it is not one of the table's own."""
    return named_in_cookie(SCREEN)


def owner() -> str | None:
    return named_in_cookie(OWNER)


def client() -> str:
    """Return a name for who sends this request: that of the owner's session, or of the hand at the helm."""
    return owner() or hand() or ""


def named_in_cookie(what: str) -> str | None:
    name = session.get(what)
    return name if isinstance(name, str) else None


def check_helm(hands: ControlSessions) -> None:
    """Raise :class:`~web.errors.Denied` if the client is not at the helm."""
    if not hands.has(hand()):
        raise Denied(403, "no_helm", _("Take the helm first."))
