"""Main loop: feeds camera frames and button presses to the table, and gives freed memory back while the tray rests."""

import ctypes
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from device.cameras.camera import Camera, Frame
from device.errors import CameraLost
from device.lamps.table_lamps import TableLamps
from device.observer import Observer
from table.panel import Panel
from table.table import ConfirmedEvent, Table
from vision import LampPictures, Pace, Rest, Watcher

TICK = 0.1
"""Seconds between two polls of the buttons while there is no camera."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 4.0
"""Seconds before a lost camera is retried: doubled each time, from the first to the longest."""

PACE = Pace(first_look=0.08, between_looks=0.09, settled=0.38, spread=0.28)
"""Timing of the watch for dice that come to rest: four readings in 0.4 s that agree over 0.3 s, at ten frames a second.

All are a little less than whole tenths, since frames come a little early or late.
"""

READ = 3
"""Frames at rest after which nothing of them is read for a while, so that freed memory is given back."""

STEADY = 10.0
"""Seconds of frames after which a reopened camera counts as recovered."""


class TableLoop:
    """Feeds one table from a camera and a panel. Each frame, press and confirmed event goes to all ``observers``.

    ``lamps`` take lamp pictures of dice at rest; frames under them are neither read nor observed.
    """

    def __init__(
        self,
        table: Table,
        panel: Panel,
        watcher: Watcher,
        observers: Sequence[Observer] = (),
        lamps: TableLamps | None = None,
    ) -> None:
        self._table = table
        self._panel = panel
        self._watcher = watcher
        self._observers = observers
        self._lamps = lamps or TableLamps()
        self._lamps.taken = self._lamps_taken
        self._frames_at_rest = 0
        for observer in observers:
            observer.begin(table)

    def play(self, camera: Camera) -> None:
        """Run the table until the camera ends. Raises :class:`CameraLost` when it is lost."""
        try:
            for frame in camera.frames():
                self._take_in(frame, camera)
        finally:
            self._lamps.give_up()

    def attend(
        self,
        open_camera: Callable[[], Camera] | None,
        warned: Callable[[str], None],
        stop: threading.Event,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        """Run the table until ``stop`` is set, and reopen the camera whenever it is lost. It may have none.

        ``warned`` is called with the reason, once for each reason in a row. ``between`` is called about ten times per
        second.
        """
        if open_camera is None:
            self._pause(math.inf, stop, between)
            return
        pause, last_reason = FIRST_PAUSE, ""
        while not stop.is_set():
            try:
                with open_camera() as camera:
                    since = None
                    try:
                        for frame in camera.frames():
                            self._take_in(frame, camera)
                            between()
                            since = frame.time if frame and since is None else since
                            if frame and since is not None and frame.time - since > STEADY:
                                pause, last_reason = FIRST_PAUSE, ""
                            if stop.is_set():
                                return
                    finally:
                        self._lamps.give_up()
            except CameraLost as lost:
                self._table.camera_lost(str(lost))
                if str(lost) != last_reason:
                    warned(str(lost))
                last_reason = str(lost)
                if self._pause(pause / TICK, stop, between):
                    return
                pause = min(2 * pause, LONGEST_PAUSE)

    def serve(self, until: Callable[[], bool]) -> None:
        """Execute commands of pages, without camera and panel, until ``until`` returns true."""
        while not until():
            self._report(self._table.attend())
            time.sleep(TICK)

    def _pause(self, ticks: float, stop: threading.Event, between: Callable[[], None]) -> bool:
        """Poll the buttons that often, without a camera. Return whether ``stop`` was set meanwhile."""
        tick = 0
        while tick < round(ticks, 0):
            self._take_presses(math.inf)
            between()
            if stop.wait(TICK):
                return True
            tick += 1
        return False

    def _take_in(self, frame: Frame | None, camera: Camera) -> None:
        self._take_presses(frame.time if frame else math.inf)
        if frame and (frame_to_read := self._lamps.next_frame(frame, self._watcher)):
            self._read(frame_to_read, camera)

    def _read(self, frame: Frame, camera: Camera) -> None:
        reading = self._watcher.see(frame.image, frame.time, frame.small)
        if not self._lamps.see(frame, reading, self._watcher):
            reading = self._watcher.see(frame.image, frame.time, frame.small)
        for observer in self._observers:
            observer.observed(frame, reading)
        self._report(self._table.see(reading, frame.time))
        at_rest = reading.rest in (Rest.SETTLED, Rest.EMPTY)
        camera.calm(at_rest and not self._lamps.in_use)
        self._frames_at_rest = self._frames_at_rest + 1 if at_rest else 0
        if self._frames_at_rest == READ:
            give_back()

    def _lamps_taken(self, pictures: LampPictures, time: float) -> None:
        for observer in self._observers:
            observer.lamps_taken(pictures, time)

    def _take_presses(self, until: float) -> None:
        for press in self._panel.presses(until):
            for observer in self._observers:
                observer.pressed(press)
            self._report(self._table.press(press))
        self._report(self._table.attend())

    def _report(self, events: Iterable[ConfirmedEvent]) -> None:
        for event in events:
            for observer in self._observers:
                observer.confirmed(event)


_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3)."""


def keep_little() -> None:
    """Make malloc use one arena for all threads and return freed memory. Call before threads are started.

    By default several threads get an arena of their own, most of it unused, since Python runs one thread at a time.
    Images (some MB each) stay on the heap, so that they are not mapped again for each frame. Does nothing if the C
    library has no mallopt.
    """
    mallopt = _function("mallopt")
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_MMAP_THRESHOLD, 32 * 2**20)
        mallopt(_M_TRIM_THRESHOLD, 6 * 2**20)


def give_back() -> None:
    """Return all freed memory to the system. Takes 2 ms: call it where nobody waits, not for each frame.

    What a reading needs for a moment lies between what stays, where `keep_little` alone does not reach it.
    """
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _function(name: str) -> Any:
    return getattr(ctypes.CDLL(None), name, None)
