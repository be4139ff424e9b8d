"""Help for the player on turn: exact chances, and what each choice is worth."""

from dataclasses import dataclass
from typing import Literal

Measure = Literal["chance", "points"]


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely something is, 0 to 1, or how many points come of it in the mean; ``name`` is its word, ``of`` a number
    that belongs to it (the point to beat)."""

    name: str
    value: float
    measure: Measure = "chance"
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that can be done: stand (nothing is thrown), throw some, or score in ``box`` for ``points``.

    ``keep`` are the dice that stay beside those thrown, ``value`` what it is worth, ``cost`` what less than the best.
    """

    throw: int
    keep: tuple[int, ...]
    value: float
    cost: float
    box: str | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Help:
    """What is known of the turn that is on. ``aim`` names what the ``ways`` are measured by, the best of them first.

    Where the coach knows nothing, ``why_not`` says why, in a word that the catalogue knows.
    """

    chances: tuple[Chance, ...] = ()
    aim: str = ""
    measure: Measure = "chance"
    ways: tuple[Way, ...] = ()
    why_not: str = ""
