"""Source: the hardware-specific part of a camera. It may block, so it runs in a separate process."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from device.cameras.camera import Grey, Image


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture from a source: its time in monotonic seconds and its camera settings.

    ``small`` is the same picture in grey, about 320 pixels wide, if the source delivers it at no cost.
    """

    image: Image
    time: float
    small: Grey | None = None
    settings: Mapping[str, float] = field(default_factory=dict)


class Source(Protocol):
    """An open camera. Each call may block for any time and raise any exception.

    It is closed by ending its process, since a driver may hang when it is stopped.
    """

    def advance(self, pause: float) -> bool:
        """Advance cheaply to the newest picture, at least ``pause`` seconds after the last; False if none came."""
        ...

    def shot(self) -> Shot | None:
        """Return the present picture; None if it is damaged."""
        ...

    def news(self) -> list[str]:
        """Return new messages about this camera, each once."""
        ...

    def locked(self) -> Mapping[str, float] | None:
        """Return newly settled exposure and focus once, so that they can be stored; else None."""
        ...
