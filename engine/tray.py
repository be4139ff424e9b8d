"""The expected content of the tray for the next throw to count."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Expectation:
    """The dice that must be thrown, and those that must lie still.

    ``held`` are the faces that must remain set aside, ``throw`` is the number of dice to be thrown, and ``may_hold``
    are the faces among those that the player may set aside before.
    """

    held: tuple[int, ...]
    throw: int
    may_hold: tuple[int, ...] = ()
