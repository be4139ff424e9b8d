"""Reactions: guests' phones send them, the TV shows them for two seconds, and nothing keeps them."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Literal

from engine.i18n import gettext as _
from web.errors import Denied
from web.http.limits import Budgets, Rate

ReactionKind = Literal["cheers", "clap", "groan", "anchor"]
"""What a phone may send."""

EACH = Rate(0.5, 3)
"""Reactions of one address: three at once, then one every two seconds."""

ALL = Rate(4, 8)
"""Reactions of all addresses."""

REMEMBERED = 8
"""Reactions that wait for a screen; it looks several times a second."""

MOST_SCREENS = 4
"""Screens that reactions are sent to at a time."""

LOOK = 0.2
"""Seconds after which the stream of such a screen looks for reactions."""


class Reactions:
    """The latest reactions, and the screens that show them. ``is_on`` says whether the owner allows them. Thread-safe.

    ``clock`` in seconds, monotonic.
    """

    def __init__(self, is_on: Callable[[], bool] = lambda: True, clock: Callable[[], float] = time.monotonic) -> None:
        self.is_on = is_on
        self._each, self._all = Budgets(EACH, clock), Budgets(ALL, clock)
        self._lock = Lock()
        self._number = 0
        self._latest: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)
        self._screens: set[ReactionScreen] = set()

    def send(self, kind: str, account: str) -> None:
        """Pass on a reaction. Raises :class:`~web.errors.Denied` if they are off, and if there were too many."""
        if not self.is_on():
            raise Denied(403, "reactions_off", _("Reactions are switched off at this table."))
        with self._lock:
            wait = self._each.take(account) or self._all.take("")
            if wait:
                raise Denied(429, "too_many", _("Wait a moment before you react again."), max(1, round(wait)))
            self._number += 1
            self._latest.append((self._number, kind))

    def screen(self) -> "ReactionScreen | None":
        """Return a place for one more screen, to be left with :meth:`ReactionScreen.leave`; None if there is none."""
        with self._lock:
            if len(self._screens) >= MOST_SCREENS:
                return None
            screen = ReactionScreen(self, self._number)
            self._screens.add(screen)
            return screen

    def after(self, number: int) -> tuple[int, tuple[str, ...]]:
        with self._lock:
            return self._number, tuple(kind for at, kind in self._latest if at > number)

    def leave(self, screen: "ReactionScreen") -> None:
        """Give back the place of that screen."""
        with self._lock:
            self._screens.discard(screen)


class ReactionScreen:
    """One screen that shows reactions, and how far it has come."""

    def __init__(self, reactions: Reactions, number: int) -> None:
        self._reactions = reactions
        self._number = number

    def news(self) -> bytes:
        """Return the event of the reactions since the last call; empty without any."""
        self._number, kinds = self._reactions.after(self._number)
        return f"event: reactions\ndata: {' '.join(kinds)}\n\n".encode() if kinds else b""

    def leave(self) -> None:
        """Give back the place."""
        self._reactions.leave(self)


def reactions_on(settings: Callable[[], Mapping[str, object]]) -> Callable[[], bool]:
    return lambda: settings().get("reactions") is not False
