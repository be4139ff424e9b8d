"""What each game shows on the page. A further game is a module here, its words, and one template."""

from typing import Any

from engine import State
from web.games.game import GameOnThePage
from web.games.ship import ShipOnThePage

_SHIP = ShipOnThePage()


def game_on_the_page(state: Any) -> GameOnThePage:
    """How the game that is in that state is shown."""
    assert isinstance(state, State)
    return _SHIP


__all__ = ["GameOnThePage", "game_on_the_page"]
