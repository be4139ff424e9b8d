"""The queue of requests at a table without buttons: each gets a code, which only the table's own screens show."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from table.pairing.networks import network_of
from table.pairing.requests import MOST, PER_NETWORK, REST, SILENT, Asked, no_way, too_many
from table.panel.signal import Signal, next_signal
from web.pairing.codes import GOOD_FOR, new_code


@dataclass(frozen=True, slots=True)
class Shown:
    """A request, its code and the time when that expires, and the time of the phone's latest poll."""

    phone: str
    address: str
    signal: Signal
    code: str
    until: float
    polled: float


class ScreenLine:
    """Requests for the helm, all shown at once with a code each: a :class:`~table.pairing.requests.RequestQueue`.

    The code of a request is valid for the phone that asked only. ``screens`` returns the number of screens that could
    show it. ``clock`` in seconds, monotonic. Thread-safe.
    """

    def __init__(
        self,
        screens: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
        make: Callable[[], str] = new_code,
    ) -> None:
        self._screens = screens
        self._clock = clock
        self._make = make
        self._lock = Lock()
        self._line: tuple[Shown, ...] = ()
        self._freed: tuple[tuple[Signal, float], ...] = ()
        self._given = 0

    def ask(self, phone: str, address: str) -> None:
        """Enter the request of that phone, or keep the one it has. Raises :class:`~web.errors.Denied`."""
        if not self._screens():
            raise no_way()
        with self._lock:
            now = self._pass_time()
            if any(one.phone == phone for one in self._line):
                return
            network = network_of(address)
            beside = sum(network_of(one.address) == network for one in self._line)
            signal = next_signal(self._given, {one.signal for one in self._line} | {one for one, _ in self._freed})
            if len(self._line) >= MOST or beside >= PER_NETWORK or signal is None:
                raise too_many()
            self._given = signal[1]
            self._line += (Shown(phone, address, signal[0], self._make(), now + GOOD_FOR, now),)

    def asked(self, phone: str) -> Asked:
        """Return the state of its request, and record that the phone is still there."""
        with self._lock:
            now = self._pass_time()
            self._line = tuple(replace(one, polled=now) if one.phone == phone else one for one in self._line)
            signal = next((one.signal for one in self._line if one.phone == phone), None)
            return Asked("shown", signal) if signal else Asked("closed")

    def claim(self, phone: str) -> bool:  # noqa: ARG002
        """Return False: a request is accepted by its code only."""
        return False

    def code_of(self, phone: str | None) -> str | None:
        """Return the code for that phone, None if it has not asked."""
        with self._lock:
            self._pass_time()
            return next((one.code for one in self._line if one.phone == phone), None)

    def done(self, phone: str) -> None:
        """Drop the request of that phone: it has the helm."""
        with self._lock:
            self._drop({phone}, self._clock())

    def shown(self) -> tuple[Shown, ...]:
        """Return the requests and their codes, for a screen of the table."""
        with self._lock:
            self._pass_time()
            return self._line

    def _pass_time(self) -> float:
        now = self._clock()
        self._drop({one.phone for one in self._line if now >= one.until or now - one.polled >= SILENT}, now)
        self._freed = tuple(one for one in self._freed if now - one[1] < REST)
        return now

    def _drop(self, phones: set[str], now: float) -> None:
        self._freed += tuple((one.signal, now) for one in self._line if one.phone in phones)
        self._line = tuple(one for one in self._line if one.phone not in phones)
