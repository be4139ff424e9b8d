"""Idle connections, and which of them is dropped for a new one."""

from typing import Protocol, TypeVar


class Connection(Protocol):
    """A connection, as far as it is counted."""

    account: str
    since: float
    """When it began to wait, in seconds."""


AnyConnection = TypeVar("AnyConnection", bound=Connection)


class WaitingConnections(dict[str, dict[AnyConnection, None]]):
    """The idle connections of each account, the longest idle first. Not thread-safe.

    No account has more than ``each``, all together have no more than ``most``.
    """

    def __init__(self, each: int, most: int) -> None:
        super().__init__()
        self._each = each
        self._most = most
        self._count = 0

    @property
    def count(self) -> int:
        """Return the number of idle connections."""
        return self._count

    def add(self, connection: AnyConnection) -> AnyConnection | None:
        """Add a connection. Returns the connection to drop for it, which is removed."""
        self.setdefault(connection.account, {})[connection] = None
        self._count += 1
        if len(self[connection.account]) > self._each:
            account = connection.account
        elif self._count > self._most:
            account = max(self, key=lambda one: (len(self[one]), -next(iter(self[one])).since))
        else:
            return None
        oldest = next(iter(self[account]))
        self.discard(oldest)
        return oldest

    def discard(self, connection: AnyConnection) -> None:
        """Remove a connection."""
        those = self.get(connection.account, {})
        if connection in those:
            del those[connection]
            self._count -= 1
            if not those:
                del self[connection.account]
