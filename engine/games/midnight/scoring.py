"""What dice come to in Midnight, and the coach, which knows from it the best play of a turn."""

from collections.abc import Sequence
from functools import cache

from engine.games.midnight.rules import QUALIFIERS, SetAside
from engine.turns.setting_aside import parts_with_all
from engine.turns.until_all_aside import NONE, AllAsideCoach, AsideScoring

Aside = tuple[bool, bool, int]
"""Whether a 1 and a 4 are among the dice, and their sum."""


def _of(dice: Sequence[int]) -> Aside:
    one, four = (face in dice for face in QUALIFIERS)
    return one, four, sum(dice)


def _points(number: int) -> Aside:
    return False, False, number


def _both(aside: Aside, more: Aside) -> Aside:
    return aside[0] or more[0], aside[1] or more[1], aside[2] + more[2]


def _number(aside: Aside) -> int:
    one, four, total = aside
    return total - sum(QUALIFIERS) if one and four else NONE


@cache
def _parts(faces: tuple[int, ...]) -> tuple[tuple[int, Aside], ...]:
    """Return the part with the highest sum of so many dice, with a 1 or not, and with a 4 or not."""
    found: dict[tuple[int, bool, bool], int] = {}
    for part in parts_with_all(faces):
        one, four, total = _of(part)
        key = len(part), one, four
        found[key] = max(found.get(key, 0), total)
    return tuple((many, (one, four, total)) for (many, one, four), total in found.items())


COACH = AllAsideCoach(AsideScoring(_of, _points, _both, _number, _parts), SetAside, ("points", "qualify", "beat"))
