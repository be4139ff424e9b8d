"""Chancen und Rat, wie die Seite sie sagt."""

from collections.abc import Sequence

HELP = "Hilfe"
HELP_LEVELS = {"off": "Keine Hilfe", "odds": "Nur Chancen", "advice": "Chancen und Rat"}
NO_HELP = {
    "nobody_throws": "Niemand ist dran.",
    "turn_over": "Mit diesem Wurf ist der Zug zu Ende.",
    "own_rules": "Der Lotse kennt dieses Spiel nur nach seinen eigenen Regeln, ohne Änderungen.",
}
BEST = "Bestes"
ALL_CHOICES = "Alles, was geht"

_AIMS = {
    "win": "Jede Wahl: die Chance zu gewinnen",
    "beat": "Jede Wahl: die Chance, mehr zu haben",
    "points": "Jede Wahl: die Punkte im Mittel",
}
_NUMBERS = ("keinen", "einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")


def chance(name: str, of: int | None) -> str:
    """Wovon eine Chance die Chance ist, oder ein Mittel das Mittel."""
    match name:
        case "qualify":
            return "Schiff, Kapitän und Crew"
        case "beat" | "beat_all":
            return f"Mehr als {of}"
        case "win":
            return "Zu gewinnen"
        case "mean":
            return "Punkte im Mittel"
    return "Summe im Mittel"


def aim(name: str) -> str:
    """Woran jede Wahl gemessen wird."""
    return _AIMS[name]


def percent(share: float) -> str:
    """Eine Chance."""
    return f"{100 * share:.1f} %".replace(".", ",")


def decimal(points: float) -> str:
    """Punkte im Mittel."""
    return f"{points:.1f}".replace(".", ",")


def way(throw: int, keep: Sequence[int]) -> str:
    """Was man mit Würfeln tun kann."""
    if not throw:
        return "Stehen bleiben"
    if not keep:
        return f"Alle {_NUMBERS[throw]} werfen"
    return f"{' '.join(map(str, keep))} behalten, {_NUMBERS[throw]} werfen"


def into_box(box: str, points: int) -> str:
    """Was man mit einem Feld tun kann."""
    return f"{box}: {points}"
