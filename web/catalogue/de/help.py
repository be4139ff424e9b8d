"""Chancen und Rat, wie die Seite sie sagt."""

from collections.abc import Sequence

HELP = "Hilfe"
HELP_LEVELS = {"off": "Keine Hilfe", "odds": "Nur Chancen", "advice": "Chancen und Rat"}
NO_HELP = {
    "nobody_throws": "Niemand ist dran.",
    "turn_over": "Letzter Wurf dieses Zuges.",
    "own_rules": "Keine Chancen für diese Hausregeln.",
}
BEST = "am besten"
ALL_CHOICES = "Alle Möglichkeiten"

_AIMS = {
    "win": "Jede Wahl: Chance zu gewinnen",
    "beat": "Jede Wahl: Chance auf die Führung",
    "points": "Jede Wahl: Punkte im Schnitt",
}
_NUMBERS = ("keinen", "einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")


def chance(name: str, of: int | None) -> str:
    """Wovon eine Chance die Chance ist, oder ein Mittel das Mittel."""
    match name:
        case "qualify":
            return "Volle Crew"
        case "beat" | "beat_all":
            return f"Mehr als {of}"
        case "win":
            return "Siegchance"
        case "mean":
            return "Punkte im Schnitt"
    return "Erwartete Endsumme"


def aim(name: str) -> str:
    """Woran jede Wahl gemessen wird."""
    return _AIMS[name]


def percent(share: float, places: int = 0) -> str:
    """Eine Chance in ganzen Prozent; unter 1 und über 99, oder wo ``places`` es sagt, mit einer Stelle mehr."""
    if 0 < share < 0.0005:
        return "unter 0,1 %"
    if 0.9995 < share < 1:
        return "über 99,9 %"
    places = max(places, int(0 < share < 0.01 or 0.99 < share < 1))
    return f"{100 * share:.{places}f} %".replace(".", ",")


def decimal(points: float) -> str:
    """Punkte im Mittel."""
    return f"{points:.1f}".replace(".", ",")


def way(throw: int, keep: Sequence[int]) -> str:
    """Was man mit Würfeln tun kann."""
    if not throw:
        return "STAND"
    if not keep:
        return f"Alle {_NUMBERS[throw]} werfen"
    return f"{' '.join(map(str, keep))} behalten, {_NUMBERS[throw]} werfen"


def into_box(box: str, points: int) -> str:
    """Was man mit einem Feld tun kann."""
    return f"{box}: {points}"
