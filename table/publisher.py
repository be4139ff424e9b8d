"""The publisher of snapshots: the latest one, for any number of readers on other threads."""

import threading
from dataclasses import replace

from table import Snapshot
from table.commands import Command, CommandQueue, CommandResult, Push, SeenRevision


class SnapshotPublisher:
    """Holds the latest snapshot and wakes the threads that wait for the next. Commands of pages go into ``commands``.

    It is the table as the web server sees it. It keeps the revision of the last change of the game, and of all that is
    shown, so that a command is stale only if what it depends on has changed.
    """

    def __init__(self, first: Snapshot, commands: CommandQueue) -> None:
        self._snapshot = first
        self._commands = commands
        self._changed = threading.Condition()
        self._game_since = self._shown_since = first.revision
        self.watched = threading.Event()
        """Set after the first read."""

    @property
    def latest(self) -> Snapshot:
        """The latest snapshot, for the table itself."""
        return self._snapshot

    def post(self, snapshot: Snapshot) -> None:
        """Publish this snapshot. Its revision is set here. A snapshot without other changes is ignored."""
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

    def is_stale(self, command: Command, seen: SeenRevision) -> bool:
        """Return whether what that command depends on has changed since the revision it was based on."""
        now = self._snapshot
        since = self._shown_since if isinstance(command, Push) else self._game_since
        return seen.boot != now.boot or not since <= seen.revision <= now.revision

    def submit(self, command: Command, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        """Submit a command to the table, and wait at most ``timeout`` seconds for its answer."""
        return self._commands.submit(command, timeout, seen)

    def snapshot(self) -> Snapshot:
        """Return the latest snapshot."""
        self.watched.set()
        with self._changed:
            return self._snapshot

    def wait(self, revision: int, timeout: float) -> Snapshot:
        """Return the latest snapshot once its revision differs, or after ``timeout`` seconds."""
        self.watched.set()
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.revision != revision, timeout)
            return self._snapshot


def _game(snapshot: Snapshot) -> object:
    return snapshot.event, snapshot.state


def _shown(snapshot: Snapshot) -> object:
    """Return what a button depends on: the game, the sentence, and the faces that lie there."""
    faces = sorted(str(die.value) for die in snapshot.dice)
    return _game(snapshot), snapshot.mode, snapshot.prompt, faces
