"""The drawer: where the page keeps the few things of its own, each a JSON value under a name."""

from typing import Protocol

from web.errors import NotKept

__all__ = ["KeyValueStore", "Memory", "NotKept"]


class KeyValueStore(Protocol):
    """Keeps values. Safe from any thread."""

    def get(self, name: str) -> object:
        """What was put there last, None if nothing was or it cannot be read."""
        ...

    def put(self, name: str, value: object) -> None:
        """Keep this; it outlasts a power cut when this returns. Raises :class:`NotKept`, and nothing has changed."""
        ...


class Memory:
    """A drawer that is emptied when the program ends."""

    def __init__(self) -> None:
        self._values: dict[str, object] = {}

    def get(self, name: str) -> object:
        """What was put there last."""
        return self._values.get(name)

    def put(self, name: str, value: object) -> None:
        """Keep this for now."""
        self._values[name] = value
