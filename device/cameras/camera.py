"""What a camera is: something that gives frames until it ends or is lost."""

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
    """One picture: seconds on the camera's own monotonic clock, its number, and the settings it was taken with.

    ``small`` is the same moment in grey, about 320 pixels wide, where the camera gives that for nothing.
    """

    image: Image
    time: float
    number: int
    settings: Mapping[str, float] = field(default_factory=dict)
    small: Grey | None = None


class Camera(Protocol):
    """A camera in use. Leaving the ``with`` block lets it go."""

    def frames(self) -> Iterator[Frame | None]:
        """Frames, the newest one each time; None now and then while no new one has come.

        Ends where a recording ends. Raises :class:`~device.errors.CameraLost` when nothing comes any more.
        """
        ...

    def calm(self, still: bool) -> None:
        """Whether nothing moves on the tray: then ten frames a second are enough."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...
