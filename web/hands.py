"""The hands at the helm: who may change the table, until the place is given back or not used for a while."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from web.drawer import Drawer
from web.errors import Denied, NotKept

KEPT = "helm"
"""The name under which the drawer keeps them."""

MOST = 20
"""Places at the helm."""


class Hands:
    """Whoever is at the helm, each under a name that was made up for it. Safe from any thread.

    They are kept in the ``drawer``, so that a restart takes the helm from nobody. A place that was not used for
    ``idle`` seconds is free.
    """

    def __init__(self, drawer: Drawer, idle: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._drawer = drawer
        self._idle = idle
        self._clock = clock
        self._lock = Lock()
        kept = drawer.get(KEPT)
        names = [name for name in kept if isinstance(name, str)] if isinstance(kept, list) else []
        self._used = dict.fromkeys(names[-MOST:], clock())

    def __len__(self) -> int:
        with self._lock:
            return len(self._present())

    def take(self) -> str:
        """A place at the helm for one more hand: its name. Raises :class:`~web.errors.Denied` if all are taken."""
        with self._lock:
            present = self._present()
            if len(present) >= MOST:
                raise Denied(422, "helm_full", f"{MOST} are at the helm already: one must give it back first.")
            name = secrets.token_urlsafe(16)
            self._keep(present | {name: self._clock()})
            return name

    def has(self, name: str | None) -> bool:
        """Whether that hand is at the helm; to ask is to use the place."""
        with self._lock:
            if name is None or name not in self._present():
                return False
            self._used[name] = self._clock()
            return True

    def is_there(self, name: str | None) -> bool:
        """Whether that hand is at the helm, without using its place. Never waits, not even while the drawer writes."""
        used = self._used.get(name) if name else None
        return used is not None and self._clock() - used < self._idle

    def give_back(self, name: str) -> None:
        """Free that place."""
        with self._lock:
            self._keep({other: used for other, used in self._present().items() if other != name})

    def give_all_back(self) -> None:
        """Free every place."""
        with self._lock:
            self._keep({})

    def _present(self) -> dict[str, float]:
        now = self._clock()
        return {name: used for name, used in self._used.items() if now - used < self._idle}

    def _keep(self, used: dict[str, float]) -> None:
        self._used = used
        with suppress(NotKept):  # a full disk keeps nobody from the helm; a restart may take it away then
            self._drawer.put(KEPT, list(used))
