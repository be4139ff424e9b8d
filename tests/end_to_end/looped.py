"""A recording as camera and buttons of a table that runs for hours: played over and over, faster than it was."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Self

from device.cameras.camera import Camera, Frame
from device.panels.null import NullPanel
from device.recording.format import Recording, load
from device.sources.looped import STEP
from table.panel.panel import Button, Panel, Press
from table.session import ConfirmedEvent
from table.table import Table


class LoopedPanel(NullPanel):
    """The presses of a recording, round after round, on the clock of its frames.

    At the end of each round ROLL is pressed once more, so that a game that is over is followed by the next.
    """

    def __init__(self, recording: Recording) -> None:
        length = recording.frames[-1].t + STEP
        once = [(press.t, press.button) for press in recording.presses] + [(length - STEP / 2, Button.ROLL)]
        self._rounds = [Press(button, t) for t, button in sorted(once)]
        self._length = length
        self.start_again()

    def start_again(self) -> None:
        """Begin the recording from its start with the next frame."""
        self._all = (Press(one.button, round_ * self._length + one.time) for round_ in count() for one in self._rounds)
        self._next = next(self._all)
        self._began: float | None = None

    def presses(self, until: float) -> list[Press]:
        """Those whose moment has come, by the frames."""
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
        """Those of the camera, later."""
        offset: float | None = None
        for frame in self._camera.frames():
            if frame is None:
                yield None
                continue
            offset = max(0.0, self._after + STEP - frame.time) if offset is None else offset
            self.last = frame.time + offset
            yield replace(frame, time=self.last)

    def calm(self, still: bool) -> None:
        """As the camera is told."""
        self._camera.calm(still)

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._camera.__exit__(*exc)


class LoopedTap:
    """Has that panel in place of the real one, and counts what was confirmed and how often a camera was opened.

    ``told`` is called with each confirmed event. A camera that is opened again plays the recording from its start, and
    so do the buttons.
    """

    def __init__(self, folder: Path, told: Callable[[ConfirmedEvent], None] = lambda _: None) -> None:
        self._panel = LoopedPanel(load(folder))
        self._told = told
        self._camera: OnwardCamera | None = None
        self.events = 0
        self.cameras = 0

    def camera(self, camera: Camera) -> Camera:
        """The camera, going on where the one before ended."""
        self.cameras += 1
        self._panel.start_again()
        self._camera = OnwardCamera(camera, self._camera.last if self._camera else 0.0)
        return self._camera

    def panel(self, panel: Panel) -> Panel:
        """The looped one."""
        del panel
        return self._panel

    def table(self, table: Table) -> None:
        """The table itself."""

    def told(self, counted: ConfirmedEvent) -> None:
        """One more event."""
        self.events += 1
        self._told(counted)
