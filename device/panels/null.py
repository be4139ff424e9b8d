"""No panel at all: the program runs on without buttons and lamp."""

from typing import Self

from table.panel.panel import Lamp, Press, Sound


class NullPanel:
    """A panel that nobody can press."""

    has_buttons = False

    def presses(self, until: float) -> list[Press]:  # noqa: ARG002
        """None, ever."""
        return []

    def show(self, lamp: Lamp) -> None:
        """There is no lamp."""

    def sound(self, sound: Sound) -> None:
        """There is no buzzer."""

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """There is nothing to tune."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None
