"""The score of dice, as a whole: every one of them must add to it, and the best reading counts.

Plain: a 1 is 100, a 5 is 50, three of a kind 100 times the face (three 1s 1,000), and each further one doubles that.
Pocket: of a kind four are 1,000, five 2,000, six 3,000; a straight and three pairs are 1,500, two triplets 2,500.
"""

from collections import Counter
from functools import cache

from engine.turns.setting_aside import parts_with_all

SINGLES = {1: 100, 5: 50}
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
    three = 1000 if face == 1 else 100 * face
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
