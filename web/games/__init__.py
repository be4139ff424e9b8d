"""How each kind of game is displayed. A new kind needs a folder here, and one line below."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from engine import game_of
from web import catalogue
from web.games.game_log import GameLog
from web.games.game_page import GameOnThePage
from web.games.ship import messages as ship_messages
from web.games.ship.page import ShipOnThePage
from web.games.turns import messages as turns_messages
from web.games.yahtzee import messages as yahtzee_messages
from web.games.yahtzee.page import YahtzeeOnThePage

_GAMES: dict[str, GameOnThePage] = {}


def register(kind: str, page: GameOnThePage, messages: ModuleType) -> None:
    """Register the display of a kind of game, and its texts."""
    _GAMES[kind] = page
    catalogue.add(messages)


catalogue.add(turns_messages)
register("ship_captain_crew", ShipOnThePage(), ship_messages)
register("yahtzee", YahtzeeOnThePage(), yahtzee_messages)
KINDS: Mapping[str, GameOnThePage] = _GAMES


def game_on_the_page(state: Any) -> GameOnThePage:
    """Return the display of the game with that state."""
    return KINDS[game_of(state.rules.name).kind]


def log_of(kind: str) -> GameLog:
    """Return how the log shows games of that kind; without anything special where the kind is not known."""
    return KINDS[kind].log if kind in KINDS else GameLog()


__all__ = ["KINDS", "GameOnThePage", "game_on_the_page", "log_of"]
