"""The events of Midnight only."""

from dataclasses import dataclass

from engine.events import Event


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """The player on turn set these dice of the latest throw aside; they stay there."""

    dice: tuple[int, ...]
