"""The board between the table and the pages: the latest snapshot, for any number of readers on other threads."""

import threading
from dataclasses import replace

from device.orders import Inbox
from web import Snapshot
from web.orders import Answer, Order


class Board:
    """Holds the latest snapshot and wakes those who wait for the next; what pages ask for goes into ``orders``.

    It is the table, and its helm, as the web knows them.
    """

    def __init__(self, first: Snapshot, orders: Inbox) -> None:
        self._snapshot = first
        self._orders = orders
        self._changed = threading.Condition()
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
            self._snapshot = replace(snapshot, revision=snapshot.revision + 1)
            self._changed.notify_all()

    def order(self, order: Order, timeout: float) -> Answer:
        """Ask the table for something, and wait at most so many seconds for its answer."""
        return self._orders.order(order, timeout)

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
