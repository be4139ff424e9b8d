"""The actions and the rules of random games of every kind."""

from hypothesis import strategies as st

from engine import game_of
from engine.turns.game import TurnGame
from tests.engine.evenings import Action
from tests.engine.games.ship import strategies as ship
from tests.engine.games.yahtzee import strategies as yahtzee
from tests.engine.turns import strategies as turns

OF_KIND: dict[str, tuple[Action, tuple[str, ...]]] = {
    "ship_captain_crew": (ship.action, ship.ACTIONS),
    "yahtzee": (yahtzee.action, yahtzee.ACTIONS),
}


def actions_of(preset: str) -> tuple[Action, tuple[str, ...]]:
    """Return what makes events of a game's actions, and their names."""
    game = game_of(preset)
    if isinstance(game, TurnGame):
        return turns.action, ("roll", *game.commands)
    return OF_KIND[game.kind]


def rules_for(preset: str) -> st.SearchStrategy[dict[str, object]]:
    game = game_of(preset)
    if isinstance(game, TurnGame):
        return turns.rules_for(preset)
    random = {"ship_captain_crew": ship.RULES, "yahtzee": yahtzee.RULES}[game.kind]
    return random.map(lambda options: {key: value for key, value in options.items() if key in game.options})
