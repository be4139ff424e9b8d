"""A recording as camera and buttons of a table that runs for hours: played over and over, faster than it was.

``python -m tests.end_to_end.looped CONFIG RECORDING`` is such a table. With ``--tell`` it prints each event as it is
confirmed, and lets a phone take the helm. In the end it says how many were, and how often its camera was opened.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Self

from device.cameras.camera import Camera, Frame
from device.cli.context import warn
from device.config import schema as configuration
from device.observer import Observer
from device.panels.factory import NullPanel
from device.recording.format import Recording, load
from device.runtime.assemble import run_table
from device.sources.locked_camera import LockedCamera
from device.sources.recorded import STEP
from engine import encode
from table.panel import Button, Press
from table.session import ConfirmedEvent

TOLD = "told "
"""How a line begins that is an event."""


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


class OnwardCamera:
    """That camera, with times that go on from ``after``: one that plays fast is ahead of a clock, its successor not."""

    def __init__(self, camera: Camera, after: float) -> None:
        self._camera = camera
        self._after = after
        self.last = after

    def frames(self) -> Iterator[Frame | None]:
        offset: float | None = None
        for frame in self._camera.frames():
            if frame is None:
                yield None
                continue
            offset = max(0.0, self._after + STEP - frame.time) if offset is None else offset
            self.last = frame.time + offset
            yield replace(frame, time=self.last)

    def calm(self, still: bool) -> None:
        self._camera.calm(still)

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._camera.__exit__(*exc)


class LoopedCamera:
    """A recorded camera that can be opened repeatedly, and the panel whose presses go with it.

    A camera that is opened again plays the recording from its start, and so do the buttons.
    """

    def __init__(self, folder: Path, open_camera: Callable[[], Camera]) -> None:
        self._open = open_camera
        self._camera: OnwardCamera | None = None
        self.panel = LoopedPanel(load(folder))
        self.opened = 0

    def open(self) -> Camera:
        self.opened += 1
        self.panel.restart()
        self._camera = OnwardCamera(self._open(), self._camera.last if self._camera else 0.0)
        return self._camera


class Counted(Observer):
    """Counts the confirmed events, and prints them as the journal has them where that is wanted."""

    def __init__(self, *, prints: bool) -> None:
        self._prints = prints
        self.events = 0

    def confirmed(self, event: ConfirmedEvent) -> None:
        self.events += 1
        if self._prints:
            print(TOLD + encode(event.event), flush=True)


if __name__ == "__main__":
    file, recording, tells = Path(sys.argv[1]), Path(sys.argv[2]), "--tell" in sys.argv[3:]
    counted, stop = Counted(prints=tells), threading.Event()
    config = configuration.load(file)
    camera = LoopedCamera(recording, LockedCamera(file, config.camera, warn).open)
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    run_table(file, config, camera.panel, camera.open, (counted,), warn, stop, pair=tells)
    print(counted.events, camera.opened, flush=True)
