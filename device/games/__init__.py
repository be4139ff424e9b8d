"""What the tray, the buttons and the sentences mean in each game that is played at the table."""

from typing import Any

from device.games.rulebook import Rulebook
from device.games.ship import ShipAtTheTable
from engine import State


def rulebook(state: Any) -> Rulebook:
    """The rulebook of the game that is in that state."""
    assert isinstance(state, State)
    return ShipAtTheTable()


__all__ = ["Rulebook", "rulebook"]
