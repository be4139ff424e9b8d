"""How each kind of game is displayed: every game of turns by its face, the others by a module of their own."""

from collections.abc import Mapping
from typing import Any

from engine import game_of
from engine.face import Terms
from engine.game import ByKind, games_of_all
from engine.games.yahtzee import GAMES as CARD_GAMES
from engine.reports.moments import CAREER, MomentText
from engine.turns.game import TurnGame
from web.games.page import GamePage
from web.games.ship import ShipPage
from web.games.turns import TurnPage
from web.games.yahtzee import YahtzeePage

KINDS: Mapping[str, GamePage] = ByKind(
    {
        "ship_captain_crew": ShipPage("ship_captain_crew"),
        **{game.kind: YahtzeePage(game.sheet) for game in CARD_GAMES},
    },
    TurnGame,
    TurnPage,
)


def all_terms() -> Terms:
    """Return the special words of all games. One that several games have means the same in each."""
    return {key: term for page in KINDS.values() for key, term in page.terms.items()}


def game_page(kind: str) -> GamePage:
    """Return the display of games of that kind; without anything special where the kind is not known."""
    return KINDS[kind] if kind in KINDS else GamePage(kind)


def game_on_the_page(state: Any) -> GamePage:
    """Return the display of the game with that state."""
    return KINDS[game_of(state.rules.name).kind]


def moment_texts() -> dict[str, MomentText]:
    """Return the texts of all moments by their keys: those of the games, then those over many games."""
    return {key: text for game in games_of_all() for key, text in game.moment_texts.items()} | dict(CAREER)


__all__ = ["KINDS", "GamePage", "all_terms", "game_on_the_page", "game_page", "moment_texts"]
