"""The owner's PIN, of which a salted scrypt hash is stored, and the sessions of clients that entered it."""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hmac import compare_digest
from threading import Lock
from typing import Literal

from engine.i18n import gettext as _
from web.errors import Denied
from web.pairing.codes import Guesses
from web.services.store import KeyValueStore

KEPT = "owner"
"""The name under which the store keeps the hash."""

SHORTEST, LONGEST = 4, 12
"""Digits of a PIN."""

N, R, P = 2**14, 8, 1
"""Cost of scrypt: 16 MiB, and some hundredths of a second (a Pi: some tenths)."""

MOST_MEMORY = 64 * 2**20
"""Bytes that a stored hash may ask for; one that asks for more was not written by this program."""

SALT, HASH = 16, 32
"""Bytes."""

FREE_FOR_ALL = 20
"""Wrong PINs of all addresses together that cost no pause."""

EVERYBODY, FORMER = "everybody", "former"
"""The names under which the wrong PINs of all addresses are counted, and those of devices that knew another PIN."""

PATIENCE = 2.0
"""Seconds for which a device that knew the PIN waits while another one is checked."""

PinState = Literal["none", "set", "lost"]
"""No PIN was set, or it was removed; one is set; one was set that cannot be read any more."""


@dataclass(frozen=True, slots=True)
class PinHash:
    """A salted hash of a PIN, with the parameters that it was made with."""

    salt: bytes = field(repr=False)
    hash: bytes = field(repr=False)
    n: int = N
    r: int = R
    p: int = P

    def fits(self, pin: str) -> bool:
        """Return whether it is the hash of that PIN. Takes as long for any PIN."""
        return compare_digest(_scrypt(pin, self.salt, self.n, self.r, self.p), self.hash)


class OwnerPin:
    """The PIN in the store, read each time, so that one set by another program counts at once. Thread-safe.

    One hash is computed at a time. ``clock`` in seconds, monotonic.
    """

    def __init__(self, drawer: KeyValueStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._drawer = drawer
        self._clock = clock
        self._hashing = Lock()
        self._limited = ""
        self._begin_limits("")

    @property
    def state(self) -> PinState:
        """Return whether there is a PIN."""
        value = self._drawer.get(KEPT)
        if _read(value) is not None:
            return "set"
        return "none" if value is None and not self._drawer.was_lost(KEPT) else "lost"

    @property
    def stamp(self) -> str:
        """Return a text that changes with each PIN that is set; empty without one."""
        kept = _read(self._drawer.get(KEPT))
        return kept.salt.hex() if kept else ""

    def mark(self, mark: str) -> str:
        """Return the mark for a device that has entered the PIN: that one if it has it of this PIN, else another.

        It tells a device that knew the PIN from the others, and opens nothing.
        """
        return mark if self._is_of_this_pin(mark) else f"{self._tag}.{secrets.token_urlsafe(8)}"

    def check(self, pin: str, address: str, mark: str = "") -> str:
        """Return the stamp of the PIN if it is that one.

        Raises :class:`~web.errors.Denied` for a wrong PIN, without one, while the address or all addresses have to wait
        after wrong ones, and while another PIN is being checked. A new PIN ends all waiting. The wrong PINs of a device
        with a ``mark`` are counted for it alone, those of all that have one of an earlier PIN together.
        """
        with self._alone(PATIENCE if mark else 0.0):
            kept = _read(self._drawer.get(KEPT))
            if kept is None:
                raise Denied(403, "no_pin", _("This table has no owner’s PIN: set one first."))
            if self._limited != kept.salt.hex():
                self._begin_limits(kept.salt.hex())
            lines = [(self._guesses, address), (self._all_guesses, EVERYBODY)]
            if mark:
                lines = [(self._guesses, mark if self._is_of_this_pin(mark) else FORMER)]
            for guesses, name in lines:
                guesses.check(name)
            fits = kept.fits(pin)
            for guesses, name in lines:
                guesses.right(name) if fits else guesses.wrong(name)
            if not fits:
                raise Denied(403, "wrong_pin", _("Wrong PIN."))
            return kept.salt.hex()

    def set(self, pin: str) -> str:
        """Store another PIN, of 4 to 12 digits, and return its stamp.

        Raises :class:`~web.errors.Denied` if it cannot be stored, and while another PIN is being checked.
        """
        with self._alone():
            return keep_pin(self._drawer, pin)

    def remove(self) -> None:
        """Remove the PIN. Raises :class:`~web.errors.Denied` if that cannot be stored."""
        forget_pin(self._drawer)

    @property
    def _tag(self) -> str:
        return hashlib.sha256(self.stamp.encode()).hexdigest()[:16]

    def _is_of_this_pin(self, mark: str) -> bool:
        return mark.partition(".")[0] == self._tag

    @contextmanager
    def _alone(self, patience: float = 0.0) -> Iterator[None]:
        if not self._hashing.acquire(timeout=patience):
            raise Denied(503, "busy", _("Another PIN is being checked: try again."), 1)
        try:
            yield
        finally:
            self._hashing.release()

    def _begin_limits(self, stamp: str) -> None:
        self._limited = stamp
        self._guesses = Guesses(self._clock, why=_("Too many wrong PINs came from this phone: wait a moment."))
        self._all_guesses = Guesses(
            self._clock, free=FREE_FOR_ALL, why=_("Too many wrong PINs were entered: wait a moment.")
        )


def is_pin(text: str) -> bool:
    """Return whether that can be a PIN."""
    return SHORTEST <= len(text) <= LONGEST and text.isascii() and text.isdigit()


def keep_pin(drawer: KeyValueStore, pin: str) -> str:
    """Store a hash of the PIN under a new salt, and return the stamp. Raises :class:`~web.errors.NotKept`."""
    assert is_pin(pin)
    salt = secrets.token_bytes(SALT)
    kept = PinHash(salt, _scrypt(pin, salt, N, R, P), N, R, P)
    scrypt = {"n": kept.n, "r": kept.r, "p": kept.p}
    drawer.put(KEPT, {"scrypt": scrypt, "salt": salt.hex(), "hash": kept.hash.hex()})
    return salt.hex()


def forget_pin(drawer: KeyValueStore) -> None:
    """Remove the PIN from the store. Raises :class:`~web.errors.NotKept`."""
    drawer.put(KEPT, None)


def _scrypt(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=2 * MOST_MEMORY, dklen=HASH)


def _read(value: object) -> PinHash | None:
    """Return the stored hash; None if it is not one that this program could have written."""
    match value:
        case {"scrypt": {"n": int(n), "r": int(r), "p": int(p)}, "salt": str(salt), "hash": str(hash_)}:
            pass
        case _:
            return None
    try:
        kept = PinHash(bytes.fromhex(salt), bytes.fromhex(hash_), n, r, p)
    except ValueError:
        return None
    is_power = n > 1 and not n & (n - 1)
    is_cheap = 1 <= r <= 64 and 1 <= p <= 4 and n >= 2**10 and 128 * n * r <= MOST_MEMORY
    return kept if is_power and is_cheap and (len(kept.salt), len(kept.hash)) == (SALT, HASH) else None


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
