"""What a panel is: buttons that are pressed now and then, a lamp, and sounds."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol, Self

Colour = Literal["off", "white", "green", "amber", "red", "blue", "violet"]
Rhythm = Literal["steady", "slow", "quick"]


class Button(StrEnum):
    """What can be done on the rim. A long press, both buttons at once, a click of the encoder are each their own.

    ``ROLL`` counts the dice, ``STAND`` ends the turn, ``TAKE_BACK`` (ROLL held) takes back the last confirmation,
    ``PAUSE`` (STAND held) stops and goes on, ``PAIR`` (both held for three seconds) lets a phone take the helm;
    ``NEXT``, ``PREVIOUS`` and ``PICK`` are the encoder's clicks and its push.
    """

    ROLL = "roll"
    STAND = "stand"
    TAKE_BACK = "take_back"
    PAUSE = "pause"
    PAIR = "pair"
    NEXT = "next"
    PREVIOUS = "previous"
    PICK = "pick"


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed, at so many seconds on the clock of the frames.

    ``choice`` names what was picked, where that is known beforehand: a box on the card. ``began`` is when the finger
    went down (seconds, monotonic), where the panel can tell.
    """

    button: Button
    time: float
    choice: str | None = None
    began: float | None = field(default=None, compare=False)

    @property
    def down(self) -> float:
        """When the finger went down, as far as is known."""
        return self.time if self.began is None else self.began


@dataclass(frozen=True, slots=True)
class Lamp:
    """How the lamp shines: a colour, steadily or in a rhythm.

    With ``blinks`` it blinks so many times, pauses, and begins again, whatever the rhythm.
    """

    colour: Colour
    rhythm: Rhythm = "steady"
    blinks: int = 0


OFF = Lamp("off")


class Sound(StrEnum):
    """What can be heard at the table."""

    READ = "read"
    COUNTED = "counted"
    WRONG = "wrong"
    REFUSED = "refused"
    LOST = "lost"
    ASKED = "asked"
    CHEER = "cheer"


class Panel(Protocol):
    """Buttons, lamp and sounds in use. Leaving the ``with`` block lets them go."""

    @property
    def has_buttons(self) -> bool:
        """Whether somebody can press ROLL and STAND here."""
        ...

    def presses(self, until: float) -> list[Press]:
        """The presses up to that moment that were not handed out yet, oldest first."""
        ...

    def show(self, lamp: Lamp) -> None:
        """Light the lamp like that."""
        ...

    def sound(self, sound: Sound) -> None:
        """Make that sound; nothing where sounds are muted. Returns at once."""
        ...

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """Another light of the lamp (0–1), sounds or none, as far as there are any; what is None stays."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...
