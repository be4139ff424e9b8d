"""Odds and advice as the page tells them."""

from collections.abc import Sequence

HELP = "Help"
HELP_LEVELS = {"off": "No help", "odds": "Odds only", "advice": "Odds and advice"}
NO_HELP = {
    "nobody_throws": "Nobody is on turn.",
    "turn_over": "This throw ends the turn.",
    "own_rules": "The coach knows this game only by its own rules, without changes.",
}
BEST = "best"
ALL_CHOICES = "All choices"

_AIMS = {
    "win": "Each choice: the chance to win",
    "beat": "Each choice: the chance to beat the point",
    "points": "Each choice: the mean of the points",
}
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")


def chance(name: str, of: int | None) -> str:
    """What a chance is the chance of, or a mean the mean of."""
    match name:
        case "qualify":
            return "Ship, captain and crew"
        case "beat" | "beat_all":
            return f"More than {of}"
        case "win":
            return "To win"
        case "mean":
            return "Mean score"
    return "Mean final total"


def aim(name: str) -> str:
    """What choices are measured by."""
    return _AIMS[name]


def percent(share: float) -> str:
    """A chance."""
    return f"{100 * share:.1f} %"


def decimal(points: float) -> str:
    """A mean of points."""
    return f"{points:.1f}"


def way(throw: int, keep: Sequence[int]) -> str:
    """Something that can be done with dice."""
    if not throw:
        return "Stand"
    if not keep:
        return f"Throw all {_NUMBERS[throw]}"
    return f"Keep {' '.join(map(str, keep))}, throw {_NUMBERS[throw]}"


def into_box(box: str, points: int) -> str:
    """Something that can be done with a box."""
    return f"{box}: {points}"
