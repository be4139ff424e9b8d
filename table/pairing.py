"""Requests of phones for the helm, and the effect of a press on them: a value, and the queue that a table shares.

:class:`Pairing` has no clock, lock or lamp: every function takes the time (seconds, monotonic) and returns another one.
:class:`PairingWindow` holds the one that the table and the web server share.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Literal, Protocol

from engine.i18n import gettext as _
from table.errors import NotAccepted
from table.panel import Button, Press, Signal, next_signal

Stage = Literal["asking", "waiting", "shown", "accepted", "refused", "closed"]

SILENT = 5.0
"""Seconds without a poll after which a request is dropped."""

PER_NETWORK = 2
"""Open requests from one address (IPv6: from one /64)."""

MOST = 12
"""Open requests in all: fewer than there are signals, so that a freed signal is not reused at once."""

REST = 10.0
"""Seconds for which a freed signal is not reused: twice the time for which a phone may still show it."""


OPEN_FOR = 60.0
"""Seconds for which pairing is open after both buttons were held."""

GUARD = 0.7
"""Seconds after a change of the shown request in which a press is ignored, as it may be meant for the earlier one."""

CLAIM_WITHIN = 60.0
"""Seconds in which an accepted phone may claim the helm, and for which a refusal is kept."""

AWAY = 10.0
"""Seconds for which an address may not ask again after STAND was pressed for it."""

ANSWERED = 64
"""The number of answers, and of refused addresses, that are kept."""

TAKEN = (Button.ROLL, Button.STAND, Button.TAKE_BACK, Button.PAUSE)
"""The buttons that belong to pairing while a request is shown. A long press of them has no effect then."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The state of one phone's request.

    ``asking``: it is shown next; ``waiting``: ``before`` others come first; ``shown``: the lamp, or a screen of the
    table, shows its ``signal``; ``accepted``: the phone may claim the helm; ``refused``; ``closed``: there is no such
    request.
    """

    stage: Stage
    signal: Signal | None = None
    before: int = 0


class RequestQueue(Protocol):
    """The requests for the helm. Safe from any thread."""

    def ask(self, phone: str, address: str) -> None:
        """Enter the request of that phone, or keep the one it has. Raises :class:`~table.errors.NotAccepted`."""

    def asked(self, phone: str) -> Asked:
        """Return where its request stands. A request whose phone does not call this for 5 s is dropped."""

    def claim(self, phone: str) -> bool:
        """Return whether its request was accepted. True at the first call only, so that one press gives one helm."""


def no_way() -> NotAccepted:
    return NotAccepted(
        "no_way", _("This table has no buttons: get a code from a phone at the helm, or on its machine.")
    )


def too_many() -> NotAccepted:
    return NotAccepted("too_many_asks", _("Too many phones are asking for the helm: try again in a moment."), 5)


def network_of(address: str) -> str:
    """Return the address as limits count it: an IPv6 address by its /64, which one client may have all of."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or IPv6Address(int(known) >> 64 << 64))
    return str(known)


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: the name in the phone's cookie, its address, its signal, and when it was last polled."""

    phone: str
    address: str
    signal: Signal
    polled: float


