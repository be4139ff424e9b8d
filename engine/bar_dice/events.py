"""The events of Bar dice only."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """The player on turn keeps these dice at the next roll and throws the others.

    The choice holds for that roll only: dice that were kept may be thrown again later.
    """

    dice: tuple[int, ...]
