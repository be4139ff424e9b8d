"""The chances to win Yahtzee: each final total has the mean of the coach's play, and is spread normally around it.

The last player to fill a card has the exact chance of the advice to beat the others.

The variance of the points to come was measured on 1,155 games of the coach, by the number of open boxes. The test of
the calibration plays other games.
"""

from contextlib import suppress

from engine.errors import Refused
from engine.games.yahtzee.analysis.advice import advise, mean_total, points_plan
from engine.games.yahtzee.analysis.position import position_of
from engine.games.yahtzee.analysis.value_table import table_of
from engine.games.yahtzee.state import State
from engine.reports.win_chances import WinChances, best_of_normal

VARIANCES = (0, 363, 691, 986, 1337, 1549, 1916, 2118, 2369, 2578, 2796, 3025, 3307, 3503)
"""The variance of the points to come by the number of open boxes, in points squared."""
LEAST = 0.3
"""The standard deviation of a total that is certain, in points, which parts those that differ by a point."""


def chances(state: State) -> WinChances | None:
    """Return the chances as the game stands; None for a player alone, and for rules without a table."""
    turn, rules = state.turn, state.rules
    if turn is None or len(state.present) < 2 or table_of(rules) is None:
        return None
    totals: dict[str, tuple[float, float]] = {}
    for name in state.present:
        card = state.cards[name]
        ahead = state.handicap.get(name, 0)
        boxes = float(len(card.open_boxes(rules)))
        if not boxes:
            mean = float(card.total(rules))
        elif name == turn.player and turn.rolls:
            plan = points_plan(rules, position_of(rules, card))
            left = state.rolls_left
            kept = plan.of_keep(left, turn.kept) if turn.kept and left else plan.of_dice(left, turn.dice)
            mean = card.total(rules) + max(kept, plan.of_dice(left, turn.dice))
            boxes -= 1 - left / (rules.rolls + 1)
        else:
            mean = mean_total(rules, card)
        totals[name] = mean + ahead, max(LEAST, _variance(boxes) ** 0.5)
    found = best_of_normal(totals)
    with suppress(Refused):
        own = advise(state, "beat").best.value
        others = {name: total for name, total in state.totals.items() if name in found and name != turn.player}
        best = [name for name, total in others.items() if total == max(others.values())]
        found = {turn.player: own, **dict.fromkeys(best, (1 - own) / len(best))}
    return WinChances({name: found.get(name, 0.0) for name in state.players})


def _variance(boxes: float) -> float:
    """Return the variance with so many open boxes; a part of one is a turn that has begun."""
    below = min(int(boxes), len(VARIANCES) - 2)
    return VARIANCES[below] + (boxes - below) * (VARIANCES[below + 1] - VARIANCES[below])
