"""The shared pairing of one table: presses and time come from the table's thread, requests from the web server's."""

import time
from collections.abc import Callable
from threading import Lock

from table.pairing.requests import Asked
from table.pairing.state import Pairing
from table.panel.panel import Button, Press
from table.panel.signal import Signal


class PairingWindow:
    """Holds the :class:`~table.pairing.state.Pairing`. It is the :class:`~table.pairing.requests.RequestQueue` of a
    table with buttons.

    Safe from any thread. ``clock`` is that of the presses: seconds, monotonic.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._now = Pairing()

    @property
    def is_open(self) -> bool:
        """Whether phones may ask."""
        return self._now.until is not None

    @property
    def signal(self) -> Signal | None:
        """The signal of the request that ROLL accepts now."""
        return self._now.signal

    def attend(self) -> bool:
        """Update pairing to the current time. Return whether the shown signal or sentence changes."""
        with self._lock:
            before = self.is_open, self.signal
            self._now = self._now.pass_time(self._clock())
            return before != (self.is_open, self.signal)

    def takes(self, press: Press) -> bool:
        """Return whether that press is for pairing, without any effect."""
        return press.button is Button.PAIR or self._now.takes(press.button, press.down)

    def press(self, press: Press) -> bool:
        """Apply the press to pairing. Return whether it was for pairing, and thus not for the game."""
        with self._lock:
            if not self.takes(press):
                return False
            now = self._clock()
            if press.button is Button.PAIR:
                self._now = self._now.close(now) if self.is_open else self._now.open(now)
            else:
                self._now = self._now.press(press.button, press.down, now)
            return True

    def ask(self, phone: str, address: str) -> None:
        """Enter the request of that phone, or keep the one it has. Raises :class:`~web.errors.Denied`."""
        with self._lock:
            self._now = self._now.ask(phone, address, self._clock())

    def asked(self, phone: str) -> Asked:
        """Return where its request stands, and record that the phone is still connected."""
        with self._lock:
            self._now = self._now.poll(phone, self._clock())
            return self._now.asked(phone)

    def claim(self, phone: str) -> bool:
        """Return whether its request was accepted; True at the first call only."""
        with self._lock:
            claimed = self._now.claim(phone, self._clock())
            self._now = claimed or self._now
            return claimed is not None
