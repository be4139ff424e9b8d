"""The meaning of the tray, the buttons and the sentences in each kind of game at the table."""

from collections.abc import Mapping
from typing import Any

from engine import game_of
from table.games.rulebook import Rulebook
from table.games.ship import ShipAtTheTable
from table.games.yahtzee import YahtzeeAtTheTable

_KINDS: Mapping[str, Rulebook] = {"ship_captain_crew": ShipAtTheTable(), "yahtzee": YahtzeeAtTheTable()}


def rulebook(state: Any) -> Rulebook:
    """Return the rulebook of the game that is in that state."""
    return _KINDS[game_of(state.rules.name).kind]


__all__ = ["Rulebook", "rulebook"]
