"""A camera that somebody looks through as well."""

from collections.abc import Callable, Iterator
from typing import Self

from device.cameras.camera import Camera, Frame


class HeardCamera:
    """That camera; ``heard`` is given each frame before it is passed on."""

    def __init__(self, camera: Camera, heard: Callable[[Frame], None]) -> None:
        self._camera = camera
        self._heard = heard

    def frames(self) -> Iterator[Frame | None]:
        """Those of the camera."""
        for frame in self._camera.frames():
            if frame:
                self._heard(frame)
            yield frame

    def calm(self, still: bool) -> None:
        """As the camera is told."""
        self._camera.calm(still)

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._camera.__exit__(*exc)
