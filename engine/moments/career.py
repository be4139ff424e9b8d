"""Moments over many games. Each is the game in which a player came to it."""

from collections.abc import Mapping, Sequence

from engine.i18n import gettext as _
from engine.moments.moment import MomentText

FIRST_WIN, FIVE_WINS, TENTH_EVENING, EVERY_GAME = "first_win", "five_wins", "tenth_evening", "every_game"
ROW = 5
"""Wins in a row that are a moment."""
EVENINGS = 10
"""Evenings that are a moment."""

CAREER: Mapping[str, MomentText] = {
    FIRST_WIN: MomentText(_("First win"), _("Win a game at this table."), "flag"),
    FIVE_WINS: MomentText(_("Five in a row"), _("Win five games in a row."), "flags"),
    TENTH_EVENING: MomentText(_("Regular"), _("Play on ten evenings."), "hourglass"),
    EVERY_GAME: MomentText(_("All-rounder"), _("Win each of the house’s games once."), "wind"),
}

WON = "won:"
"""Begins the keys under which wins of each kind of game are kept beside the moments."""


def won_key(kind: str) -> str:
    """Return the key of a win in a game of that kind."""
    return f"{WON}{kind}"


def streaks(won: Sequence[bool], before: int = 0) -> list[int]:
    """Return the wins in a row up to each game, at most :data:`ROW`; ``before`` are those before the first."""
    found = []
    for one in won:
        before = min(before + 1, ROW) if one else 0
        found.append(before)
    return found


def career_of(
    first_wins: Mapping[str, int], kinds: Sequence[str], fifth: int | None, evening: int | None
) -> dict[str, int]:
    """Return the game of each moment that a player came to.

    ``first_wins`` are the games of the first win by kind, ``kinds`` all kinds, ``fifth`` the first game that was the
    fifth win in a row, ``evening`` the first game of the tenth evening.
    """
    found: dict[str, int] = {}
    if first_wins:
        found[FIRST_WIN] = min(first_wins.values())
    if fifth is not None:
        found[FIVE_WINS] = fifth
    if evening is not None:
        found[TENTH_EVENING] = evening
    if kinds and all(kind in first_wins for kind in kinds):
        found[EVERY_GAME] = max(first_wins[kind] for kind in kinds)
    return found
