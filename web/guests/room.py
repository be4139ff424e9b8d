"""How phones take the helm: by a press at the table, or with codes on its own screens, for which they queue."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Literal

from table.pairing import MOST, PER_NETWORK, REST, SILENT, Asked, RequestQueue, network_of, no_way, too_many
from table.panel import Signal, next_signal
from web.guests.codes import GOOD_FOR, Codes, new_code
from web.guests.screens import Claimed
from web.services.store import KeyValueStore


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
    """Requests for the helm, all shown at once with a code each: a :class:`~table.pairing.RequestQueue`.

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
        with self._lock:
            self._drop({phone}, self._clock())

    def shown(self) -> tuple[Shown, ...]:
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


PairingWay = Literal["buttons", "screen", "code"]
"""A press of ROLL accepts a phone; a screen of the table shows it a code; or it brings a code from elsewhere."""


class Room:
    """The queue of requests, the codes, and the claimed screens of one table."""

    def __init__(self, codes: Codes, drawer: KeyValueStore, pairing: RequestQueue | None = None) -> None:
        self.codes = codes
        self.screens = Claimed(drawer)
        self.on_screens = ScreenLine(self.screens.__len__)
        self.has_buttons = pairing is not None
        self.line: RequestQueue = pairing or self.on_screens

    @property
    def way(self) -> PairingWay:
        if self.has_buttons:
            return "buttons"
        return "screen" if len(self.screens) else "code"

    def own_code(self, phone: str | None) -> str | None:
        return None if self.has_buttons else self.on_screens.code_of(phone)

    def done(self, phone: str | None) -> None:
        if phone is not None:
            self.on_screens.done(phone)
