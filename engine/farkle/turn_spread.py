"""What a turn of Farkle ends with: the spread of its points, and the chance to reach some points.

Players go on for the highest mean, and stand with :data:`ENOUGH`. One pass goes from the fewest points up, as they only
grow.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.farkle.plan import STEP, TurnValues, for_points, options_of
from engine.farkle.rules import DICE
from engine.farkle.turns import further_parts
from engine.reports.win_chances import Spread
from engine.turns.state import Turn

ENOUGH = 4_000
"""Points with which everybody stands: a better choice is hardly ever possible then."""

Place = tuple[int, int]
"""Steps of points, and the number of dice of the next throw."""


def of_turn(scores: str, opening: int, turn: Turn) -> Spread:
    """Return the spread of the points of a turn as it stands; of which less than ``opening`` does not count."""
    if not turn.throws:
        return spread(scores, opening, DICE, 0)
    values = for_points(scores, opening, ENOUGH)
    ways = [(points // STEP, left) for _, left, points in further_parts(scores, turn)]
    best = max(ways, key=lambda way: _worth(values, way))
    if _stands(values, best):
        return {best[0] * STEP: 1.0}
    return spread(scores, opening, best[1], best[0] * STEP)


@lru_cache(maxsize=64)
def spread(scores: str, opening: int, dice: int, points: int) -> Spread:
    """Return the spread of the points of a turn with a throw of so many dice to come; 0 after a farkle."""
    values = for_points(scores, opening, ENOUGH)
    ends: dict[int, float] = {}
    here: dict[Place, float] = {(points // STEP, dice): 1.0}
    for _, to, chance in _throws(scores, values, here):
        if to is None:
            ends[0] = ends.get(0, 0.0) + chance
        elif _stands(values, to):
            ends[to[0] * STEP] = ends.get(to[0] * STEP, 0.0) + chance
        else:
            here[to] = here.get(to, 0.0) + chance
    return ends


@lru_cache(maxsize=4)
def reaching(scores: str) -> tuple[float, ...]:
    """Return the chance to get so many steps of points in a turn, for a player who does not stand before."""
    values = for_points(scores, 0, ENOUGH)
    found = [1.0] + [0.0] * (ENOUGH // STEP)
    here: dict[Place, float] = {(0, DICE): 1.0}
    for steps, to, chance in _throws(scores, values, here):
        if to is None:
            continue
        for reached in range(steps + 1, min(to[0], ENOUGH // STEP) + 1):
            found[reached] += chance
        if to[0] < ENOUGH // STEP:
            here[to] = here.get(to, 0.0) + chance
    return tuple(found)


def _throws(scores: str, values: TurnValues, here: dict[Place, float]) -> Iterator[tuple[int, Place | None, float]]:
    """Yield the steps before a throw, the best place after it (None after a farkle), and the chance of that.

    ``here`` has the chance of each place of a throw. It is emptied, and may grow in between.
    """
    while here:
        place = min(here)
        chance, (steps, dice) = here.pop(place), place
        scored = 0
        for options, ways in options_of(scores, dice):
            best = max(((steps + more, left) for more, left in options), key=lambda way: _worth(values, way))
            scored += ways
            yield steps, best, chance * ways / 6**dice
        yield steps, None, chance * (1 - scored / 6**dice)


def _worth(values: TurnValues, way: Place) -> float:
    steps, left = way
    return max(values.throw(left, steps * STEP), values.stand(steps * STEP) or 0.0)


def _stands(values: TurnValues, way: Place) -> bool:
    steps, left = way
    return steps * STEP >= ENOUGH or (values.stand(steps * STEP) or 0.0) >= values.throw(left, steps * STEP)
