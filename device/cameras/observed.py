"""A camera wrapper that passes each frame to a callback."""

from collections.abc import Callable, Iterator
from typing import Self

from device.cameras.camera import Camera, Frame


class HeardCamera:
    """Wraps a camera; calls ``heard`` with each frame before yielding it."""

    def __init__(self, camera: Camera, heard: Callable[[Frame], None]) -> None:
        self._camera = camera
        self._heard = heard

    def frames(self) -> Iterator[Frame | None]:
        """Yield the camera's frames."""
        for frame in self._camera.frames():
            if frame:
                self._heard(frame)
            yield frame

    def calm(self, still: bool) -> None:
        """Pass the value on to the camera."""
        self._camera.calm(still)

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._camera.__exit__(*exc)
