"""Key-value store for small values of the app, each JSON under a name."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from web.errors import NotKept

__all__ = ["KeyValueStore", "Memory", "NotKept", "known_rows", "known_value"]

Known = TypeVar("Known")

UNKNOWN = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""What a reader raises for a value that this version does not know."""


class KeyValueStore(Protocol):
    """Stores values. Thread-safe."""

    def get(self, name: str) -> object:
        """Return the latest value of that name, or None if there is none or it cannot be read."""

    def was_lost(self, name: str) -> bool:
        """Return whether a value of that name was stored that cannot be read any more, and none since."""

    def set_aside(self, name: str) -> None:
        """Use the value of that name no more, since this version does not know what it says. The page says so."""

    def put(self, name: str, value: object) -> None:
        """Store a value; it survives a power cut once this returns. Raises :class:`NotKept`, with nothing changed."""


class Memory:
    """A store in memory, which ends with the program."""

    def __init__(self) -> None:
        self._values: dict[str, object] = {}
        self._lost: set[str] = set()

    def get(self, name: str) -> object:
        return self._values.get(name)

    def was_lost(self, name: str) -> bool:
        return name in self._lost

    def set_aside(self, name: str) -> None:
        del self._values[name]
        self._lost.add(name)

    def put(self, name: str, value: object) -> None:
        self._values[name] = value
        self._lost.discard(name)


def known_value(store: KeyValueStore, name: str, read: Callable[[Any], Known]) -> Known | None:
    """Return what ``read`` makes of the value of that name; None if there is none.

    A value for which it raises one of :data:`UNKNOWN` is set aside.
    """
    value = store.get(name)
    try:
        return None if value is None else read(value)
    except UNKNOWN:
        store.set_aside(name)
        return None


def known_rows(store: KeyValueStore, name: str, read: Callable[[Any], Known]) -> list[Known]:
    """Return what ``read`` makes of each row of a list, or of each pair of key and value of an object.

    If it raises one of :data:`UNKNOWN` for a row, the whole value is set aside, and the other rows are stored.
    """
    value = store.get(name)
    rows = list(value.items()) if isinstance(value, dict) else value if isinstance(value, list) else [value]
    known: list[Any] = []
    found: list[Known] = []
    for row in rows if value is not None else ():
        with suppress(*UNKNOWN):
            found.append(read(row))
            known.append(row)
    if value is not None and len(known) < len(rows):
        store.set_aside(name)
        with suppress(NotKept):
            store.put(name, dict(known) if isinstance(value, dict) else known)
    return found
