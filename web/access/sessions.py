"""Control sessions: the phones at the helm, until the place is given back or expires; and their tickets to download."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from engine.i18n import gettext as _
from web.errors import Denied, NotKept
from web.services.store import KeyValueStore, known_rows

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
        """Raise :class:`~web.errors.Denied` if all places are taken."""
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
        """Free that place."""
        with self._lock:
            self._used = {other: used for other, used in self._present().items() if other != name}
            self._keep_steps()

    def give_all_back(self) -> None:
        """Free every place."""
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
