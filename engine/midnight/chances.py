"""The best play of a turn of Midnight, exactly: for the mean score, to qualify, or for more than some score.

A position is what is set aside: whether a 1 and a 4 are among it, and the sum of all. Values are whole numbers, parts
of certainty in :func:`whole`, so that every throw divides them.
"""

from fractions import Fraction
from functools import cache

from engine.midnight.rules import DICE, QUALIFIERS
from engine.turns.setting_aside import parts_with_all
from engine.turns.throws import throws

AIMS = ("points", "qualify", "beat")


@cache
def value(aim: str, goal: int, aside: tuple[int, ...]) -> Fraction:
    """Return the value of throwing all dice but these, which are set aside.

    ``points`` is the mean of the score, ``qualify`` the chance to have a 1 and a 4, ``beat`` the chance of more than
    ``goal``.
    """
    one, four = (face in aside for face in QUALIFIERS)
    left = DICE - len(aside)
    return Fraction(_thrown(aim, goal, left, one, four, sum(aside)), whole(left))


def best_mean() -> Fraction:
    """Return the best mean score of a turn: 5058047990207219/270826551115776."""
    return value("points", 0, ())


def best_qualifying() -> Fraction:
    """Return the best chance to have a 1 and a 4."""
    return value("qualify", 0, ())


@cache
def whole(left: int) -> int:
    """Return certainty as a whole number, with that many dice to throw: 6 for each die of all throws to come."""
    return int(6 ** (left * (left + 1) // 2))


@cache
def _thrown(aim: str, goal: int, left: int, one: bool, four: bool, sums: int) -> int:
    if not left:
        return _worth(aim, goal, sums - sum(QUALIFIERS) if one and four else None)
    scale = whole(left - 1)
    total = 0
    for faces, ways in throws(left):
        best = 0
        for part in _parts(faces):
            rest = left - len(part)
            later = _thrown(aim, goal, rest, one or 1 in part, four or 4 in part, sums + sum(part))
            best = max(best, later * (scale // whole(rest)))
        total += ways * best
    return total


def _worth(aim: str, goal: int, score: int | None) -> int:
    match aim:
        case "points":
            return score or 0
        case "qualify":
            return int(score is not None)
    return int(score is not None and score > goal)


@cache
def _parts(faces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(parts_with_all(faces))
