"""The spread of the points that a turn of Farkle ends with, from the values of throwing and standing.

One pass goes from the fewest points up, as they only grow.
"""

from functools import lru_cache

from engine.farkle.plan import STEP, TurnValues, options_of
from engine.farkle.rules import DICE
from engine.farkle.turns import further_parts
from engine.reports.win_chances import Spread
from engine.turns.state import Turn

Place = tuple[int, int]
"""Steps of points, and the number of dice of the next throw."""


def of_turn(scores: str, values: TurnValues, turn: Turn) -> Spread:
    """Return the spread of the points of a turn as it stands."""
    if not turn.throws:
        return spread(scores, values, (0, DICE))
    ways = [(points // STEP, left) for _, left, points in further_parts(scores, turn)]
    best = max(ways, key=lambda way: _worth(values, way))
    return {best[0] * STEP: 1.0} if _stands(values, best) else spread(scores, values, best)


@lru_cache(maxsize=64)
def spread(scores: str, values: TurnValues, begun: Place) -> Spread:
    """Return the spread of the points of a turn with a throw to come; 0 after a farkle."""
    ends: dict[int, float] = {0: 0.0}
    here = {begun: 1.0}
    while here:
        place = min(here)
        chance, (steps, dice) = here.pop(place), place
        ends[0] += chance
        for options, ways in options_of(scores, dice):
            best = max([(steps + more, left) for more, left in options], key=lambda way: _worth(values, way))
            likely = chance * ways / 6**dice
            ends[0] -= likely
            if _stands(values, best):
                ends[best[0] * STEP] = ends.get(best[0] * STEP, 0.0) + likely
            else:
                here[best] = here.get(best, 0.0) + likely
    return ends


def _worth(values: TurnValues, way: Place) -> float:
    steps, left = way
    return max(values.throw(left, steps * STEP), values.stand(steps * STEP) or 0.0)


def _stands(values: TurnValues, way: Place) -> bool:
    steps, left = way
    stand = values.stand(steps * STEP)
    return stand is not None and stand >= values.throw(left, steps * STEP)
