"""A recorded throw whose last frame stays for minutes, for tests that need time with it."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from device.cameras.camera import Image
from device.recording.format import FILE, picture_name

EVERY = 3
"""Of the recording's frames every third is shown."""

PACE = 0.5
"""Seconds from frame to frame, so that a busy machine too reads the empty tray and the moving dice."""

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
    frames: list[dict[str, object]] = []
    for number in range(last + 1):
        ok, image = film.read()
        assert ok
        if (last - number) % EVERY:
            continue
        frame = about["frames"][number]
        if frame.get("layout") == about["frames"][last]["layout"]:
            soil(np.asarray(image, np.uint8))
        cv2.imwrite(str(pictures / picture_name(len(frames))), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        frames.append({**frame, "t": round(PACE * (len(frames) + 1), 3)})
    film.release()
    lies = pictures / picture_name(len(frames) - 1)
    moment = PACE * len(frames)
    for tenth in range(1, STAYS):
        (pictures / picture_name(len(frames))).hardlink_to(lies)
        frames.append({**about["frames"][last], "t": round(moment + 0.1 * tenth, 3)})
    about |= {"pictures": "pictures", "frames": frames, "presses": [], "events": [], "trouble": [], "result": None}
    (folder / FILE).write_text(json.dumps(about))
    return folder
