"""How each kind of game is displayed. A new kind needs a folder here, and one line below."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from engine import game_of
from engine.game import games_of_all
from engine.moments import CAREER, MomentText
from web import catalogue
from web.catalogue import Words
from web.games.bar_dice import messages as bar_dice_messages
from web.games.bar_dice.page import BarDiceOnThePage
from web.games.farkle import messages as farkle_messages
from web.games.farkle.page import FarkleOnThePage
from web.games.game_log import GameLog
from web.games.game_page import GameOnThePage, Terms
from web.games.midnight import messages as midnight_messages
from web.games.midnight.page import MidnightOnThePage
from web.games.pig import messages as pig_messages
from web.games.pig.page import PigOnThePage
from web.games.ship import messages as ship_messages
from web.games.ship.page import ShipOnThePage
from web.games.threes import messages as threes_messages
from web.games.threes.page import ThreesOnThePage
from web.games.turns import messages as turns_messages
from web.games.yahtzee import messages as yahtzee_messages
from web.games.yahtzee.page import YahtzeeOnThePage

_GAMES: dict[str, GameOnThePage] = {}


def register(kind: str, page: GameOnThePage, messages: ModuleType) -> None:
    """Register the display of a kind of game, and its texts."""
    _GAMES[kind] = page
    catalogue.add(messages)


register("ship_captain_crew", ShipOnThePage(), ship_messages)
register("yahtzee", YahtzeeOnThePage(), yahtzee_messages)
catalogue.add(turns_messages)
register("pig", PigOnThePage(), pig_messages)
register("threes", ThreesOnThePage(), threes_messages)
register("midnight", MidnightOnThePage(), midnight_messages)
register("farkle", FarkleOnThePage(), farkle_messages)
register("bar_dice", BarDiceOnThePage(), bar_dice_messages)
KINDS: Mapping[str, GameOnThePage] = _GAMES


def all_terms(words: Words) -> Terms:
    """Return the special words of all games. One that several games have means the same in each."""
    return {key: term for game in KINDS.values() for key, term in game.terms(words).items()}


def game_on_the_page(state: Any) -> GameOnThePage:
    """Return the display of the game with that state."""
    return KINDS[game_of(state.rules.name).kind]


def log_of(kind: str) -> GameLog:
    """Return how the log shows games of that kind; without anything special where the kind is not known."""
    return KINDS[kind].log if kind in KINDS else GameLog(kind)


def moment_texts() -> dict[str, MomentText]:
    """Return the texts of all moments by their keys: those of the games, then those over many games."""
    return {key: text for game in games_of_all() for key, text in game.moment_texts.items()} | dict(CAREER)


__all__ = ["KINDS", "GameOnThePage", "all_terms", "game_on_the_page", "log_of", "moment_texts"]
