"""What the tray, the buttons and the sentences mean in each kind of game that is played at the table."""

from collections.abc import Mapping
from typing import Any

from device.games.rulebook import Rulebook
from device.games.ship import ShipAtTheTable
from device.games.yahtzee import YahtzeeAtTheTable
from engine import game_of

_KINDS: Mapping[str, Rulebook] = {"ship_captain_crew": ShipAtTheTable(), "yahtzee": YahtzeeAtTheTable()}


def rulebook(state: Any) -> Rulebook:
    """The rulebook of the game that is in that state."""
    return _KINDS[game_of(state.rules.name).kind]


__all__ = ["Rulebook", "rulebook"]
