"""A real camera, kept at arm's length: a thread of its own takes the pictures and only the newest one is kept."""

import threading
import time
from collections.abc import Iterator
from typing import Protocol, Self

from device.cameras.camera import Frame, Image
from device.errors import CameraLost

TICK = 0.1
"""Seconds that the table waits for a frame before it looks after its buttons again."""

LOST = 3.0
"""Seconds without a frame after which the camera counts as lost."""


class Source(Protocol):
    """The part of a camera that differs from make to make."""

    def grab(self) -> Image | None:
        """The next picture; None if none could be had. May block for as long as the driver likes."""
        ...

    def close(self) -> None:
        """Let the device go."""
        ...


class LiveCamera:
    """Frames of a source, the newest each time. A driver that hangs is left behind, never waited for."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._stop = False
        self._thread = threading.Thread(target=self._take, name="camera", daemon=True)
        self._thread.start()

    def _take(self) -> None:
        number = 0
        while not self._stop:
            image = self._source.grab()
            if image is None:
                time.sleep(TICK)
                continue
            with self._changed:
                self._newest = Frame(image, time.monotonic(), number)
                self._changed.notify()
            number += 1
        self._source.close()

    def frames(self) -> Iterator[Frame | None]:
        """The newest frame each time, None where none came for a tenth of a second.

        Raises :class:`CameraLost` when none has come for three seconds.
        """
        last_seen = time.monotonic()
        while True:
            with self._changed:
                if self._newest is None:
                    self._changed.wait(TICK)
                frame, self._newest = self._newest, None
            if frame:
                last_seen = frame.time
            elif time.monotonic() - last_seen > LOST:
                raise CameraLost("The camera gives no more pictures: check its cable.")
            yield frame

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop = True
        self._thread.join(1.0)
