"""The presses of a recording, as a panel. Its lamp is only remembered."""

from typing import Self

from device.panels.panel import Colour, Press
from device.recording import Recording


class RecordedPanel:
    """Hands out the recorded presses later than ``after`` seconds when their moment has come."""

    def __init__(self, recording: Recording, *, after: float = -1.0) -> None:
        presses = sorted((press.t, press.button) for press in recording.presses if press.t > after)
        self._waiting = [Press(button, moment) for moment, button in presses]
        self.colour: Colour = "off"

    def presses(self, until: float) -> list[Press]:
        """The presses up to that moment that were not handed out yet, oldest first."""
        due = [press for press in self._waiting if press.time <= until]
        del self._waiting[: len(due)]
        return due

    def show(self, colour: Colour) -> None:
        """Remember the colour."""
        self.colour = colour

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None
