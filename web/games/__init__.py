"""How each kind of game is displayed. A new kind needs a module, its texts, and a template."""

from collections.abc import Mapping
from typing import Any

from engine import game_of
from web.games.game_page import GameOnThePage
from web.games.ship import ShipOnThePage
from web.games.yahtzee import YahtzeeOnThePage

KINDS: Mapping[str, GameOnThePage] = {"ship_captain_crew": ShipOnThePage(), "yahtzee": YahtzeeOnThePage()}


def game_on_the_page(state: Any) -> GameOnThePage:
    """Return the display of the game with that state."""
    return KINDS[game_of(state.rules.name).kind]


__all__ = ["KINDS", "GameOnThePage", "game_on_the_page"]
