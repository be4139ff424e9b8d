"""The Raspberry Pi's own camera, through picamera2 (from Raspberry Pi OS: ``apt install python3-picamera2``)."""

import numpy as np

from device.cameras.camera import Image
from device.errors import CameraLost

WAIT = 2.0
"""Seconds that one picture may take."""


class PiSource:
    """The first camera on the ribbon cable. Raises :class:`CameraLost` if it, or picamera2, is not there."""

    def __init__(self, width: int, height: int) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraLost(f"picamera2 cannot be used ({error}): install python3-picamera2.") from None
        if not Picamera2.global_camera_info():
            raise CameraLost("No camera is connected to the Pi: check the ribbon cable.")
        try:
            self._camera = Picamera2()
            # picamera2's "RGB888" is blue, green, red in memory: what OpenCV wants
            self._camera.configure(
                self._camera.create_video_configuration(main={"size": (width, height), "format": "RGB888"})
            )
            self._camera.start()
        except RuntimeError as error:
            raise CameraLost(f"The Pi's camera cannot be started ({error}): is another program using it?") from None

    def grab(self) -> Image | None:
        """The next picture, (h, w, 3) uint8 BGR; None when none came in time."""
        job = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(job, timeout=WAIT)
        except TimeoutError:
            return None
        try:
            return np.asarray(request.make_array("main"), np.uint8)
        finally:
            request.release()

    def close(self) -> None:
        """Stop the camera and let it go."""
        self._camera.stop()
        self._camera.close()
