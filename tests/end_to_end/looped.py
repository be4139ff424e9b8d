"""A recording as camera and buttons of a table that runs for hours: played over and over, faster than it was."""

from itertools import count
from pathlib import Path

from device.cameras.camera import Camera
from device.cameras.playing import STEP
from device.gamebook import Counted
from device.panels.none import NoButtons
from device.panels.panel import Button, Panel, Press
from device.recording import Recording, load
from device.table import Table


class LoopedPanel(NoButtons):
    """The presses of a recording, round after round, on the clock of its frames.

    At the end of each round ROLL is pressed once more, so that a game that is over is followed by the next.
    """

    def __init__(self, recording: Recording) -> None:
        length = recording.frames[-1].t + STEP
        once = [(press.t, press.button) for press in recording.presses] + [(length - STEP / 2, Button.ROLL)]
        self._all = (Press(button, round_ * length + t) for round_ in count() for t, button in sorted(once))
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


class LoopedTap:
    """Has that panel in place of the real one, and counts what was confirmed and how often a camera was opened."""

    def __init__(self, folder: Path) -> None:
        self._recording = load(folder)
        self.events = 0
        self.cameras = 0

    def camera(self, camera: Camera) -> Camera:
        """The camera itself."""
        self.cameras += 1
        return camera

    def panel(self, panel: Panel) -> Panel:
        """The looped one."""
        del panel
        return LoopedPanel(self._recording)

    def table(self, table: Table) -> None:
        """The table itself."""

    def told(self, counted: Counted) -> None:
        """One more event."""
        del counted
        self.events += 1
