"""A USB camera through Video4Linux."""

import cv2
import numpy as np

from device.cameras.camera import Image
from device.errors import CameraLost


class UsbSource:
    """The camera at ``/dev/videoN``, asked for pictures of that size. Raises :class:`CameraLost` if there is none."""

    def __init__(self, number: int, width: int, height: int) -> None:
        self._capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraLost(f"There is no camera at /dev/video{number}: plug one in, or set [camera] device.")
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def grab(self) -> Image | None:
        """The next picture, (h, w, 3) uint8 BGR; None when the driver gave none."""
        ok, image = self._capture.read()
        return np.asarray(image, np.uint8) if ok else None

    def close(self) -> None:
        """Let the device go."""
        self._capture.release()
