"""Panel without buttons and lamp."""

from typing import Self

from table.panel import Lamp, Press, Sound


class NullPanel:
    """Panel that never reports a press."""

    has_buttons = False

    def presses(self, until: float) -> list[Press]:  # noqa: ARG002
        """Return an empty list."""
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
