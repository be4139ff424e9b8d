"""The chances to win Threes: every player goes on for the lowest mean."""

from functools import cache

from engine.reports.win_chances import Spread, WinChances
from engine.threes.rules import Rules, points
from engine.threes.totals_to_come import mean
from engine.turns.state import Turn, TurnState
from engine.turns.throws import throws
from engine.turns.until_all_aside import chances_of


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the round or the roll-off stands; None for a player alone."""
    to_come = _to_come(state.rules.dice)

    def spread_of(turn: Turn) -> Spread:
        later = _after(turn.loose, fresh=bool(turn.fresh)) if turn.throws else to_come
        begun = points(turn.aside + turn.fresh)
        return {begun + more: chance for more, chance in later.items()}

    return chances_of(state, spread_of, to_come, lowest=True)


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
