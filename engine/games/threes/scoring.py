"""What dice come to in Threes, and the coach, which knows from it the best play of a turn.

It is best to set the lowest dice of a throw aside; only how many is to be chosen. 3 is the lowest.
"""

from functools import cache
from operator import add

from engine.games.threes.rules import SetAside, points
from engine.turns.until_all_aside import AllAsideCoach, AsideScoring


@cache
def _parts(faces: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the lowest die of a throw, its two lowest, and so on to all."""
    lowest = sorted(faces, key=lambda die: points([die]))
    return tuple((many, points(lowest[:many])) for many in range(1, len(lowest) + 1))


COACH = AllAsideCoach(AsideScoring(points, int, add, int, _parts), SetAside, ("points", "beat"), lowest=True)
