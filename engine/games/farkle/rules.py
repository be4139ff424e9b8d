"""Rules of Farkle: their options, the score of dice, one turn, and the events of this game only."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from engine.events import Event
from engine.face import Option
from engine.game import Titles
from engine.i18n import Text, ngettext
from engine.i18n import gettext as _
from engine.turns.setting_aside import parts_with_all
from engine.turns.state import TIE, Turn, TurnRules

DICE = 6
PENALTY = 1000
"""Points lost by the third farkle in a row, where that is played."""


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game of Farkle.

    ``opening`` are the points that a player needs in one turn to begin to score. ``goal`` starts the last round.
    """

    terms: ClassVar[Mapping[str, Text]] = {
        "banked": _("Banked"),
        "farkle": _("Farkle"),
        "hot_dice": _("Hot dice"),
        "last_round": _("Last round"),
        "three_farkles": _("Three farkles"),
        "rolloff": _("Roll-off"),
    }

    name: str = "farkle"
    goal: int = 10_000
    opening: int = 500
    scores: str = "pocket"
    three_farkles: bool = False


OPTIONS = (
    Option("goal", "number", _("Points to win"), _("Points that start the last round."), least=2000, most=20_000),
    Option("opening", "number", _("To open"), _("Points needed in your first scoring turn."), least=0, most=1000),
    Option(
        "scores",
        "choice",
        _("Scores"),
        _("Plain, or with straights, pairs and triplets."),
        {"plain": _("plain"), "pocket": _("with combinations")},
    ),
    Option("three_farkles", "flag", _("Three farkles"), _("Three farkles in a row cost 1,000 points.")),
    TIE,
)

PRESETS = {"farkle": Rules()}
TITLES: Titles = {
    "farkle": (_("Farkle"), _("Set scoring dice aside, roll on or stand. A roll that scores nothing loses all."))
}


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """The player on turn set these dice of the latest throw aside; all of that throw score as a whole."""

    dice: tuple[int, ...]


SINGLES = {1: 100, 5: 50}
THREE_ACES = 1000
MANY = {4: 1000, 5: 2000, 6: 3000}
"""Pocket: the points of four and more of a kind."""
STRAIGHT, THREE_PAIRS, TWO_TRIPLETS = 1500, 1500, 2500


def score(scores: str, dice: tuple[int, ...]) -> int | None:
    """Return the best points of these dice; None where one of them adds nothing, and for no dice."""
    return _score(scores, tuple(sorted(dice)))


@cache
def _score(scores: str, dice: tuple[int, ...]) -> int | None:
    counts = Counter(dice)
    readings = [_by_face(scores, counts)] + ([_of_six(counts)] if scores == "pocket" and len(dice) == 6 else [])
    return max((points for points in readings if points), default=None)


@cache
def idle(scores: str, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return the faces among these dice that add nothing to the best reading of the others; empty if all add."""
    if not dice or score(scores, dice):
        return ()
    counts = Counter(dice)
    return tuple(face for face in sorted(counts) if _of_kind(scores, face, counts[face]) is None)


@cache
def scoring_parts(scores: str, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every part of a sorted throw that scores as a whole, each as sorted faces; none after a farkle."""
    return tuple(part for part in parts_with_all(dice) if score(scores, part))


def _by_face(scores: str, counts: Counter[int]) -> int | None:
    total = 0
    for face, many in counts.items():
        points = _of_kind(scores, face, many)
        if points is None:
            return None
        total += points
    return total


@cache
def _of_kind(scores: str, face: int, many: int) -> int | None:
    """Return the best points of so many dice of one face, None where they cannot all score."""
    single = SINGLES.get(face)
    found = [single * many] if single else []
    for together in range(3, many + 1):
        rest = _of_kind(scores, face, many - together) if many > together else 0
        if rest is not None:
            found.append(_together(scores, face, together) + rest)
    return max(found, default=None)


def _together(scores: str, face: int, many: int) -> int:
    three = THREE_ACES if face == 1 else 100 * face
    if many == 3:
        return three
    return MANY[many] if scores == "pocket" else three * 2 ** (many - 3)


def _of_six(counts: Counter[int]) -> int | None:
    match sorted(counts.values()):
        case [1, 1, 1, 1, 1, 1]:
            return STRAIGHT
        case [3, 3]:
            return TWO_TRIPLETS
        case [2, 2, 2] | [2, 4]:
            return THREE_PAIRS
    return None


def points_of(scores: str, turn: Turn) -> int:
    """Return the points of all dice set aside in the turn: of earlier throws, and of the latest as a whole."""
    return turn.points + (score(scores, turn.fresh) or 0)


def throw(scores: str, turn: Turn, dice: tuple[int, ...]) -> Turn:
    """Return the turn after a throw. Dice that have all scored come back; a throw that scores nothing ends the turn."""
    aside = () if turn.fresh and not turn.loose else turn.aside + turn.fresh
    bust = not scoring_parts(scores, tuple(sorted(dice)))
    return Turn(turn.player, turn.throws + 1, aside, (), dice, points_of(scores, turn), bust, bust)


def may_score(scores: str, turn: Turn) -> tuple[int, ...]:
    """Return the dice that can be among those set aside of this throw, beside those that are."""
    if not turn.loose or not turn.throws:
        return ()
    more, _numbers, _points = zip(*_parts(scores, tuple(sorted(turn.fresh)), tuple(sorted(turn.lies))), strict=True)
    faces = {face for part in more for face in part}
    return tuple(die for die in turn.loose if die in faces)


def further_parts(scores: str, turn: Turn) -> list[tuple[tuple[int, ...], int, int]]:
    """Return every choice of dice to set aside of this throw: those dice, the dice of the next throw, the points.

    No more dice is a choice where some of this throw are set aside.
    """
    everything = len(turn.aside + turn.lies)
    found = _parts(scores, tuple(sorted(turn.fresh)), tuple(sorted(turn.lies)))
    return [(more, left or everything, turn.points + points) for more, left, points in found]


def best_part(scores: str, turn: Turn) -> tuple[tuple[int, ...], int]:
    """Return the dice of the throw to set aside for the most points, and the points of the turn with them."""
    if not turn.loose:
        return (), points_of(scores, turn)
    dice, _left, points = max(further_parts(scores, turn), key=lambda part: (part[2], -len(part[0])))
    return dice, points


def why_idle(face: int, many: int) -> str:
    return ngettext(
        "One {face} scores nothing: it takes three of a kind.",
        "{count} dice with a {face} score nothing: it takes three of a kind.",
        many,
        face=face,
    )


@cache
def _parts(scores: str, fresh: tuple[int, ...], lies: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int, int], ...]:
    """Return the dice besides ``fresh`` in each part that scores, the number of dice left, and the points."""
    have = Counter(fresh)
    found = []
    for part in scoring_parts(scores, lies):
        counts = Counter(part)
        if have <= counts:
            more = tuple(sorted((counts - have).elements()))
            found.append((more, len(lies) - len(part), score(scores, part) or 0))
    return tuple(found)
