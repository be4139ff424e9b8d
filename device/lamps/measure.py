"""Lamp pictures at a terminal: of a camera that nothing else uses."""

from collections.abc import Iterable

from device.cameras.camera import Frame
from device.errors import BadTrial, CameraLost
from device.lamps.capture import LampCapture
from device.lamps.lamps import Lamps
from device.lamps.table_lamps import CALIBRATING, FRAMES, TOO_SLOW
from engine.i18n import gettext as _
from vision import LampPictures

WARMING = 3
"""Number of frames that are passed over: the first ones come late."""


def lamp_pictures(shots: Iterable[Frame | None], lamps: Lamps, frames: int = FRAMES) -> LampPictures:
    """Take a picture under each lamp from the frames of a camera at full rate, the mean of that many frames.

    Raises :class:`BadTrial` if the camera is too slow.
    """
    capture = LampCapture(lamps, CALIBRATING)
    try:
        for number, frame in enumerate(shot for shot in shots if shot):
            if number < WARMING:
                continue
            if not capture.under_way:
                if not capture.begin(frame, frames):
                    raise BadTrial(TOO_SLOW)
            elif pictures := capture.take(frame):
                return pictures
            elif capture.is_late(frame):
                raise BadTrial(TOO_SLOW)
    finally:
        capture.give_up()
    raise CameraLost(_("The camera has stopped."))
