"""The facts that only Yahtzee knows."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """These dice stay on the table at the next roll, the others are thrown; none of them are kept after that."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The dice were written into that box, which ends the turn."""

    box: str
