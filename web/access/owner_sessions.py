"""Sessions of the owner: clients that entered the PIN, until they sign out, are idle, or the program ends."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

IDLE = 15 * 60.0
"""Seconds without use after which a session ends."""

MOST = 8
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
        """Begin a session for the PIN with that stamp, and return its name."""
        with self._lock:
            latest = sorted(self._present().items(), key=lambda item: item[1].used)[1 - MOST :]
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
        return session is not None and self._clock() - session.used < IDLE

    def end(self, name: str | None) -> None:
        """End that session."""
        with self._lock:
            self._sessions.pop(name or "", None)

    def _present(self) -> dict[str, OwnerSession]:
        now = self._clock()
        self._sessions = {name: one for name, one in self._sessions.items() if now - one.used < IDLE}
        return self._sessions
