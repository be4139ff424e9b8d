"""Key-value store for small values of the app, each JSON under a name."""

from typing import Protocol

from web.errors import NotKept

__all__ = ["KeyValueStore", "Memory", "NotKept"]


class KeyValueStore(Protocol):
    """Stores values. Thread-safe."""

    def get(self, name: str) -> object:
        """Return the latest value of that name, or None if there is none or it cannot be read."""
        ...

    def was_lost(self, name: str) -> bool:
        """Return whether a value of that name was stored that cannot be read any more, and none since."""
        ...

    def put(self, name: str, value: object) -> None:
        """Store a value; it survives a power cut once this returns. Raises :class:`NotKept`, with nothing changed."""
        ...


class Memory:
    """A store in memory, which ends with the program."""

    def __init__(self) -> None:
        self._values: dict[str, object] = {}

    def get(self, name: str) -> object:
        """Return the latest value of that name, or None."""
        return self._values.get(name)

    def was_lost(self, _name: str) -> bool:
        """Return False: what is in memory can be read."""
        return False

    def put(self, name: str, value: object) -> None:
        """Store a value."""
        self._values[name] = value
