"""Tickets: a download that was allowed, once, for the hand that asked, and for a minute."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

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
    """The latest ticket; there is one at a time. Safe from any thread; ``clock`` in seconds, monotonic."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._latest: _Ticket | None = None

    def issue(self, hand: str, *, wifi_password: bool) -> str:
        """A ticket for that hand; one that was issued before is good no more."""
        name = secrets.token_urlsafe(24)
        with self._lock:
            self._latest = _Ticket(name, hand, self._clock() + GOOD_FOR, wifi_password)
        return name

    def redeem(self, name: str, hand: str) -> bool:
        """Use the ticket up. Returns whether the backup is to hold the password of the Wi-Fi.

        Raises :class:`~web.errors.Denied` for a ticket that is unknown, used, too old, or another hand's, which stays
        good for that one.
        """
        with self._lock:
            ticket = self._latest
            if ticket and ticket.hand == hand and _same(ticket.name, name):
                self._latest = None
                if self._clock() < ticket.until:
                    return ticket.wifi_password
        raise Denied(403, "no_ticket", "This download was not allowed at the table, or is over: ask for it again.")


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode("utf-8", "replace"))
