"""The logs of the games of turns, and whole games of them."""

from collections.abc import Sequence
from random import Random

from engine import Event, GameHistory, Refused, Started, game_of, legal_actions
from tests.engine.evenings import Wheel
from tests.engine.turns import strategies as turns
from web.games import KINDS
from web.games.page import GamePage

LOGS: tuple[GamePage, ...] = tuple(KINDS[game_of(preset).kind] for preset in turns.PRESETS)


def whole_game(preset: str, seed: int, players: Sequence[str] = ("Mia", "Jonas", "Lin")) -> tuple[Event, ...]:
    """Play a whole game by random moves; it may take too many for a person."""
    chance = Random(seed)
    short = {key: of[preset] for key, of in turns.SHORT.items() if preset in of}
    book = GameHistory(Started(preset, tuple(players), None, short))
    while legal := legal_actions(book.state):
        try:
            book.write(turns.action(book.state, chance.choice(legal), Wheel(chance.randrange(2**40))))
        except Refused:
            continue
    return tuple(book.events)


def preset_of(log: GamePage) -> str:
    """Return the rules of that game."""
    return next(preset for preset in turns.PRESETS if game_of(preset).kind == log.kind)
