"""Moments of players: those of one game, found in the steps that count, and those over many games.

Moments are computed and never stored in the log: after a correction they are those of the corrected game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from engine.events import Event
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.values import Announcement


@dataclass(frozen=True, slots=True)
class MomentText:
    """The title of a moment, one line that says what it takes, and the drawing of its badge."""

    title: Text
    line: Text
    badge: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of one game: the seat of its player, its key, and the number of events that counted by then."""

    seat: int
    key: str
    at: int


@dataclass(frozen=True, slots=True)
class SeenStep:
    """One step of a game: the states around it, the event, what was announced, and whether it ended the game."""

    before: Any
    event: Event
    after: Any
    said: tuple[Announcement, ...]

    @property
    def ends(self) -> bool:
        return self.before.player is not None and self.after.player is None


Found = tuple[str, str]
"""A player as the step calls them, and the key of a moment."""


def moments_of(game: Any, steps: Sequence[tuple[Any, Event]], state: Any) -> tuple[Moment, ...]:
    """Return the moments of the :class:`~engine.game.Game` of these steps, which lead to that state, one a player."""
    if not game.moment_texts:
        return ()
    found: dict[tuple[int, str], Moment] = {}
    past: list[SeenStep] = []
    states = [*(before for before, _ in steps), state]
    for number, ((before, after), (_state, event)) in enumerate(zip(pairwise(states), steps, strict=True), 1):
        step = SeenStep(before, event, after, game.announcements(before, after))
        for player, key in game.moments_of(step, past):
            if player in after.players:
                seat = after.players.index(player)
                found.setdefault((seat, key), Moment(seat, key, number))
        past.append(step)
    return tuple(sorted(found.values(), key=lambda one: (one.at, one.seat, one.key)))


def said(step: SeenStep, words: Mapping[str, str]) -> Iterator[Found]:
    """Yield the moments that are announcements: ``words`` has the key of each by its word."""
    for one in step.said:
        if one.player is not None and one.word in words:
            yield one.player, words[one.word]


def from_behind(step: SeenStep, past: Sequence[SeenStep], points: Any, least: int) -> bool:
    """Return whether the step is a win by one who was once that many points behind the best other player.

    ``points`` returns the points of all players in a state. Renames do not matter, as players are compared by seat.
    """
    winner = step.after.winner if step.ends else None
    if winner is None or len(step.after.players) < 2:
        return False
    seat = step.after.players.index(winner)
    for one in past:
        standing = list(points(one.after).values())
        others = [total for place, total in enumerate(standing) if place != seat]
        if seat < len(standing) and others and max(others) - standing[seat] >= least:
            return True
    return False


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
