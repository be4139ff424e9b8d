"""Rate limits for wrong codes and wrong PINs, per address."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from engine.i18n import gettext as _
from table.pairing.networks import network_of
from web.errors import Denied

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
        """Record a wrong code of that address."""
        network, now = network_of(address), self._clock()
        record = self._records.pop(network, None)
        before = record.wrong if record and now - record.latest < FORGOTTEN else 0
        self._records[network] = WrongGuesses(before + 1, now)
        while len(self._records) > ADDRESSES:
            self._records.popitem(last=False)

    def right(self, address: str) -> None:
        """Forget the wrong codes of that address."""
        self._records.pop(network_of(address), None)
