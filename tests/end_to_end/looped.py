"""A recording as camera and buttons of a table that runs for hours: played over and over, faster than it was."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Self

from device.cameras.camera import Camera, Frame
from device.panels.factory import NullPanel
from device.recording.format import Recording, load
from device.sources.recorded import STEP
from table.panel import Button, Press


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
        """Begin the recording from its start with the next frame."""
        self._all = (Press(one.button, round_ * self._length + one.time) for round_ in count() for one in self._rounds)
        self._next = next(self._all)
        self._began: float | None = None

    def presses(self, until: float) -> list[Press]:
        """Return the presses that are due, by the frames."""
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
        """Yield the camera's frames, later."""
        offset: float | None = None
        for frame in self._camera.frames():
            if frame is None:
                yield None
                continue
            offset = max(0.0, self._after + STEP - frame.time) if offset is None else offset
            self.last = frame.time + offset
            yield replace(frame, time=self.last)

    def calm(self, still: bool) -> None:
        """Pass the value on to the camera."""
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
        """Open the camera, going on where the one before ended."""
        self.opened += 1
        self.panel.restart()
        self._camera = OnwardCamera(self._open(), self._camera.last if self._camera else 0.0)
        return self._camera
