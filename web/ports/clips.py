"""Clips: the last two seconds of a throw, as the pages show them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

FRAMES = 24
"""Pictures of a clip. They stand below one another in one JPEG, the first on top."""

SECONDS = 2.0
"""Time that a clip covers. Pages show it at half speed."""

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ClipDie:
    """A die in the last picture: the corners of its face as shares of width and height, and its value if known."""

    corners: Corners
    value: int | None


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip without its pictures, which are ``width`` by ``height`` pixels each.

    ``game`` and ``roll`` are None until the throw was confirmed, ``begun`` is when that game began (seconds, Unix).
    ``player`` has the stored name, ``rolled`` are the dice of that roll as they count.
    ``clock`` is when the clip was made. ``word`` is the announcement for which it was kept; it is empty if somebody
    kept it. ``is_kept`` says whether it lies on disk.
    """

    id: str
    width: int
    height: int
    dice: tuple[ClipDie, ...]
    clock: float
    game: int | None = None
    roll: int | None = None
    begun: float | None = None
    player: str = ""
    rolled: tuple[int, ...] = ()
    word: str = ""
    is_kept: bool = False

    @property
    def address(self) -> str:
        """The address of its pictures, which browsers keep: the same id may come again after a restart or a restore."""
        return f"/clips/{self.id}.jpg?made={self.clock:.0f}"


class Clips(Protocol):
    """The clip of the latest throw, and those that are kept. Safe from any thread."""

    @property
    def can_keep(self) -> bool:
        """Return whether clips can be kept at all."""
        ...

    @property
    def shows_on_tv(self) -> bool:
        """Return whether the table's own screens show clips where only the helm may see the camera's pictures."""
        ...

    def latest(self) -> Clip | None:
        """Return the clip of the latest throw; None without one."""
        ...

    def find(self, name: str) -> Clip | None:
        """Return the clip of that id; None if there is none."""
        ...

    def pictures(self, name: str) -> bytes | None:
        """Return the pictures of that clip, a JPEG; None if there is none, or if it cannot be read."""
        ...

    def kept(self, games: Collection[int] | None = None) -> Sequence[Clip]:
        """Return the kept clips of these games, or of all, the latest first."""
        ...

    def unreadable(self) -> int:
        """Return the number of files that are no clips any more."""
        ...

    def keep(self, name: str) -> Clip:
        """Keep that clip with its game. Raises :class:`~web.errors.Denied` if that is not possible."""
        ...

    def remove(self, name: str) -> None:
        """Remove that kept clip. Raises :class:`~web.errors.Denied` if it cannot be removed."""
        ...

    def forget_game(self, game: int) -> None:
        """Remove all kept clips of that game, as far as the disk allows it."""
        ...
