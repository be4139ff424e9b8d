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


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: its time in seconds on the camera's monotonic clock, its number, and its camera settings.

    ``small`` is the same picture in grey, about 320 pixels wide, if the camera delivers it at no cost.
    """

    image: Image
    time: float
    number: int
    settings: Mapping[str, float] = field(default_factory=dict)
    small: Grey | None = None


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
