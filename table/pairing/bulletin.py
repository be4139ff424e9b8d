"""Values that pages post beside the game, so that every page hears at once that they have changed."""

from threading import Lock

Posted = tuple[tuple[str, str], ...]
"""Values by name, in the order of the names."""


class Bulletin:
    """The posted values of one table. Thread-safe: pages post, and the table's thread calls :meth:`attend`."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._values: dict[str, str] = {}
        self._shown: Posted = ()

    def post(self, name: str, value: str) -> None:
        """Post a value under that name; an empty one removes it."""
        with self._lock:
            self._values[name] = value

    @property
    def posted(self) -> Posted:
        """The values that are not empty."""
        with self._lock:
            return tuple(sorted((name, value) for name, value in self._values.items() if value))

    def attend(self) -> bool:
        """Return whether the values have changed since the last call."""
        before, self._shown = self._shown, self.posted
        return before != self._shown
