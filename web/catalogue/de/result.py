"""Wie ein Spiel ausging."""

from collections.abc import Sequence
from typing import Literal

RESULT = "Ergebnis"
RESULT_REMATCH = "Revanche"
RESULT_NEW = "Neues Spiel"
RESULT_REPLAY = "Wiederholung"
RESULT_SHARE = "Teilen"


def result_won(name: str, by: int, counts: Literal["points", "hands"]) -> str:
    """Wer gewonnen hat, und mit wie viel Vorsprung; nach einem Stechen ohne."""
    if by < 1:
        return f"{name} gewinnt"
    if counts == "hands":
        return f"{name} gewinnt mit {by} {'Runde' if by == 1 else 'Runden'} Vorsprung"
    return f"{name} gewinnt mit {by} Vorsprung"


def result_shared(names: Sequence[str]) -> str:
    """Wer sich das Spiel teilt."""
    if not names:
        return "Das Spiel ist aus"
    if len(names) > 3:
        return f"{len(names)} teilen sich den Sieg"
    return f"{', '.join(names[:-1])} und {names[-1]} teilen sich den Sieg" if names[1:] else f"{names[0]} gewinnt"


def result_alone(name: str, total: int) -> str:
    """Was jemand allein erreicht hat."""
    return f"{name} hat {total}"


def result_luck(name: str, points: float) -> str:
    """Wer das größte Würfelglück hatte."""
    return f"Meistes Würfelglück: {name}, +{_number(points)} Punkte"


def result_mistakes(costs: Sequence[tuple[str, float]]) -> str:
    """Was Entscheidungen gekostet haben, das Meiste zuerst."""
    lost = ", ".join(f"{name} {_number(points)}" for name, points in costs)
    return f"Durch Fehler verlorene Punkte: {lost or 'keine'}"


def _number(points: float) -> str:
    return f"{points:.1f}".replace(".", ",")
