"""What the tray, the buttons and the sentences mean in each game that is played at the table."""

from typing import Any

from device.games.rulebook import Rulebook
from device.games.ship import ShipAtTheTable
from device.games.yahtzee import YahtzeeAtTheTable
from engine import State

_SHIP, _YAHTZEE = ShipAtTheTable(), YahtzeeAtTheTable()


def rulebook(state: Any) -> Rulebook:
    """The rulebook of the game that is in that state."""
    return _SHIP if isinstance(state, State) else _YAHTZEE


__all__ = ["Rulebook", "rulebook"]
