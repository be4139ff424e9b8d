"""Pairing: the codes with which a phone takes the helm, each good for a minute and for one phone."""

import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import IPv6Address, ip_address
from threading import Lock

from web.errors import Denied

DIGITS = 6
GOOD_FOR = 60.0
"""Seconds that a code lives."""

MISSES = 20
"""Wrong codes, from wherever, after which the codes that live are dead: one chance in fifty thousand for each."""

TRIES, WITHIN = 5, 60.0
"""So many wrong codes from one address within so many seconds, and no more are looked at."""

ADDRESSES = 4096
"""Addresses that are remembered for their wrong codes."""


def new_code() -> str:
    """A code that nobody can guess."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


@dataclass(slots=True)
class _Living:
    code: str
    until: float
    misses: int = 0
    spent: bool = False

    def good(self, now: float) -> bool:
        return now < self.until and self.misses < MISSES and not self.spent


class Pairing:
    """The codes that live: the one that the table shows, and those that hands at the helm show to others.

    Safe from any thread; ``clock`` in seconds, monotonic.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, make: Callable[[], str] = new_code) -> None:
        self._clock = clock
        self._make = make
        self._lock = Lock()
        self._on_table: _Living | None = None
        self._passed: dict[str, _Living] = {}
        self._wrong: dict[str, deque[float]] = {}

    def pass_on(self, hand: str) -> str:
        """A code that this hand shows to another; one that it showed before is good no more."""
        with self._lock:
            now = self._clock()
            self._passed = {one: living for one, living in self._passed.items() if living.good(now)}
            living = self._passed[hand] = _Living(self._make(), now + GOOD_FOR)
            return living.code

    def take(self, code: str, on_table: str | None, address: str) -> bool:
        """Use up the code; ``on_table`` is the one that the table shows now. True if it was that one.

        Raises :class:`~web.errors.Denied` for a code that is not good, and for one more from an address that has had
        its tries.
        """
        with self._lock:
            now = self._clock()
            self._look_at_the_table(on_table)
            self._check_tries(address, now)
            said = "".join(character for character in code if character not in " -\u00a0\u202f")
            living = [one for one in (self._on_table, *self._passed.values()) if one and one.good(now)]
            right = [one for one in living if compare_digest(one.code.encode(), said.encode("utf-8", "replace"))]
            if not right:
                for one in living:
                    one.misses += 1
                self._remember(address, now)
                if not living and on_table is None:
                    raise Denied(403, "no_window", "No code is shown now: hold both buttons of the tray first.")
                raise Denied(403, "wrong_code", "That code is not good: look at the one that is shown now.")
            right[0].spent = True
            self._wrong.pop(_network(address), None)
            return right[0] is self._on_table

    def _look_at_the_table(self, code: str | None) -> None:
        if code is None:
            self._on_table = None
        elif self._on_table is None or self._on_table.code != code:
            self._on_table = _Living(code, float("inf"))  # the table itself says when it is over

    def _check_tries(self, address: str, now: float) -> None:
        wrong = self._wrong.get(_network(address), deque())
        while wrong and wrong[0] <= now - WITHIN:
            wrong.popleft()
        if len(wrong) >= TRIES:
            later = max(1, round(wrong[0] + WITHIN - now))
            raise Denied(429, "too_many_tries", "Too many wrong codes came from this phone: wait a minute.", later)

    def _remember(self, address: str, now: float) -> None:
        network = _network(address)
        self._wrong.setdefault(network, deque()).append(now)
        while len(self._wrong) > ADDRESSES:
            del self._wrong[next(iter(self._wrong))]


def _network(address: str) -> str:
    """An address as far as one owner has it: of IPv6 everybody has a whole network."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return str(IPv6Address(int(known) >> 64 << 64))
    return str(known)
