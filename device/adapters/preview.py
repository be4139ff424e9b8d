"""Preview: the latest frame with its reading drawn in, as a JPEG. Drawn on request only."""

import time
from collections.abc import Callable
from threading import Lock

import cv2
import numpy as np

from device.cameras.camera import Frame, Image
from device.observer import Observer
from vision import Reading, annotate

WIDEST = 1280
"""Maximum width of the preview, in pixels."""

QUALITY = 80

EVERY = 0.5
"""Seconds for which a drawn preview is reused."""

OLD = 10.0
"""Age in seconds after which a frame is no longer shown."""


class Preview(Observer):
    """Latest frame and reading. The preview is drawn on the calling thread.

    ``clock`` returns monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: tuple[Image, Reading, float] | None = None
        self._lock = Lock()
        self._drawn: tuple[float, bytes] | None = None

    def observed(self, frame: Frame, reading: Reading) -> None:
        self._seen = frame.image, reading, self._clock()

    def picture(self) -> bytes | None:
        """Return the latest frame with its reading drawn in, as a JPEG; None if there is no recent one."""
        with self._lock:
            now, seen = self._clock(), self._seen
            if seen is None or now - seen[2] > OLD:
                return None
            if self._drawn is None or now - self._drawn[0] >= EVERY:
                self._drawn = now, _jpeg(annotate(seen[0], seen[1]))
            return self._drawn[1]

    @property
    def frame(self) -> tuple[Image, float] | None:
        """Return the latest frame with the time it came, seconds, monotonic; None if there is no recent one."""
        seen = self._seen
        return None if seen is None or self._clock() - seen[2] > OLD else (seen[0], seen[2])

    @property
    def image(self) -> Image | None:
        """Return the latest frame, (h, w, 3) uint8 BGR; None if there is no recent one."""
        frame = self.frame
        return frame[0] if frame else None


def _jpeg(image: Image) -> bytes:
    height, width = image.shape[:2]
    if width > WIDEST:
        small = cv2.resize(image, (WIDEST, round(height * WIDEST / width)), interpolation=cv2.INTER_AREA)
        image = small.astype(np.uint8, copy=False)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
