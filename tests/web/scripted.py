"""A table whose moments a test sets: the protocol in full, without cameras or buttons."""

from dataclasses import replace
from threading import Condition

from table import Snapshot


class ScriptedTable:
    def __init__(self, snapshot: Snapshot) -> None:
        self._now = snapshot
        self._changed = Condition()
        self.asked = 0

    def snapshot(self) -> Snapshot:
        with self._changed:
            self.asked += 1
            return self._now

    def wait(self, revision: int, timeout: float) -> Snapshot:
        with self._changed:
            self._changed.wait_for(lambda: self._now.revision != revision, timeout)
            return self._now

    def show(self, snapshot: Snapshot) -> Snapshot:
        """Show this moment as the next revision of the same run, and return it as shown."""
        with self._changed:
            self._now = replace(snapshot, boot=self._now.boot, revision=self._now.revision + 1)
            self._changed.notify_all()
            return self._now
