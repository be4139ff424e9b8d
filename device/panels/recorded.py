"""Panel that replays the presses of a recording. Its lamp and its sounds are only stored."""

from typing import Self

from device.recording.format import Recording
from table.panel import OFF, Button, Lamp, Press, Sound


class RecordedPanel:
    """Replays the recorded presses and choices later than ``after`` seconds, each at its time."""

    has_buttons = False

    def __init__(self, recording: Recording, *, after: float = -1.0) -> None:
        presses = [Press(press.button, press.t) for press in recording.presses]
        choices = [Press(Button.PICK, choice.t, choice.box) for choice in recording.choices]
        self._waiting = sorted((one for one in [*presses, *choices] if one.time > after), key=lambda one: one.time)
        self.lamp = OFF
        self.sounds: list[Sound] = []

    def presses(self, until: float) -> list[Press]:
        """Return the presses up to that moment that were not returned before, oldest first."""
        due = [press for press in self._waiting if press.time <= until]
        del self._waiting[: len(due)]
        return due

    def show(self, lamp: Lamp) -> None:
        """Store the lamp."""
        self.lamp = lamp

    def sound(self, sound: Sound) -> None:
        """Store the sound."""
        self.sounds.append(sound)

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """Do nothing: neither lamp nor sounds are real."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None
