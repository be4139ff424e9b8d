"""A recording as camera and buttons of a table that runs for hours: played over and over, faster than it was.

``python -m tests.end_to_end.looped CONFIG RECORDING`` is such a table. In the end it prints how many events were
confirmed, and how often its camera was opened.
"""

import signal
import sys
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path

from device.cameras.camera import Camera
from device.cli.context import warn
from device.config import schema as configuration
from device.observer import Observer
from device.panels.factory import NullPanel
from device.recording.format import Recording, load
from device.runtime.assemble import run_table
from device.sources.locked_camera import LockedCamera
from device.sources.recorded import STEP
from table.panel import Button, Press
from table.session import ConfirmedEvent


class LoopedPanel(NullPanel):
    """The presses of a recording, round after round, on the clock of its frames.

    At the end of each round ROLL is pressed once more, so that a game that is over is followed by the next.
    """

    def __init__(self, recording: Recording) -> None:
        length = recording.frames[-1].t + STEP
        once = [(press.t, press.button) for press in recording.presses] + [(length - STEP / 2, Button.ROLL)]
        self._rounds = [Press(button, t) for t, button in sorted(once)]
        self._length = length
        self.restart()

    def restart(self) -> None:
        self._all = (Press(one.button, round_ * self._length + one.time) for round_ in count() for one in self._rounds)
        self._next = next(self._all)
        self._began: float | None = None

    def presses(self, until: float) -> list[Press]:
        if until == float("inf"):
            return []
        self._began = until if self._began is None else self._began
        due = []
        while self._next.time <= until - self._began:
            due.append(Press(self._next.button, self._began + self._next.time))
            self._next = next(self._all)
        return due


class LoopedCamera:
    """A recorded camera that can be opened repeatedly, and the panel whose presses go with it.

    A camera that is opened again plays the recording from its start, and so do the buttons.
    """

    def __init__(self, folder: Path, open_camera: Callable[[], Camera]) -> None:
        self._open = open_camera
        self.panel = LoopedPanel(load(folder))
        self.opened = 0

    def open(self) -> Camera:
        self.opened += 1
        self.panel.restart()
        return self._open()


class Counted(Observer):
    """Counts the confirmed events."""

    events = 0

    def confirmed(self, event: ConfirmedEvent) -> None:  # noqa: ARG002
        self.events += 1


if __name__ == "__main__":
    file, recording = Path(sys.argv[1]), Path(sys.argv[2])
    counted, stop = Counted(), threading.Event()
    config = configuration.load(file)
    camera = LoopedCamera(recording, LockedCamera(file, config.camera, warn).open)
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    run_table(file, config, camera.panel, camera.open, (counted,), warn, stop)
    print(counted.events, camera.opened, flush=True)
