"""Main loop: feeds camera frames and button presses to the table."""

import math
import threading
from collections.abc import Callable, Iterable

from device.cameras.camera import Camera, Frame
from device.errors import CameraLost
from table.panel.panel import Panel
from table.table import ConfirmedEvent, Table
from vision import Rest, Watcher

TICK = 0.1
"""Seconds between two polls of the buttons while there is no camera."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 4.0
"""Seconds before a lost camera is retried: doubled each time, from the first to the longest."""

STEADY = 10.0
"""Seconds of frames after which a reopened camera counts as recovered."""

Told = Callable[[ConfirmedEvent], None]
"""Callback for each confirmed event."""


def play(camera: Camera, panel: Panel, watcher: Watcher, table: Table, told: Told) -> None:
    """Run the table until the camera ends. Raises :class:`CameraLost` when it is lost."""
    for frame in camera.frames():
        _take_in(frame, camera, panel, watcher, table, told)


def attend(
    open_camera: Callable[[], Camera],
    panel: Panel,
    watcher: Watcher,
    table: Table,
    told: Told,
    warned: Callable[[str], None],
    stop: threading.Event,
    between: Callable[[], None] = lambda: None,
) -> None:
    """Run the table until ``stop`` is set, and reopen the camera whenever it is lost.

    ``warned`` is called with the reason, once for each reason in a row. ``between`` is called about ten times per
    second.
    """
    pause, last_reason = FIRST_PAUSE, ""
    while not stop.is_set():
        try:
            with open_camera() as camera:
                since = None
                for frame in camera.frames():
                    _take_in(frame, camera, panel, watcher, table, told)
                    between()
                    since = frame.time if frame and since is None else since
                    if frame and since is not None and frame.time - since > STEADY:
                        pause, last_reason = FIRST_PAUSE, ""
                    if stop.is_set():
                        return
        except CameraLost as lost:
            table.camera_lost(str(lost))
            if str(lost) != last_reason:
                warned(str(lost))
            last_reason = str(lost)
            for _ in range(round(pause / TICK)):
                _take_presses(panel, math.inf, table, told)
                between()
                if stop.wait(TICK):
                    return
            pause = min(2 * pause, LONGEST_PAUSE)


def _take_in(frame: Frame | None, camera: Camera, panel: Panel, watcher: Watcher, table: Table, told: Told) -> None:
    _take_presses(panel, frame.time if frame else math.inf, table, told)
    if frame:
        reading = watcher.see(frame.image, frame.time, frame.small)
        _tell(table.see(reading, frame.time), told)
        camera.calm(reading.rest in (Rest.SETTLED, Rest.EMPTY))


def _take_presses(panel: Panel, until: float, table: Table, told: Told) -> None:
    for press in panel.presses(until):
        _tell(table.press(press), told)
    _tell(table.attend(), told)


def _tell(counted: Iterable[ConfirmedEvent], told: Told) -> None:
    for one in counted:
        told(one)
