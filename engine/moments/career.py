"""Moments over many games. Each is the game in which a player came to it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game of a player: its number, its kind, its evening if known, and whether the player won it.

    ``won`` is None where a head start was given: such a game says nothing of skill.
    """

    number: int
    kind: str
    day: int | None
    won: bool | None


def career_of(games: Iterable[FinishedGame], kinds: Sequence[str]) -> dict[str, int]:
    """Return the number of the game in which a player came to each moment.

    ``games`` are all of that player's, in the order of their numbers; ``kinds`` are those of the house.
    """
    found: dict[str, int] = {}
    won: dict[str, int] = {}
    evenings: dict[int, int] = {}
    run = 0
    for game in games:
        if game.day is not None:
            evenings.setdefault(game.day, game.number)
        if game.won is None:
            continue
        run = run + 1 if game.won else 0
        if run == ROW:
            found.setdefault(FIVE_WINS, game.number)
        if game.won:
            won.setdefault(game.kind, game.number)
            found.setdefault(FIRST_WIN, game.number)
    if len(evenings) >= EVENINGS:
        found[TENTH_EVENING] = evenings[sorted(evenings)[EVENINGS - 1]]
    if kinds and all(kind in won for kind in kinds):
        found[EVERY_GAME] = max(won[kind] for kind in kinds)
    return {key: found[key] for key in CAREER if key in found}
