"""Care for the appliance, as far as a page can give it: each part a small protocol, told in plain values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from table.snapshot import Point

Corners = tuple[Point, Point, Point, Point]
"""The floor's corners in pixels of the camera's picture: top left, top right, bottom right, bottom left."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the doctor looked at: its light, how it is, and what to do where it is not well."""

    name: str
    light: Literal["green", "amber", "red"]
    words: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """Where the tray lies in a picture of that width and height, and by what it was found."""

    frame: tuple[int, int]
    corners: Corners | None
    found: Literal["markers", "corners", "nowhere"]


class Doctor(Protocol):
    """Whoever looks at everything that a table needs."""

    def findings(self) -> Sequence[Finding]:
        """Look now; it takes some seconds."""
        ...


class Calibration(Protocol):
    """Whoever knows where the tray lies under the camera."""

    def outline(self) -> Outline | None:
        """Where it lies in the latest picture, None while there is no picture."""
        ...

    def view(self) -> bytes | None:
        """That picture by itself, a JPEG."""
        ...

    def keep(self, corners: Corners | None, allow: Callable[[], None]) -> None:
        """Take these for its corners, or with None its markers again; the table starts anew with it.

        ``allow`` is called once they are known to be sound, and before anything is written; what it raises ends it.
        Raises :class:`~web.errors.Denied` for what outlines no tray, and where it cannot be kept.
        """
        ...


class Chest(Protocol):
    """Whoever has all that the table keeps, as one file."""

    def backup(self, *, wifi_password: bool) -> bytes:
        """All of it, the password of the Wi-Fi only if asked for. Raises :class:`~web.errors.Denied` where it fails."""
        ...

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
        """Have this put back: the table starts anew with it. Raises :class:`~web.errors.Denied` if it is none.

        ``allow`` is called once it is known to be sound, and before anything is written; what it raises ends it.
        """
        ...


class DicePictures(Protocol):
    """Whoever has pictures of single dice."""

    def lying(self, center: Point) -> bytes | None:
        """The die that lies there (mm), a JPEG; None where there is none."""
        ...

    def rolled(self, roll: int, face: int, which: int) -> bytes | None:
        """Of the dice of that roll which were read as that face, that one; None where nobody kept it."""
        ...

    def likeliest(self, roll: int, face: int, which: int) -> tuple[int, ...]:
        """What that one may have shown, the likeliest first; empty where nobody knows."""
        ...
