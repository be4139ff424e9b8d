"""A source: the part of a camera that differs from make to make. It may block, so it lives in a process of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from device.cameras.camera import Grey, Image


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture as a source gives it: at so many seconds, monotonic, with the settings it was taken with.

    ``small`` is the same in grey, about 320 pixels wide, where the source has it for nothing.
    """

    image: Image
    time: float
    small: Grey | None = None
    settings: Mapping[str, float] = field(default_factory=dict)


class Source(Protocol):
    """A camera in use. Each call may block for as long as the driver likes, and may raise anything.

    It is let go by the end of its process: a driver may never come back from being asked to stop.
    """

    def advance(self, pause: float) -> bool:
        """Go on to the newest picture, ``pause`` seconds after the last at the least, cheaply; False if none came."""
        ...

    def shot(self) -> Shot | None:
        """The picture that was advanced to; None if it is damaged."""
        ...

    def news(self) -> list[str]:
        """What is to be told of this camera, a sentence each, and was not told yet."""
        ...

    def locked(self) -> Mapping[str, float] | None:
        """Exposure and focus that were settled on just now and are to be kept, once; else None."""
        ...
