"""Six-digit codes to take the helm or to claim a screen, each valid once for one minute, and limits on wrong ones.

A code is shown on a phone at the helm, on the terminal of the machine, and at a table without buttons on its claimed
screens (:mod:`web.guests.room`).
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from threading import Lock
from typing import Literal, Protocol

from engine.i18n import gettext as _
from web.access.pin import Guesses
from web.errors import Denied

DIGITS = 6
GOOD_FOR = 60.0
"""Seconds for which a code is good."""

Use = Literal["helm", "screen"]
"""What a code is good for."""


def spaced(code: str) -> str:
    return f"{code[:3]} {code[3:]}"


def new_code() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


@dataclass(frozen=True, slots=True)
class Code:
    digits: str
    use: Use
    until: float = float("inf")


class Printed(Protocol):
    """The code that a command on the machine has printed."""

    def code(self) -> Code | None: ...

    def spend(self) -> None: ...


class Codes:
    """All valid codes. Thread-safe; ``clock`` in seconds, monotonic."""

    def __init__(
        self,
        printed: Printed | None = None,
        clock: Callable[[], float] = time.monotonic,
        make: Callable[[], str] = new_code,
    ) -> None:
        self._printed = printed
        self._clock = clock
        self._make = make
        self._lock = Lock()
        self._good: dict[tuple[str, Use], Code] = {}
        self._guesses = Guesses(clock)

    def new(self, shown_by: str, use: Use = "helm") -> str:
        """Return a new code to be shown there: by a hand at the helm, or a terminal. It replaces the one before."""
        with self._lock:
            self._drop_old()
            code = self._good[shown_by, use] = Code(self._make(), use, self._clock() + GOOD_FOR)
            return code.digits

    def take(self, said: str, address: str, use: Use = "helm", own: str | None = None) -> None:
        """Use up the code that was entered at that address; ``own`` is a code valid for this client only.

        Raises :class:`~web.errors.Denied` for a code that is not valid, and while the address has to wait after wrong
        ones.
        """
        digits = "".join(character for character in said if character not in " -\u00a0\u202f")
        with self._lock:
            self._guesses.check(address)
            self._drop_old()
            found = next((key for key, code in self._good.items() if code.use == use and _same(code, digits)), None)
            printed = self._printed.code() if self._printed else None
            if found:
                del self._good[found]
            elif self._printed and printed and printed.use == use and _same(printed, digits):
                self._printed.spend()
            elif own is None or not _same(Code(own, use), digits):
                self._guesses.wrong(address)
                raise Denied(403, "wrong_code", _("Wrong code. Check the current one."))
            self._guesses.right(address)

    def _drop_old(self) -> None:
        now = self._clock()
        self._good = {key: code for key, code in self._good.items() if now < code.until}


def _same(code: Code, digits: str) -> bool:
    return compare_digest(code.digits.encode(), digits.encode("utf-8", "replace"))
