"""One turn of Farkle: its points, its throws, and what may be set aside."""

from collections import Counter
from functools import cache

from engine.farkle.scoring import score, scoring_parts
from engine.i18n import ngettext
from engine.turns.state import Turn


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
    """Return why so many dice of that face add nothing, as one sentence."""
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
