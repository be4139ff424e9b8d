"""The moves and the rules of single games, by the names of their rules."""

from collections.abc import Callable
from typing import Any

from engine import game_of, rules_of
from engine.turns.kit.file.play import Play
from engine.turns.kit.game import KitGame

Move = Callable[[tuple[int, ...]], Any]


def move_of(preset: str) -> Move:
    """Return the event with which dice are set aside, or kept, in that game."""
    (event,) = game_of(preset).events.values()
    return event


def play_of(preset: str, **options: object) -> Play:
    game = game_of(preset)
    assert isinstance(game, KitGame)
    return game.play_of(rules_of(preset, options))
