"""The events of Farkle only."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """The player on turn set these dice of the latest throw aside; all of that throw score as a whole."""

    dice: tuple[int, ...]
