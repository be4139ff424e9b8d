"""The interface of a panel: buttons, a lamp, sounds, and the signals of phones on it."""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol, Self

Colour = Literal["off", "white", "green", "amber", "red", "blue", "violet"]
Rhythm = Literal["steady", "slow", "quick"]


class Button(StrEnum):
    """The actions on the rim. A long press, both buttons at once, and a click of the encoder are separate actions.

    ``ROLL`` counts the dice, ``STAND`` ends the turn, ``TAKE_BACK`` (ROLL held) undoes the last confirmation, ``PAUSE``
    (STAND held) pauses and resumes, ``PAIR`` (both held for three seconds) opens pairing for phones; ``NEXT``,
    ``PREVIOUS`` and ``PICK`` are the encoder's clicks and its push.
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
    """A press of a button, with its time in seconds on the clock of the frames.

    ``choice`` is the name of the pick, where it is known beforehand: a box on the card. ``began`` is when the press
    began (seconds, monotonic), where the panel measures it.
    """

    button: Button
    time: float
    choice: str | None = None
    began: float | None = field(default=None, compare=False)

    @property
    def down(self) -> float:
        """The time at which the press began, as far as it is known."""
        return self.time if self.began is None else self.began


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light of the lamp: a colour, steady or in a rhythm.

    With ``blinks`` it blinks that many times, pauses, and repeats, regardless of the rhythm.
    """

    colour: Colour
    rhythm: Rhythm = "steady"
    blinks: int = 0


OFF = Lamp("off")


class Sound(StrEnum):
    """The sounds of the table."""

    READ = "read"
    COUNTED = "counted"
    WRONG = "wrong"
    REFUSED = "refused"
    LOST = "lost"
    ASKED = "asked"
    CHEER = "cheer"


class Panel(Protocol):
    """Buttons, lamp and sounds in use. Leaving the ``with`` block releases them."""

    @property
    def has_buttons(self) -> bool:
        """Whether there are buttons for ROLL and STAND."""

    def presses(self, until: float) -> list[Press]:
        """Return the presses up to that moment that were not returned before, oldest first."""

    def show(self, lamp: Lamp) -> None:
        """Set the light of the lamp."""

    def sound(self, sound: Sound) -> None:
        """Play that sound, unless sounds are muted. Returns at once."""

    def tune(self, brightness: float | None, sounds: bool | None) -> None:
        """Set the brightness of the lamp (0–1) and the sounds, where present. None leaves a setting unchanged."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...


SignalColour = Literal["white", "blue", "green", "amber", "violet"]

COLOURS: tuple[SignalColour, ...] = ("white", "blue", "green", "amber", "violet")
BLINKS = 4
"""The largest number of blinks."""


@dataclass(frozen=True, slots=True)
class Signal:
    """The light for one phone: ``colour``, and ``blinks`` from 1 to :data:`BLINKS`."""

    colour: SignalColour
    blinks: int


SIGNALS = tuple(Signal(COLOURS[n % len(COLOURS)], 1 + n % BLINKS) for n in range(len(COLOURS) * BLINKS))
"""Every signal once. Neighbours differ in colour and in number, so that either is enough to tell them apart."""


def next_signal(given: int, busy: Collection[Signal]) -> tuple[Signal, int] | None:
    """Return the next signal that is not ``busy``, and the number of signals given after it.

    ``given`` is the number given so far: signals go round, so that one that was freed comes back last. None if all are
    busy.
    """
    for number in range(given, given + len(SIGNALS)):
        signal = SIGNALS[number % len(SIGNALS)]
        if signal not in busy:
            return signal, number + 1
    return None
