"""The exact figures of a game's rules for the command line, as the game names them (``Game.odds``)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.game import Figure

WORDS = {
    "expected_score": "mean score",
    "expected_turn": "mean of a turn",
    "qualify_at_best": "chance to qualify",
    "busts": "no score",
    "hold_at": "stand at",
    "hold_at_to_win": "stand at, to win",
    "first_player_wins": "first player wins",
    "of_a_kind": "of a kind in one throw",
}
"""The figures in words. Those of one throw have the number of dice after them."""
CHANCES = ("qualify_at_best", "busts", "first_player_wins", "of_a_kind")
"""Figures that are shares, and not points."""
WIDTH = 26


def figures_as_json(found: Mapping[str, Figure]) -> dict[str, Any]:
    """Return the figures with fractions in lowest terms, ``"n/d"``."""
    return {name: _as_json(figure) for name, figure in found.items()}


def figures_in_words(found: Mapping[str, Figure]) -> str:
    """Return the figures as a small table."""
    lines = []
    for name, figure in found.items():
        words = WORDS.get(name, name.replace("_", " "))
        parts: list[tuple[str, Any]] = list(figure.items()) if isinstance(figure, Mapping) else []
        if isinstance(figure, Sequence):
            parts = [(str(number), one) for number, one in enumerate(figure, 1)]
        for key, one in parts or [("", figure)]:
            lines.append(f"{f'{words} {key}'.strip():<{WIDTH}}{_in_words(name, one)}")
    return "\n".join(lines)


def _as_json(figure: Figure) -> Any:
    if isinstance(figure, Fraction):
        return f"{figure.numerator}/{figure.denominator}"
    if isinstance(figure, Mapping):
        return {key: _as_json(one) for key, one in figure.items()}
    if isinstance(figure, Sequence):
        return [_as_json(one) for one in figure]
    return figure


def _in_words(name: str, figure: Any) -> str:
    if isinstance(figure, int):
        return f"{figure:8}"
    return f"{100 * float(figure):8.4f} %" if name in CHANCES else f"{float(figure):8.4f}"
