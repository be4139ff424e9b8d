"""The board between the table and the pages: the latest snapshot, for any number of readers on other threads."""

import threading
from dataclasses import replace

from table import Snapshot
from table.command_queue import CommandQueue
from table.commands import CommandResult, Order, Push, SeenRevision


class SnapshotPublisher:
    """Holds the latest snapshot and wakes those who wait for the next; what pages ask for goes into ``orders``.

    It is the table, and its helm, as the web knows them. It remembers since which revision the game is as it is, and
    since which all that is shown of it, so that an order is stale only if what it depends on has changed.
    """

    def __init__(self, first: Snapshot, orders: CommandQueue) -> None:
        self._snapshot = first
        self._orders = orders
        self._changed = threading.Condition()
        self._game_since = self._shown_since = first.revision
        self.watched = threading.Event()
        """Set once somebody has looked."""

    @property
    def latest(self) -> Snapshot:
        """What is shown now, as the table itself sees it."""
        return self._snapshot

    def post(self, snapshot: Snapshot) -> None:
        """Show this from now on; its revision is set here, and nothing happens if nothing else in it is new."""
        with self._changed:
            snapshot = replace(snapshot, revision=self._snapshot.revision)
            if snapshot == self._snapshot:
                return
            before, self._snapshot = self._snapshot, replace(snapshot, revision=snapshot.revision + 1)
            if _game(before) != _game(snapshot):
                self._game_since = self._snapshot.revision
            if _shown(before) != _shown(snapshot):
                self._shown_since = self._snapshot.revision
            self._changed.notify_all()

    def is_stale(self, order: Order, seen: SeenRevision) -> bool:
        """Whether what that order depends on is another now than when it was decided on."""
        now = self._snapshot
        since = self._shown_since if isinstance(order, Push) else self._game_since
        return seen.boot != now.boot or not since <= seen.revision <= now.revision

    def order(self, order: Order, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        """Ask the table for something, and wait at most so many seconds for its answer."""
        return self._orders.order(order, timeout, seen)

    def snapshot(self) -> Snapshot:
        """The table now."""
        self.watched.set()
        with self._changed:
            return self._snapshot

    def wait(self, revision: int, timeout: float) -> Snapshot:
        """The table as soon as its revision is another one, or as it is after ``timeout`` seconds."""
        self.watched.set()
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.revision != revision, timeout)
            return self._snapshot


def _game(snapshot: Snapshot) -> object:
    """What everything but a button depends on."""
    return snapshot.event, snapshot.state


def _shown(snapshot: Snapshot) -> object:
    """What a button depends on: the game, the sentence, and the faces that lie there."""
    faces = sorted(str(die.value) for die in snapshot.dice)
    return _game(snapshot), snapshot.mode, snapshot.prompt, faces
