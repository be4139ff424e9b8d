"""The owner’s PIN, of which a salted scrypt hash is stored, and the pauses after wrong PINs and codes."""

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hmac import compare_digest
from threading import Lock
from typing import Literal

from engine.i18n import gettext as _
from table.pairing import network_of
from web.errors import Denied
from web.services.store import KeyValueStore

FREE = 3
"""Wrong codes of an address that cost no pause."""


FIRST_PAUSE, LONGEST_PAUSE = 4.0, 120.0
"""Seconds of the pause after one more: doubled each time, from the first to the longest."""


FORGOTTEN = 600.0
"""Seconds without a wrong code after which an address begins with :data:`FREE` again."""


ADDRESSES = 4096
"""Addresses that are remembered: those with the latest wrong codes."""


WRONG_CODES = _("Too many tries. Wait a moment.")


@dataclass(frozen=True, slots=True)
class WrongGuesses:
    """The wrong codes of one address: how many, and when the latest came."""

    wrong: int
    latest: float

    def pause(self, free: int) -> float:
        """Return the seconds after the latest in which no code is accepted; the first ``free`` cost none."""
        if self.wrong < free:
            return 0.0
        return float(min(FIRST_PAUSE * 2 ** min(self.wrong - free, 16), LONGEST_PAUSE))


class Guesses:
    """The wrong codes by address (IPv6: by /64). ``clock`` in seconds, monotonic. Not thread-safe.

    ``free`` wrong codes cost no pause; ``why`` is the sentence for an address that has to wait.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, *, free: int = FREE, why: str = WRONG_CODES
    ) -> None:
        self._clock = clock
        self._free = free
        self._why = why
        self._records: OrderedDict[str, WrongGuesses] = OrderedDict()

    def __len__(self) -> int:
        return len(self._records)

    def check(self, address: str) -> None:
        """Raise :class:`~web.errors.Denied` while that address has to wait. A try meanwhile does not extend that."""
        record = self._records.get(network_of(address))
        left = record.latest + record.pause(self._free) - self._clock() if record else 0.0
        if left > 0:
            raise Denied(429, "too_many_tries", self._why, max(1, round(left)))

    def wrong(self, address: str) -> None:
        network, now = network_of(address), self._clock()
        record = self._records.pop(network, None)
        before = record.wrong if record and now - record.latest < FORGOTTEN else 0
        self._records[network] = WrongGuesses(before + 1, now)
        while len(self._records) > ADDRESSES:
            self._records.popitem(last=False)

    def right(self, address: str) -> None:
        self._records.pop(network_of(address), None)


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
        self._guesses = Guesses(self._clock, why=WRONG_CODES)
        self._all_guesses = Guesses(self._clock, free=FREE_FOR_ALL, why=WRONG_CODES)


def is_pin(text: str) -> bool:
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
