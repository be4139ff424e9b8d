"""Signals: a colour and a number of blinks that stand for one phone while it asks for the helm."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

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
