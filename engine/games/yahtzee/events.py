"""The events of Yahtzee only."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """The player on turn keeps these dice at the next roll and throws the others.

    The choice holds for that roll only.
    """

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The dice were scored in that box, which ends the turn."""

    box: str