@dataclass(frozen=True, slots=True)
class PressAnswer:
    """The answer of a press to a phone."""

    phone: str
    stage: Literal["accepted", "refused"]
    moment: float


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairing, open until the time ``until``, or closed (None). The requests stand in ``line``, the oldest first.

    ``shown`` is the phone whose signal is shown: always the first in line, or None. ``changed`` is the time of its last
    change. ``given`` counts signals, ``freed`` are those not to be reused yet. ``away`` are addresses that may not ask,
    and until when.
    """

    until: float | None = None
    line: tuple[Ask, ...] = ()
    shown: str | None = None
    changed: float = float("-inf")
    given: int = 0
    freed: tuple[tuple[Signal, float], ...] = ()
    away: tuple[tuple[str, float], ...] = ()
    answers: tuple[PressAnswer, ...] = ()

    @property
    def signal(self) -> Signal | None:
        return self.line[0].signal if self.shown is not None else None

    def open(self, now: float) -> "Pairing":
        """Open pairing for a minute, without requests."""
        return replace(self.close(now), until=now + OPEN_FOR)

    def close(self, now: float) -> "Pairing":
        return replace(self._without({ask.phone for ask in self.line}, now), until=None)

    def ask(self, phone: str, address: str, now: float) -> "Pairing":
        """Enter a request. Raises :class:`~table.errors.NotAccepted` while closed, or where too many ask."""
        if self.until is None or now >= self.until:
            raise NotAccepted("no_window", _("Pairing is closed: hold both tray buttons for 3 seconds."))
        if any(ask.phone == phone for ask in self.line):
            return self.poll(phone, now)
        if wait := next((until - now for one, until in self.away if one == address and until > now), None):
            sentence = _("Refused at the table with STAND. Ask again in a moment.")
            raise NotAccepted("turned_away", sentence, max(1, round(wait)))
        network = network_of(address)
        signal = next_signal(self.given, {ask.signal for ask in self.line} | {one for one, _ in self.freed})
        beside = sum(network_of(ask.address) == network for ask in self.line)
        if len(self.line) >= MOST or beside >= PER_NETWORK or signal is None:
            raise too_many()
        answers = tuple(answer for answer in self.answers if answer.phone != phone)
        line = (*self.line, Ask(phone, address, signal[0], now))
        return replace(self, line=line, given=signal[1], answers=answers)

    def poll(self, phone: str, now: float) -> "Pairing":
        """Record that the phone is still connected."""
        return replace(self, line=tuple(replace(ask, polled=now) if ask.phone == phone else ask for ask in self.line))

    def asked(self, phone: str) -> Asked:
        """Return where the request of that phone stands."""
        for before, ask in enumerate(self.line):
            if ask.phone == phone:
                stage: Stage = "shown" if self.shown == phone else "waiting" if before else "asking"
                return Asked(stage, ask.signal, before)
        answer = next((answer for answer in self.answers if answer.phone == phone), None)
        return Asked(answer.stage if answer else "closed")

    def pass_time(self, now: float) -> "Pairing":
        """Close when the minute is over, drop requests that are not polled, and show the first in line.

        Only this and :meth:`press` change what is shown; both belong to the thread that lights the lamp.
        """
        ended = self.until is not None and now >= self.until
        silent = {ask.phone for ask in self.line if now - ask.polled >= SILENT}
        kept = self.close(now) if ended else self._without(silent, now)
        kept = replace(
            kept,
            freed=tuple(one for one in kept.freed if now - one[1] < REST),
            away=tuple(one for one in kept.away if one[1] > now),
            answers=tuple(one for one in kept.answers if now - one.moment < CLAIM_WITHIN),
        )
        return kept._show_first(now)

    def takes(self, button: Button, began: float) -> bool:
        """Return whether a press that began then is for pairing, and not for the game."""
        return button in TAKEN and (self.shown is not None or began - self.changed < GUARD)

    def press(self, button: Button, began: float, now: float) -> "Pairing":
        """Accept (ROLL) or refuse (STAND) the shown request; ``began`` is when the press began."""
        if self.shown is None or began - self.changed < GUARD:
            return self
        ask = self.line[0]
        if button is Button.ROLL:
            return self.close(now)._answer(PressAnswer(ask.phone, "accepted", now))
        if button is Button.STAND:
            refused = self._without({ask.phone}, now)._answer(PressAnswer(ask.phone, "refused", now))
            return replace(refused, away=(*refused.away, (ask.address, now + AWAY))[-ANSWERED:])._show_first(now)
        return self

    def claim(self, phone: str, now: float) -> "Pairing | None":
        """Return the pairing without that acceptance; None if the phone was not accepted, or claimed it before."""
        answer = next((one for one in self.answers if one.phone == phone and one.stage == "accepted"), None)
        if answer is None or now - answer.moment >= CLAIM_WITHIN:
            return None
        return replace(self, answers=tuple(one for one in self.answers if one != answer))

    def _show_first(self, now: float) -> "Pairing":
        if self.shown is not None or not self.line:
            return self
        return replace(self, shown=self.line[0].phone, changed=now)

    def _without(self, phones: set[str], now: float) -> "Pairing":
        freed = tuple((ask.signal, now) for ask in self.line if ask.phone in phones)
        line = tuple(ask for ask in self.line if ask.phone not in phones)
        if self.shown in phones:
            return replace(self, line=line, freed=(*self.freed, *freed), shown=None, changed=now)
        return replace(self, line=line, freed=(*self.freed, *freed))

    def _answer(self, answer: PressAnswer) -> "Pairing":
        return replace(self, answers=(*self.answers, answer)[-ANSWERED:])


class PairingWindow:
    """The :class:`RequestQueue` of a table with buttons. ``clock`` is that of the presses: seconds, monotonic."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._now = Pairing()

    @property
    def is_open(self) -> bool:
        return self._now.until is not None

    @property
    def signal(self) -> Signal | None:
        """The signal of the request that ROLL accepts now."""
        return self._now.signal

    def attend(self) -> bool:
        with self._lock:
            before = self.is_open, self.signal
            self._now = self._now.pass_time(self._clock())
            return before != (self.is_open, self.signal)

    def takes(self, press: Press) -> bool:
        return press.button is Button.PAIR or self._now.takes(press.button, press.down)

    def press(self, press: Press) -> bool:
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
        with self._lock:
            self._now = self._now.ask(phone, address, self._clock())

    def asked(self, phone: str) -> Asked:
        with self._lock:
            self._now = self._now.poll(phone, self._clock())
            return self._now.asked(phone)

    def claim(self, phone: str) -> bool:
        with self._lock:
            claimed = self._now.claim(phone, self._clock())
            self._now = claimed or self._now
            return claimed is not None
