"""The presses of a recording, as a panel. Its lamp and its sounds are only remembered."""

from typing import Self

from device.recording.format import Recording
from table.panel.panel import OFF, Button, Lamp, Press, Sound


class RecordedPanel:
    """Hands out the recorded presses and choices later than ``after`` seconds when their moment has come."""

    has_buttons = False

    def __init__(self, recording: Recording, *, after: float = -1.0) -> None:
        presses = [Press(press.button, press.t) for press in recording.presses]
        choices = [Press(Button.PICK, choice.t, choice.box) for choice in recording.choices]
        self._waiting = sorted((one for one in [*presses, *choices] if one.time > after), key=lambda one: one.time)
        self.lamp = OFF
        self.sounds: list[Sound] = []

    def presses(self, until: float) -> list[Press]:
        """The presses up to that moment that were not handed out yet, oldest first."""
        due = [press for press in self._waiting if press.time <= until]
        del self._waiting[: len(due)]
        return due

    def show(self, lamp: Lamp) -> None:
        """Remember how it shines."""
        self.lamp = lamp

    def sound(self, sound: Sound) -> None:
        """Remember that it was heard."""
        self.sounds.append(sound)

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """Remember nothing of it: neither lamp nor sounds are real."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None
