"""Little referees: scores, pots and purses computed from the log alone, without the engine's rules."""

from collections.abc import Callable
from typing import Any

from engine import Event, game_of


def referee(state: Any, log: tuple[Event, ...]) -> None:
    """Check what every game's state must hold, and for the games that have a referee, the scores."""
    money = getattr(state, "money", None)
    if money is not None:
        assert sum(money.chips.values()) + sum(money.bystanders.values()) + money.pot == 0, money
    assert set(state.present) <= set(state.players)
    assert state.winner is None or state.winner in state.players
    judge = JUDGES.get(game_of(state.rules.name).kind)
    if judge:
        judge(state, log)


JUDGES: dict[str, Callable[[Any, tuple[Event, ...]], None]] = {}
