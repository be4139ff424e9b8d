"""Requests to play: a guest's phone sends a name, and a phone at the helm accepts or declines it."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Literal

from engine.i18n import gettext as _
from table.errors import NotAccepted

JoinStage = Literal["none", "waiting", "accepted", "declined"]

MOST = 12
"""Open requests in all."""

PER_ADDRESS = 4
"""Open requests from one address: a router with phones behind it is one address."""

ASKED_WITHIN, ASKED = 60.0, 6
"""An address may send that many requests within that many seconds."""

EXPIRES = 600.0
"""Seconds after which a request expires."""

SILENT = 120.0
"""Seconds without a word from its phone after which a request is dropped: its screen may be off for a while."""

AWAY = 30.0
"""Seconds for which an address may not ask again after a request of it was declined."""

ANSWER_KEPT = 60.0
"""Seconds for which a phone can learn that its request was accepted or declined."""


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """An open request, as phones at the helm see it: its number, and the name of the player."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class JoinStanding:
    """The state of one phone's request, and its name; ``none`` if there is no request."""

    stage: JoinStage
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Sent:
    request: JoinRequest
    phone: str
    address: str
    since: float
    heard: float


@dataclass(frozen=True, slots=True)
class _Answer:
    phone: str
    standing: JoinStanding
    moment: float


class JoinRequests:
    """The open requests of one table, the oldest first. Thread-safe; ``clock`` in seconds, monotonic.

    They are in memory only. The table's thread calls :meth:`settle` and :meth:`attend`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._sent: tuple[_Sent, ...] = ()
        self._answers: tuple[_Answer, ...] = ()
        self._asked: deque[tuple[str, float]] = deque(maxlen=256)
        self._declined: deque[tuple[str, float]] = deque(maxlen=64)
        self._numbers = 0
        self._shown: tuple[JoinRequest, ...] = ()

    @property
    def open(self) -> tuple[JoinRequest, ...]:
        return tuple(one.request for one in self._sent)

    def ask(self, phone: str, address: str, name: str) -> None:
        """Enter the request of that phone; another name replaces the one before.

        Raises :class:`~table.errors.NotAccepted` for too many requests, and soon after one was declined.
        """
        with self._lock:
            now = self._pass_time()
            own = next((one for one in self._sent if one.phone == phone), None)
            if own is not None and own.request.name == name:
                return
            self._check_limits(address, now, own)
            self._asked.append((address, now))
            self._numbers += 1
            sent = _Sent(JoinRequest(self._numbers, name), phone, address, now, now)
            self._answers = tuple(one for one in self._answers if one.phone != phone)
            self._sent = (*(one for one in self._sent if one is not own), sent)

    def asked(self, phone: str) -> JoinStanding:
        """Return the state of the phone's request, and note that the phone is still there."""
        with self._lock:
            now = self._pass_time()
            self._sent = tuple(replace(one, heard=now) if one.phone == phone else one for one in self._sent)
            own = next((one for one in self._sent if one.phone == phone), None)
            if own is not None:
                return JoinStanding("waiting", own.request.name)
            return next((one.standing for one in self._answers if one.phone == phone), JoinStanding("none"))

    def withdraw(self, phone: str) -> None:
        with self._lock:
            self._sent = tuple(one for one in self._sent if one.phone != phone)
            self._answers = tuple(one for one in self._answers if one.phone != phone)

    def request(self, number: int) -> JoinRequest | None:
        with self._lock:
            self._pass_time()
            return next((one.request for one in self._sent if one.request.number == number), None)

    def decline(self, number: int) -> None:
        with self._lock:
            sent = [one for one in self._sent if one.request.number == number]
            self._declined.extend((one.address, self._clock()) for one in sent)
            self._answer(sent, "declined")

    def settle(self, names: Iterable[str]) -> None:
        """Accept the requests with these names: they are in the game, however they came there."""
        if self._sent:
            known = set(names)
            with self._lock:
                self._answer([one for one in self._sent if one.request.name in known], "accepted")

    def attend(self) -> bool:
        """Drop what has expired. Return whether the open requests have changed since the last call."""
        with self._lock:
            if self._sent or self._answers:
                self._pass_time()
            before, self._shown = self._shown, self.open
            return before != self._shown

    def _check_limits(self, address: str, now: float, own: _Sent | None) -> None:
        wait = max((moment + AWAY - now for one, moment in self._declined if one == address), default=0.0)
        if wait > 0:
            later = max(1, round(wait))
            raise NotAccepted("turned_away", _("Your request was declined. Wait a moment before you ask again."), later)
        beside = sum(one.address == address for one in self._sent if one is not own)
        often = sum(one == address and now - moment < ASKED_WITHIN for one, moment in self._asked)
        if len(self._sent) - (own is not None) >= MOST or beside >= PER_ADDRESS or often >= ASKED:
            raise NotAccepted("too_many_asks", _("Too many phones ask to play. Try again in a minute."), 60)

    def _answer(self, sent: list[_Sent], stage: JoinStage) -> None:
        now = self._clock()
        answers = (_Answer(one.phone, JoinStanding(stage, one.request.name), now) for one in sent)
        self._answers = (*self._answers, *answers)[-64:]
        self._sent = tuple(one for one in self._sent if one not in sent)

    def _pass_time(self) -> float:
        now = self._clock()
        self._sent = tuple(one for one in self._sent if now - one.since < EXPIRES and now - one.heard < SILENT)
        self._answers = tuple(one for one in self._answers if now - one.moment < ANSWER_KEPT)
        return now
