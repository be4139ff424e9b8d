"""Download tickets: each allows one download, for the hand that asked for it, within a minute."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from engine.i18n import gettext as _
from web.errors import Denied

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
