"""No panel at all: the program runs on without buttons and lamp."""

from typing import Self

from device.panels.panel import Colour, Press


class NoButtons:
    """A panel that nobody can press."""

    def presses(self, until: float) -> list[Press]:  # noqa: ARG002
        """None, ever."""
        return []

    def show(self, colour: Colour) -> None:
        """There is no lamp."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None
