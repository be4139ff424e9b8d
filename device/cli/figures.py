"""The exact figures of a game's rules for the command line, as the game names them (``Game.odds``)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from device.terminal import said
from engine.game import Figure
from engine.i18n import gettext as _
from engine.i18n import number

WORDS = {
    "expected_score": _("mean score"),
    "expected_turn": _("mean score of a turn"),
    "qualify_at_best": _("chance to qualify"),
    "busts": _("no score"),
    "hold_at": _("stand at"),
    "hold_at_to_win": _("stand at, to win"),
    "first_player_wins": _("first player wins"),
    "of_a_kind": _("of a kind in one throw"),
}
"""The figures in words. Those of one throw have the number of dice after them."""
CHANCES = ("qualify_at_best", "busts", "first_player_wins", "of_a_kind")
"""Figures that are shares, and not points."""
WIDTH = 26


def figures_as_json(found: Mapping[str, Figure]) -> dict[str, Any]:
    """Return the figures with fractions in lowest terms, ``"n/d"``."""
    return {name: _as_json(figure) for name, figure in found.items()}


def figures_in_words(found: Mapping[str, Figure]) -> str:
    """Return the figures as a small table in the language of the terminal."""
    rows = [
        (f"{said(WORDS[name])} {key}".strip(), _in_words(name, one))
        for name, figure in found.items()
        for key, one in _parts(figure)
    ]
    wide = max(WIDTH, *(2 + len(words) for words, _figure in rows))
    return "\n".join(f"{words:<{wide}}{figure}" for words, figure in rows)


def _parts(figure: Figure) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a figure, each with its key; a single number has an empty one."""
    if isinstance(figure, Mapping):
        yield from figure.items()
    elif isinstance(figure, Sequence):
        yield from ((str(place), one) for place, one in enumerate(figure, 1))
    else:
        yield "", figure


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
    share = name in CHANCES
    shown = said(number((100 if share else 1) * float(figure), 4))
    return f"{shown:>8} %" if share else f"{shown:>8}"
