"""The actions and the rules of random games of every kind."""

from hypothesis import strategies as st

from engine import game_of
from engine.games.yahtzee.game import CardGame
from engine.turns.game import TurnGame
from tests.engine.evenings import Action
from tests.engine.games.ship import strategies as ship
from tests.engine.games.yahtzee import strategies as yahtzee
from tests.engine.turns import strategies as turns


def actions_of(preset: str) -> tuple[Action, tuple[str, ...]]:
    """Return what makes events of a game's actions, and their names."""
    match game_of(preset):
        case TurnGame() as game:
            return turns.action, ("roll", *game.commands)
        case CardGame():
            return yahtzee.action, yahtzee.ACTIONS
    return ship.action, ship.ACTIONS


def rules_for(preset: str) -> st.SearchStrategy[dict[str, object]]:
    match game_of(preset):
        case TurnGame():
            return turns.rules_for(preset)
        case CardGame():
            return yahtzee.rules_for(preset)
        case game:
            return ship.RULES.map(lambda options: {key: options[key] for key in options if key in game.options})
