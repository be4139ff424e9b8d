"""The chances to win Threes: every player goes on for the lowest mean."""

from functools import cache

from engine.reports.win_chances import Spread, WinChances, best_of
from engine.threes.rules import Rules, points
from engine.threes.totals_to_come import mean
from engine.turns.state import TurnState
from engine.turns.throws import throws


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the round or the roll-off stands; None for a player alone."""
    turn = state.turn
    if turn is None or len(state.present) < 2:
        return None
    spreads: dict[str, Spread] = {}
    for name in state.order:
        if name in state.gone:
            continue
        if name in state.results:
            spreads[name] = {state.results[name][0]: 1.0}
        elif name == turn.player:
            later = _after(turn.loose, fresh=bool(turn.fresh)) if turn.throws else _to_come(state.rules.dice)
            begun = points(turn.aside + turn.fresh)
            spreads[name] = {begun + more: chance for more, chance in later.items()}
        else:
            spreads[name] = _to_come(state.rules.dice)
    found = best_of(spreads, lowest=True)
    return WinChances({name: found.get(name, 0.0) for name in state.players})


@cache
def _to_come(dice: int) -> Spread:
    """Return the spread of the points of so many dice that are still to throw."""
    if not dice:
        return {0: 1.0}
    found: dict[int, float] = {}
    for faces, ways in throws(dice):
        for more, chance in _after(faces).items():
            found[more] = found.get(more, 0.0) + chance * ways / 6**dice
    return found


def _after(faces: tuple[int, ...], *, fresh: bool = False) -> Spread:
    """Return the spread after the best choice of dice to set aside of that throw; ``fresh``: one may be none."""
    lowest = sorted(faces, key=lambda die: points([die]))
    if not lowest:
        return {0: 1.0}
    many = min(
        range(0 if fresh else 1, len(lowest) + 1), key=lambda many: points(lowest[:many]) + mean(len(lowest) - many)
    )
    kept = points(lowest[:many])
    return {kept + more: chance for more, chance in _to_come(len(lowest) - many).items()}
