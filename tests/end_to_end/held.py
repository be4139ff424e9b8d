"""A recorded throw that goes on lying there: for tests in which somebody looks at it, and taps, at leisure."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from device.cameras.camera import Image
from device.recording.format import FILE, picture_name

PACE = 0.5
"""Seconds from frame to frame until then: also a machine with much to do sees the empty tray, and the dice move."""

STAYS = 3000
"""Tenths of a second for which the last frame stands."""


def held_there(recording: Path, last: int, folder: Path, soil: Callable[[Image], None] = lambda _: None) -> Path:
    """That recording up to its ``last`` frame, which stands for minutes, as a folder of pictures; nobody presses.

    ``soil`` may draw into the pictures in which the dice lie as in the last one.
    """
    pictures = folder / "pictures"
    pictures.mkdir(parents=True)
    about = json.loads((recording / FILE).read_text("utf-8"))
    film = cv2.VideoCapture(str(recording / about.pop("video")))
    moment, frames = 0.0, []
    for number in range(last + STAYS):
        picture = pictures / picture_name(number)
        if number <= last:
            ok, image = film.read()
            assert ok
            if about["frames"][number].get("layout") == about["frames"][last]["layout"]:
                soil(np.asarray(image, np.uint8))
            cv2.imwrite(str(picture), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        else:
            picture.hardlink_to(pictures / picture_name(last))
        frame = about["frames"][min(number, last)]
        moment += PACE if number <= last else 0.1
        frames.append({**frame, "t": round(moment, 3)})
    film.release()
    about |= {"pictures": "pictures", "frames": frames, "presses": [], "events": [], "trouble": [], "result": None}
    (folder / FILE).write_text(json.dumps(about))
    return folder
