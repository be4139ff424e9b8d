"""The loop: frames and presses go in where they come from, the table makes of them what it makes."""

import math
import threading
from collections.abc import Callable, Iterable

from device.cameras.camera import Camera
from device.errors import CameraLost
from device.panels.panel import Panel
from device.table import Counted, Table
from vision import Watcher

TICK = 0.1
"""Seconds between two looks at the buttons while there is no camera."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds before a lost camera is tried again: doubled each time, from the first to the longest."""

Told = Callable[[Counted], None]
"""Is told of each event that was confirmed."""


def play(camera: Camera, panel: Panel, watcher: Watcher, table: Table, told: Told) -> None:
    """Run the table until the camera ends. Raises :class:`CameraLost` when it is lost."""
    for frame in camera.frames():
        _take_presses(panel, frame.time if frame else math.inf, table, told)
        if frame:
            _tell(table.see(watcher.see(frame.image, frame.time), frame.time), told)


def attend(
    open_camera: Callable[[], Camera],
    panel: Panel,
    watcher: Watcher,
    table: Table,
    told: Told,
    warned: Callable[[str], None],
    stop: threading.Event,
) -> None:
    """Run the table until ``stop`` is set, with a camera that is opened again whenever it is lost.

    ``warned`` is told why it was lost, once for each reason in a row.
    """
    pause, last_reason = FIRST_PAUSE, ""
    while not stop.is_set():
        try:
            with open_camera() as camera:
                pause, last_reason = FIRST_PAUSE, ""
                play(camera, panel, watcher, table, told)
        except CameraLost as lost:
            table.camera_lost(str(lost))
            if str(lost) != last_reason:
                warned(str(lost))
            last_reason = str(lost)
            for _ in range(round(pause / TICK)):
                _take_presses(panel, math.inf, table, told)
                if stop.wait(TICK):
                    return
            pause = min(2 * pause, LONGEST_PAUSE)


def _take_presses(panel: Panel, until: float, table: Table, told: Told) -> None:
    for press in panel.presses(until):
        _tell(table.press(press), told)
    _tell(table.attend(), told)


def _tell(counted: Iterable[Counted], told: Told) -> None:
    for one in counted:
        told(one)
