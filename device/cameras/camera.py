"""The camera protocol: yields frames until it ends or is lost."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(h, w, 3) uint8 BGR."""

Grey = NDArray[np.uint8]
"""(h, w) uint8."""

PERIOD = 1 / 30
"""Seconds between two frames of a camera that does not say it."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: its time in seconds on the camera's monotonic clock, its number, and its camera settings.

    ``small`` is the same picture in grey, about 320 pixels wide, if the camera delivers it at no cost. Where the camera
    knows when the picture was exposed, its settings have ``began``, ``ended`` and ``period`` (seconds).
    """

    image: Image
    time: float
    number: int
    settings: Mapping[str, float] = field(default_factory=dict)
    small: Grey | None = None

    @property
    def exposed(self) -> tuple[float, float]:
        """Return when the exposure of the first row began and that of the last row ended, on the clock of `time`.

        A camera that does not know it is taken to expose for one frame before ``time``, and to be late by one more.
        """
        late = 2 * self.period
        return self.settings.get("began", self.time - late), self.settings.get("ended", self.time)

    @property
    def period(self) -> float:
        return self.settings.get("period", PERIOD)


class Camera(Protocol):
    """An open camera. Leaving the ``with`` block closes it."""

    def frames(self) -> Iterator[Frame | None]:
        """Yield the newest frame each time, or None if there is no new one yet.

        Ends with the end of a recording. Raises :class:`~device.errors.CameraLost` if frames stop arriving.
        """
        ...

    def calm(self, still: bool) -> None:
        """Set whether the tray is still; then ten frames a second are enough."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...


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
