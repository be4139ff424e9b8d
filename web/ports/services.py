"""Services beside the table, each optional: pictures, settings, guests, Wi-Fi."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

IDLE = 2 * 3600.0
"""Seconds without a word after which a place at the helm is free again."""


class PictureStream(Protocol):
    """The camera's pictures."""

    def picture(self) -> bytes | None:
        """Return the latest full picture with the readings drawn in, a JPEG, or None while there is none."""
        ...


class Settings(Protocol):
    """The settings that this table has, such as brightness, sounds and pictures."""

    def settings(self) -> Mapping[str, object]:
        """Return each setting and its value."""
        ...

    def change(self, values: Mapping[str, object]) -> None:
        """Change these existing settings. Raises :class:`~web.errors.NotKept` if they cannot be stored."""
        ...


class Guests(Protocol):
    """Stores the names of players."""

    def names(self) -> Sequence[str]:
        """Return the names of all who played, the latest first."""
        ...


class Demo(Protocol):
    """A demo: a recording instead of a camera. Thread-safe."""

    @property
    def is_over(self) -> bool:
        """Return whether the recording has come to its end."""
        ...

    def again(self) -> None:
        """Play the recording again from its beginning, in a new game; do nothing while it plays."""
        ...


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network for phones; without a password it is open."""

    name: str
    password: str = ""
    hidden: bool = False
