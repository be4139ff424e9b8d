"""Small services beside the table, each of which may be missing: pictures, settings, guests, Wi-Fi."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

IDLE = 2 * 3600.0
"""Seconds without a word after which a place at the helm is free again."""


class PictureStream(Protocol):
    """Whoever has the camera's pictures."""

    def picture(self) -> bytes | None:
        """The latest whole picture with the readings drawn in, a JPEG; None while there is none."""
        ...


class Settings(Protocol):
    """What may be set: brightness, sounds, pictures, as far as this table has them."""

    def settings(self) -> Mapping[str, object]:
        """Each setting and its value."""
        ...

    def change(self, values: Mapping[str, object]) -> None:
        """Set these, which are among the settings. Raises :class:`~web.errors.NotKept` where that cannot be kept."""
        ...


class Guests(Protocol):
    """Whoever remembers who played here."""

    def names(self) -> Sequence[str]:
        """The names of all who played, the latest first."""
        ...


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network that phones come by; without a password it is an open one."""

    name: str
    password: str = ""
    hidden: bool = False
