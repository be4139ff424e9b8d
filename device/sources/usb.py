"""A USB camera through Video4Linux."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from device.cameras.source import Shot
from device.errors import CameraLost
from vision.i18n import gettext as _

SLOWEST, FASTEST = 5.0, 240.0
"""Pictures a second of real cameras; other figures of a driver are no rates."""


class UsbSource:
    """Camera at ``/dev/videoN`` with the given image size. Raises :class:`CameraLost` if there is none."""

    def __init__(self, number: int, width: int, height: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._taken = 0.0
        self._capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraLost(_why_not_opened(number))
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def advance(self, pause: float) -> bool:
        """Grab frames until one is late enough. Earlier frames are dropped without decoding."""
        due = self._taken + 0.9 * pause
        while self._capture.grab():
            now = self._clock()
            if now >= due:
                self._taken = now
                return True
        return False

    def shot(self) -> Shot | None:
        """Return the decoded frame, or None if it is incomplete."""
        ok, image = self._capture.retrieve()
        return Shot(np.asarray(image, np.uint8), self._taken, settings=self._pace()) if ok else None

    def _pace(self) -> dict[str, float]:
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        return {"period": 1 / rate} if SLOWEST <= rate <= FASTEST else {}

    def news(self) -> list[str]:
        """Return an empty list."""
        return []

    def locked(self) -> None:
        """Do nothing: a USB camera controls its own exposure."""


def _why_not_opened(number: int) -> str:
    device = Path(f"/dev/video{number}")
    if not device.exists():
        return _("There is no camera at /dev/video{number}: plug one in, or set [camera] device.", number=number)
    if not os.access(device, os.R_OK | os.W_OK):
        return _("This user may not use {device}: add it to the group video.", device=device)
    return _("{device} can’t be opened as a camera: end other programs with it, or set [camera] device.", device=device)
