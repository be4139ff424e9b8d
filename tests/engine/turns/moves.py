"""The moves of single games, by the names of their rules."""

from collections.abc import Callable
from typing import Any

from engine import game_of

Move = Callable[[tuple[int, ...]], Any]


def move_of(preset: str) -> Move:
    """Return the event with which dice are set aside, or kept, in that game."""
    (event,) = game_of(preset).events.values()
    return event
