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

    @property
    def count(self) -> int:
        """Return the number of idle connections."""
        return sum(map(len, self.values()))

    def add(self, connection: AnyConnection) -> AnyConnection | None:
        """Add a connection, as the one idle for the shortest time. Returns the one to drop for it, which is removed."""
        self.discard(connection)
        self.setdefault(connection.account, {})[connection] = None
        if len(self[connection.account]) > self._each:
            account = connection.account
        elif self.count > self._most:
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
            if not those:
                del self[connection.account]
