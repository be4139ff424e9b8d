"""What a panel is: two buttons that are pressed now and then, and a lamp."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, Self

Colour = Literal["off", "green", "amber", "red"]


class Button(StrEnum):
    """The buttons on the rim."""

    ROLL = "roll"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down, at so many seconds on the clock of the frames."""

    button: Button
    time: float


class Panel(Protocol):
    """Buttons and lamp in use. Leaving the ``with`` block lets them go."""

    def presses(self, until: float) -> list[Press]:
        """The presses up to that moment that were not handed out yet, oldest first."""
        ...

    def show(self, colour: Colour) -> None:
        """Light the lamp in that colour."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...
