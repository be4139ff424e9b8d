"""Maintenance of the appliance, as small protocols and plain values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from table.snapshot import Point

Corners = tuple[Point, Point, Point, Point]
"""The floor's corners in pixels of the camera's picture: top left, top right, bottom right, bottom left."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its light, a description, and advice if something is wrong."""

    name: str
    light: Literal["grey", "green", "amber", "red"]
    words: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """The tray in a picture of that width and height, and how it was found."""

    frame: tuple[int, int]
    corners: Corners | None
    found: Literal["markers", "corners", "nowhere"]


class Doctor(Protocol):
    """Checks hardware, software and camera."""

    def findings(self) -> Sequence[Finding]:
        """Run all checks; takes some seconds."""
        ...


class Calibration(Protocol):
    """The position of the tray under the camera."""

    def outline(self) -> Outline | None:
        """Return the outline in the latest picture, or None while there is no picture."""
        ...

    def view(self) -> bytes | None:
        """Return that picture without drawings, a JPEG."""
        ...

    def keep(self, corners: Corners | None, allow: Callable[[], None]) -> None:
        """Store these corners, or with None use the markers again; the table then restarts.

        ``allow`` is called after validation and before anything is written; what it raises is passed on. Raises
        :class:`~web.errors.Denied` for corners that do not outline a tray, and if they cannot be stored.
        """
        ...


class LampDesk(Protocol):
    """The four lamps of a table that has them."""

    def measured(self) -> int | None:
        """Return how many days ago the lamps were measured over the empty tray; None if they never were."""
        ...

    def measure(self, allow: Callable[[], None]) -> str:
        """Measure the lamps over the empty tray; the table then restarts. Returns which of them answer, in words.

        Takes some seconds. ``allow`` is called first; what it raises is passed on. Raises
        :class:`~web.errors.Denied` if the tray is not empty, no lamp answers, or the result cannot be stored.
        """
        ...


class Chest(Protocol):
    """Backup and restore of all data of the table, as one file."""

    def backup(self, *, wifi_password: bool) -> bytes:
        """Return the backup, with the Wi-Fi password only if wanted. Raises :class:`~web.errors.Denied` on failure."""
        ...

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
        """Restore this backup; the table then restarts. Raises :class:`~web.errors.Denied` if it is not a backup.

        ``allow`` is called after validation and before anything is written; what it raises is passed on.
        """
        ...


class DicePictures(Protocol):
    """Pictures of single dice, and of things on the tray."""

    def lying(self, center: Point) -> bytes | None:
        """Return the die at that place (mm), a JPEG, or None."""
        ...

    def thing(self, corners: Sequence[Point]) -> bytes | None:
        """Return the thing on the tray with that outline (mm), a JPEG with the outline drawn in, or None."""
        ...

    def rolled(self, roll: int, face: int, which: int) -> bytes | None:
        """Return the ``which``-th of the dice of that roll that were read as that face, or None if it is not stored."""
        ...

    def likeliest(self, roll: int, face: int, which: int) -> tuple[int, ...]:
        """Return the faces that die may have shown, the likeliest first; empty if unknown."""
        ...
