"""A camera that gives what a test has for it."""

from collections.abc import Iterator
from typing import Self

from device.cameras.camera import Frame


class GivenCamera:
    """Gives these frames, one after the other, None for a tick. An error among them is raised."""

    def __init__(self, *frames: Frame | Exception | None) -> None:
        self._frames = frames

    def frames(self) -> Iterator[Frame | None]:
        for one in self._frames:
            if isinstance(one, Exception):
                raise one
            yield one

    def calm(self, still: bool) -> None:
        """Do nothing: every frame is given."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        pass
