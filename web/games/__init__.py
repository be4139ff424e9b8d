"""What each game shows on the page. A further game is a module here, its words, and one template."""

from typing import Any

from engine import State
from web.games.game import GameOnThePage
from web.games.ship import ShipOnThePage
from web.games.yahtzee import YahtzeeOnThePage

_SHIP, _YAHTZEE = ShipOnThePage(), YahtzeeOnThePage()


def game_on_the_page(state: Any) -> GameOnThePage:
    """How the game that is in that state is shown."""
    return _SHIP if isinstance(state, State) else _YAHTZEE


__all__ = ["GameOnThePage", "game_on_the_page"]
