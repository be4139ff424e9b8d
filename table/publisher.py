"""Snapshots: made of the game and the dice, and published to any number of readers on other threads."""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from engine import Event
from table import LyingDie, Snapshot, TrayView
from table.commands import Command, CommandQueue, CommandResult, Push, SeenRevision
from table.dice import HoldMode
from table.games import rulebook
from table.input.validation import Validation, played
from table.session import GameSession
from table.snapshot import LyingThing, Part, Posted
from table.voice import voice_after
from vision import Die, ThingOutline, Zone

DIE_SIZE = 16.0
"""The size in mm at which a die of unknown size is drawn."""

ROUND_TRAY = 18.0
"""The distance from the tray's floor in mm up to which dice are drawn: those on the rim, not those on the table."""

ONE_SET = 0.25
"""The share by which dice of one set may differ in measured size."""


def snapshot_of(
    latest: Snapshot,
    session: GameSession,
    dice: Mapping[str, Die],
    shown: Validation,
    throw: Sequence[Event],
    *,
    entered: bool = False,
    **more: Any,
) -> Snapshot:
    """Return the snapshot after ``latest``: the game, the dice, what is shown, and ``more`` fields unchanged.

    ``throw`` are the events of an unconfirmed throw. ``entered`` says that the dice were entered by hand.
    """
    state = session.state
    after = played(state, throw) if throw else None
    signs = rulebook(state).parts(after or state, dice)
    return replace(
        latest,
        mode=shown.mode,
        prompt=shown.prompt,
        state=state,
        dice=tuple(replace(die, entered=entered) for die in drawn(_near(dice, latest.tray), signs)),
        event=len(session.events),
        game=session.opened,
        former=session.former,
        log=session.events,
        joining=session.joining,
        after=after,
        **more,
    )


def drawn_things(things: Iterable[ThingOutline]) -> tuple[LyingThing, ...]:
    return tuple(LyingThing(thing.corners_mm, round(thing.area), thing.problem) for thing in things)


def _near(dice: Mapping[str, Die], tray: TrayView) -> dict[str, Die]:
    return {key: die for key, die in dice.items() if die.zone is not Zone.OUTSIDE or _away(die, tray) <= ROUND_TRAY}


def _away(die: Die, tray: TrayView) -> float:
    x, y = die.center_mm or die.center
    return max(-x, x - tray.width, -y, y - tray.height)


def drawn(dice: Mapping[str, Die], parts: Mapping[str, Part]) -> tuple[LyingDie, ...]:
    """Return the dice as a page draws them. Dice of nearly the same measured size are one set, drawn in one size."""
    sizes = [die.size_mm for die in dice.values() if die.size_mm]
    usual = median(sizes) if sizes else DIE_SIZE
    one_set = all(abs(size - usual) <= ONE_SET * usual for size in sizes)
    return tuple(
        LyingDie(
            key=key,
            value=die.value,
            center=die.center_mm or die.center,
            yaw=die.yaw,
            size=usual if one_set else die.size_mm or usual,
            on_rail=die.zone is Zone.RAIL,
            body=die.body,
            pips=die.pips,
            part=parts.get(key),
            doubt=die.doubt,
            likeliest=die.likeliest,
        )
        for key, die in sorted(dice.items())
    )


class SnapshotPublisher:
    """Holds the latest snapshot and wakes the threads that wait for the next. Commands of pages go into ``commands``.

    It is the table as the web server sees it. It keeps the revision of the last change of the game, and of all that is
    shown, so that a command is stale only if what it depends on has changed.
    """

    def __init__(self, first: Snapshot, commands: CommandQueue, hold: HoldMode = HoldMode.RAIL) -> None:
        self._snapshot = first
        self._commands = commands
        self._hold = hold
        self._changed = threading.Condition()
        self._game_since = self._shown_since = first.revision
        self.watched = threading.Event()
        """Set after the first read."""

    @property
    def latest(self) -> Snapshot:
        return self._snapshot

    def post(self, snapshot: Snapshot) -> None:
        """Publish this snapshot. Its revision is set here. A snapshot without other changes is ignored."""
        with self._changed:
            snapshot = replace(snapshot, revision=self._snapshot.revision)
            if snapshot == self._snapshot:
                return
            voice = voice_after(self._snapshot, snapshot, self._hold)
            before, self._snapshot = self._snapshot, replace(snapshot, revision=snapshot.revision + 1, voice=voice)
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
        return self._commands.submit(command, timeout, seen)

    def snapshot(self) -> Snapshot:
        self.watched.set()
        with self._changed:
            return self._snapshot

    def wait(self, revision: int, timeout: float) -> Snapshot:
        self.watched.set()
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.revision != revision, timeout)
            return self._snapshot


def _game(snapshot: Snapshot) -> object:
    return snapshot.event, snapshot.state


def _shown(snapshot: Snapshot) -> object:
    faces = sorted(str(die.value) for die in snapshot.dice)
    return _game(snapshot), snapshot.mode, snapshot.prompt, faces


class Bulletin:
    """The posted values of one table. Thread-safe: pages post, and the table's thread calls :meth:`attend`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: dict[str, str] = {}
        self._shown: Posted = ()

    def post(self, name: str, value: str) -> None:
        """Post a value under that name; an empty one removes it."""
        with self._lock:
            self._values[name] = value

    @property
    def posted(self) -> Posted:
        with self._lock:
            return tuple(sorted((name, value) for name, value in self._values.items() if value))

    def attend(self) -> bool:
        """Return whether the values have changed since the last call."""
        before, self._shown = self._shown, self.posted
        return before != self._shown
