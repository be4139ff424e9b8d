"""Opens the configured panel. Panels without hardware: none at all, and the presses of a recording."""

from typing import Self

from device.config.schema import PanelConfig
from device.recording.format import Recording
from table.panel import OFF, Button, Lamp, Panel, Press, Sound


class NullPanel:
    """Panel that never reports a press."""

    has_buttons = False

    def presses(self, until: float) -> list[Press]:  # noqa: ARG002
        return []

    def show(self, lamp: Lamp) -> None:
        """Do nothing."""

    def sound(self, sound: Sound) -> None:
        """Do nothing."""

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None


def open_panel(config: PanelConfig) -> Panel:
    """Return the configured panel. Raises :class:`~device.errors.NoPanel` if it cannot be used."""
    match config.kind:
        case "none":
            return NullPanel()
        case "keyboard":
            from device.panels.keyboard import KeyboardPanel

            return KeyboardPanel(sounds=config.sounds)
    from device.panels.gpio import GpioPanel  # loads gpiozero

    return GpioPanel(config)


class RecordedPanel(NullPanel):
    """Replays the recorded presses and choices later than ``after`` seconds, each at its time. Stores lamp, sounds."""

    def __init__(self, recording: Recording, *, after: float = -1.0) -> None:
        presses = [Press(press.button, press.t) for press in recording.presses]
        choices = [Press(Button.PICK, choice.t, choice.box) for choice in recording.choices]
        self._waiting = sorted((one for one in [*presses, *choices] if one.time > after), key=lambda one: one.time)
        self.lamp = OFF
        self.sounds: list[Sound] = []

    def presses(self, until: float) -> list[Press]:
        due = [press for press in self._waiting if press.time <= until]
        del self._waiting[: len(due)]
        return due

    def show(self, lamp: Lamp) -> None:
        self.lamp = lamp

    def sound(self, sound: Sound) -> None:
        self.sounds.append(sound)
