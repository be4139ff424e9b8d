"""A USB camera through Video4Linux. Its number changes with the order of plugging in, its name by id does not."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from device.cameras.camera import Shot
from device.errors import CameraLost
from vision.i18n import gettext as _

SLOWEST, FASTEST = 5.0, 240.0
"""Pictures a second of real cameras; other figures of a driver are no rates."""

BY_ID = Path("/dev/v4l/by-id")


class UsbSource:
    """Camera with the given image size: at ``/dev/videoN`` for a number, at a path, or the first one for an empty text.

    Raises :class:`CameraLost` if there is none.
    """

    def __init__(self, device: int | str, width: int, height: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._taken = 0.0
        named = f"/dev/video{device}" if isinstance(device, int) else device or next(iter(usb_cameras()), "/dev/video0")
        number = re.fullmatch(r"/dev/video(\d{1,9})", os.path.realpath(named))
        if number is None:
            raise _not_opened(named)
        self._capture = cv2.VideoCapture(int(number[1]), cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise _not_opened(named)
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
        ok, image = self._capture.retrieve()
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        settings = {"period": 1 / rate} if SLOWEST <= rate <= FASTEST else {}
        return Shot(np.asarray(image, np.uint8), self._taken, settings=settings) if ok else None

    def news(self) -> list[str]:
        return []

    def locked(self) -> None:
        """Do nothing: a USB camera controls its own exposure."""


def usb_cameras() -> list[str]:
    """Return the paths by id of the USB cameras that are plugged in, in order."""
    return sorted(map(str, BY_ID.glob("*-video-index0")))


def _not_opened(device: str) -> CameraLost:
    others = [one for one in usb_cameras() if os.path.realpath(one) != os.path.realpath(device)]
    if not Path(device).exists() and others:
        return CameraLost(
            _(
                "There is no camera at {device}: plug it in, or set [camera] device to {other}.",
                device=device,
                other=others[0],
            )
        )
    if not Path(device).exists():
        return CameraLost(_("There is no camera at {device}: plug one in, or set [camera] device.", device=device))
    if not os.access(device, os.R_OK | os.W_OK):
        return CameraLost(_("This user may not use {device}: add it to the group video.", device=device))
    return CameraLost(
        _("{device} can’t be opened as a camera: end other programs with it, or set [camera] device.", device=device)
    )
