"""The result of a game."""

from collections.abc import Sequence
from typing import Literal

RESULT = "Result"
RESULT_REMATCH = "Rematch"
RESULT_NEW = "New game"
RESULT_REPLAY = "Replay"
RESULT_SHARE = "Share"


def result_won(name: str, by: int, counts: Literal["points", "hands"]) -> str:
    """Say who has won, and by how much; by nothing after a roll-off."""
    if by < 1:
        return f"{name} wins"
    if counts == "hands":
        return f"{name} wins by {by} {'hand' if by == 1 else 'hands'}"
    return f"{name} wins by {by}"


def result_shared(names: Sequence[str]) -> str:
    """Say who shares the game."""
    if not names:
        return "The game is over"
    if len(names) > 3:
        return f"{len(names)} players tie for the win"
    return f"{', '.join(names[:-1])} and {names[-1]} tie for the win" if names[1:] else f"{names[0]} wins"


def result_alone(name: str, total: int) -> str:
    """Say what a single player has."""
    return f"{name} has {total}"


def result_luck(name: str, points: float) -> str:
    """Say whose dice were the luckiest."""
    return f"Luckiest dice: {name}, +{points:.1f} points"


def result_mistakes(costs: Sequence[tuple[str, float]]) -> str:
    """Say what decisions cost, the most first."""
    lost = ", ".join(f"{name} {points:.1f}" for name, points in costs)
    return f"Points lost to mistakes: {lost or 'none'}"
