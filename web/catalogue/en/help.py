"""Odds and advice as the page tells them."""

from collections.abc import Sequence

HELP = "Help"
HELP_LEVELS = {"off": "No help", "odds": "Odds only", "advice": "Odds and advice"}
NO_HELP = {
    "nobody_throws": "It’s no one’s turn.",
    "turn_over": "Last roll of this turn.",
    "own_rules": "No odds for these house rules.",
}
BEST = "best"
ALL_CHOICES = "All choices"

_AIMS = {
    "win": "Each choice: chance to win",
    "beat": "Each choice: chance to beat the lead",
    "points": "Each choice: average points",
}
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")


def chance(name: str, of: int | None) -> str:
    """What a chance is the chance of, or a mean the mean of."""
    match name:
        case "qualify":
            return "Full crew"
        case "beat" | "beat_all":
            return f"More than {of}"
        case "win":
            return "Win chance"
        case "mean":
            return "Average score"
    return "Expected final score"


def aim(name: str) -> str:
    """What choices are measured by."""
    return _AIMS[name]


def percent(share: float, places: int = 0) -> str:
    """A chance in whole percents; with one decimal below 1 and above 99, or where ``places`` says so."""
    if 0 < share < 0.0005:
        return "under 0.1%"
    if 0.9995 < share < 1:
        return "over 99.9%"
    places = max(places, int(0 < share < 0.01 or 0.99 < share < 1))
    return f"{100 * share:.{places}f}%"


def decimal(points: float) -> str:
    """A mean of points."""
    return f"{points:.1f}"


def way(throw: int, keep: Sequence[int]) -> str:
    """Something that can be done with dice."""
    if not throw:
        return "Stand"
    if not keep:
        return f"Roll all {_NUMBERS[throw]}"
    return f"Keep {' '.join(map(str, keep))}, roll {_NUMBERS[throw]}"


def into_box(box: str, points: int) -> str:
    """Something that can be done with a box."""
    return f"{box}: {points}"
