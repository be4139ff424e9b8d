"""The owner's switch for the sound of all screens, kept in the drawer. Each screen chooses for itself besides."""

from threading import Lock

from web.services.store import KeyValueStore, known_value

KEPT = "sound"
"""The name under which the drawer keeps it."""


class SoundSwitch:
    """Whether screens may sound. Thread-safe; read from the drawer once."""

    def __init__(self, drawer: KeyValueStore) -> None:
        self._drawer = drawer
        self._lock = Lock()
        self._allowed = known_value(drawer, KEPT, _read) is not False

    @property
    def allowed(self) -> bool:
        """Return whether screens may sound."""
        return self._allowed

    def allow(self, *, on: bool) -> None:
        """Allow sound, or silence all screens. Raises :class:`~web.errors.Denied` if that cannot be stored."""
        with self._lock:
            self._drawer.put(KEPT, {"allowed": on})
            self._allowed = on


def _read(value: object) -> bool:
    match value:
        case {"allowed": bool(allowed)}:
            return allowed
    raise ValueError("no switch")
