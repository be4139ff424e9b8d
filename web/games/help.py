"""Help for the player on turn: exact chances, and the value of each choice."""

from dataclasses import dataclass
from typing import Literal

from engine.i18n import Text

Measure = Literal["chance", "points"]


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability from 0 to 1, or an expected number of points.

    ``name`` is its word, ``of`` a number that belongs to it (the point to beat). A game gives ``says`` for a chance
    that only it has.
    """

    name: str
    value: float
    measure: Measure = "chance"
    of: int | None = None
    says: Text | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One choice: stand (nothing is thrown), throw some dice, or score ``points`` in ``box``.

    ``keep`` are the dice that stay beside those thrown, ``value`` is the value of the choice, ``cost`` how much less
    that is than the best.
    """

    throw: int
    keep: tuple[int, ...]
    value: float
    cost: float
    box: str | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Help:
    """Help for the current turn. ``aim`` names what the ``ways`` are measured by; the best is first.

    ``aim_says`` is how a game calls an aim that only it has. If there is no help, ``why_not`` is the reason, a key of
    the catalogue.
    """

    chances: tuple[Chance, ...] = ()
    aim: str = ""
    measure: Measure = "chance"
    ways: tuple[Way, ...] = ()
    why_not: str = ""
    aim_says: Text | None = None
