"""What the set-up asks of the machine, as a protocol and plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from table.snapshot import Point
from web.ports.maintenance import Corners

Hold = Literal["rail", "in_place", "off_tray"]
"""Where held dice lie."""

TrayState = Literal["settled", "empty", "moving", "obstructed", "no_picture", "no_tray"]
"""What a test throw came to: dice were read, none lie there, they do not rest, a hand is over the tray, the camera
gives no picture, or the tray is not found in it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera sees: the size of its picture, the markers by id with their corners, and the tray's floor.

    All in pixels of the picture. ``found`` says what the floor was found by.
    """

    frame: tuple[int, int]
    markers: dict[int, tuple[Point, ...]]
    corners: Corners | None
    found: Literal["markers", "corners", "nowhere"]


@dataclass(frozen=True, slots=True)
class TrayChoices:
    """How dice are held, and the width of the rail and of the tray, in mm."""

    hold: Hold
    rail: float
    width: float


@dataclass(frozen=True, slots=True)
class TestThrow:
    """A throw that is read as a test: each die's value, None where it is not clear."""

    rest: TrayState
    dice: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class TableNames:
    """The players of the next game, and the table's name; empty if it has none of its own."""

    players: tuple[str, ...]
    table: str


class SetupDesk(Protocol):
    """The configuration and the camera, as the set-up uses them. Thread-safe.

    What is written is used by the table after its next start; it restarts by itself once :meth:`allow_restart` says
    so, nobody waits for an answer, and no game is on. Each method that writes raises :class:`~web.errors.Denied`, with
    nothing changed, if it cannot.
    """

    def is_untouched(self) -> bool:
        """Return whether the table is as it was installed: nothing of the set-up is configured, no game was played."""
        ...

    def is_playing(self) -> bool:
        """Return whether a game is on: a roll was counted, and the game is not over."""
        ...

    def has_camera(self) -> bool:
        """Return whether the configuration has a camera."""
        ...

    def use_camera(self, on: bool) -> None:
        """Configure to play without a camera, or with the one before."""
        ...

    def sight(self) -> Sight | None:
        """Return what the camera sees, or None while it gives no picture."""
        ...

    def view(self) -> bytes | None:
        """Return the latest picture, a JPEG, or None."""
        ...

    def keep_corners(self, corners: Corners | None) -> None:
        """Configure these corners of the floor, or with None the markers."""
        ...

    def tray(self) -> TrayChoices:
        """Return the configured choices."""
        ...

    def keep_tray(self, hold: Hold, rail: float) -> None:
        """Configure how dice are held, and the rail's width in mm."""
        ...

    def throw(self) -> TestThrow:
        """Read the dice on the tray once they rest; takes up to some seconds. No game notices."""
        ...

    def names(self) -> TableNames:
        """Return the configured names."""
        ...

    def keep_names(self, players: Sequence[str], table: str) -> None:
        """Configure these names, and begin a game with the players if no roll was counted in the present one."""
        ...

    def used(self) -> None:
        """Note that somebody is at the set-up now: the table does not restart in the next seconds."""
        ...

    def allow_restart(self, allowed: bool) -> None:
        """Allow or forbid the restart, of which there is one only if something was written that needs it."""
        ...
