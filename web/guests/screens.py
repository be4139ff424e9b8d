"""The table's own screens: TV pages that were claimed with a code and may show codes, and the sound of all screens."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import Annotated

from msgspec import Meta, convert

from engine.i18n import gettext as _
from web.errors import Denied, NotKept
from web.services.store import KeyValueStore, known_rows, known_value

KEPT = "screens"
"""The name under which the drawer keeps them."""

MOST = 4
"""Screens of one table."""

Number = Annotated[int, Meta(gt=0)]


@dataclass(frozen=True, slots=True)
class Screen:
    """A claimed screen by its number, and the seconds since it last asked for codes (None: not since the start)."""

    number: int
    quiet: float | None


class Claimed:
    """The claimed screens, each under a name that its signed cookie holds. Thread-safe."""

    def __init__(self, drawer: KeyValueStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._drawer = drawer
        self._clock = clock
        self._lock = Lock()
        self._numbers = dict(known_rows(drawer, KEPT, lambda row: convert(row, tuple[str, Number])))
        self._seen: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def check_room(self) -> None:
        if len(self._numbers) >= MOST:
            raise Denied(422, "screens_full", _("This table has {most} screens already: remove one first.", most=MOST))

    def claim(self) -> str:
        """Add a screen, and return its name. Raises :class:`~web.errors.Denied` if there are too many."""
        with self._lock:
            self.check_room()
            name = secrets.token_urlsafe(16)
            number = next(n for n in range(1, MOST + 1) if n not in self._numbers.values())
            self._keep({**self._numbers, name: number})
            return name

    def has(self, name: str | None) -> bool:
        return name in self._numbers

    def see(self, name: str) -> None:
        """Record that this screen asks for codes now."""
        with self._lock:
            if name in self._numbers:
                self._seen[name] = self._clock()

    def all(self) -> tuple[Screen, ...]:
        with self._lock:
            now = self._clock()
            screens = (
                Screen(number, now - self._seen[name] if name in self._seen else None)
                for name, number in self._numbers.items()
            )
            return tuple(sorted(screens, key=lambda screen: screen.number))

    def remove(self, number: int) -> None:
        """Remove the screen of that number, if there is one."""
        with self._lock:
            self._keep({name: one for name, one in self._numbers.items() if one != number})

    def _keep(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._seen = {name: seen for name, seen in self._seen.items() if name in numbers}
        with suppress(NotKept):  # on a full disk a restart forgets it
            self._drawer.put(KEPT, numbers)


SOUND_KEPT = "sound"
"""The name under which the drawer keeps it."""


class SoundSwitch:
    """Whether screens may sound. Thread-safe; read from the drawer once."""

    def __init__(self, drawer: KeyValueStore) -> None:
        self._drawer = drawer
        self._lock = Lock()
        self._allowed = known_value(drawer, SOUND_KEPT, lambda kept: convert(kept["allowed"], bool)) is not False

    @property
    def allowed(self) -> bool:
        return self._allowed

    def allow(self, *, on: bool) -> None:
        """Allow sound, or silence all screens. Raises :class:`~web.errors.Denied` if that cannot be stored."""
        with self._lock:
            self._drawer.put(SOUND_KEPT, {"allowed": on})
            self._allowed = on
