"""Odds and advice as the page tells them."""

from collections.abc import Sequence

from engine import i18n
from engine.i18n import gettext as _

HELP_LEVELS = {"off": _("No help"), "odds": _("Odds only"), "advice": _("Odds and advice")}
NO_HELP = {
    "nobody_throws": _("It’s no one’s turn."),
    "turn_over": _("Last roll of this turn."),
    "own_rules": _("No odds for these house rules."),
}
BEST = _("best")
THAT_WINS = _("that wins")

_AIMS = {
    "win": _("Each choice: chance to win"),
    "win_about": _("Each choice: chance to win, about"),
    "beat": _("Each choice: chance to beat the lead"),
    "points": _("Each choice: average points"),
}


def chance(name: str, of: int | None) -> str:
    """What a chance is the chance of, or a mean the mean of."""
    match name:
        case "qualify":
            return _("Full crew")
        case "beat":
            return _("More than {of}", of=of)
        case "win":
            return _("Win chance")
        case "mean":
            return _("Average score")
    return _("Expected final score")


def aim(name: str) -> str:
    """What choices are measured by."""
    return _AIMS[name]


def percent(share: float) -> str:
    """A chance or another share in whole percent."""
    return i18n.percent(share)


def best_move(what: str, value: str) -> str:
    """The best choice in one line, and what it is worth."""
    return _("Best: {what} · {value}", what=what, value=value)


def decimal(points: float) -> str:
    """A mean of points."""
    return i18n.number(points, 1)


def points(mean: float) -> str:
    """A mean of points as help shows it: in whole points once there are thousands of them."""
    return i18n.number(mean, 1 if abs(mean) < 1000 else 0)


def way(throw: int, keep: Sequence[int]) -> str:
    """Something that can be done with dice."""
    if not throw:
        return _("Stand")
    number = i18n.in_words(throw)
    if not keep:
        return i18n.ngettext("Roll one die", "Roll all {number}", throw, number=number)
    dice = " ".join(map(str, keep))
    return i18n.ngettext("Keep {dice}, roll one", "Keep {dice}, roll {number}", throw, dice=dice, number=number)


def into_box(box: str, points: int) -> str:
    """Something that can be done with a box."""
    return _("{box}: {points}", box=box, points=points)
