"""The chances to win Pig: every player stands at 20, or when the goal is reached.

Who throws after somebody has reached the goal goes on until that total is beaten.
"""

from functools import cache

from engine.pig.rules import Rules
from engine.reports.turns_to_goal import LastTurns, Likely, TurnsToGoal, last_turns, race
from engine.reports.win_chances import WinChances, scaled
from engine.turns.state import TurnState

STAND = 20
OVER = 3
"""Points beyond the goal of the first player there, about, that the others must get too."""


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the game stands; None for a player alone, in a roll-off, and with two dice."""
    turn, rules = state.turn, state.rules
    names = [name for name in state.order if name not in state.gone]
    if turn is None or state.leg or rules.dice != 1 or len(names) < 2:
        return None
    seat, goal = names.index(turn.player), rules.goal
    totals = [state.totals[name] for name in names]
    ways = [_way(goal)] * len(names)
    last: LastTurns = "none" if rules.ends == "at_once" else "rest"
    best, own = max(totals), totals[seat]
    enough = min(STAND, goal - own) if best < goal else best - own + 1
    found = [0.0] * len(names)
    for points, chance in _turn(turn.points, enough).items():
        after = [*totals]
        after[seat] += points
        shares = _after_turn(after, ways, seat, goal, last)
        found = [one + chance * share for one, share in zip(found, shares, strict=True)]
    told = scaled(dict(zip(names, found, strict=True)))
    return WinChances({name: told.get(name, 0.0) for name in state.players})


def _after_turn(totals: list[int], ways: list[TurnsToGoal], seat: int, goal: int, last: LastTurns) -> list[float]:
    """Return the chance of each seat after the turn of one of them."""
    if max(totals) >= goal:
        return last_turns(totals, range(seat + 1, len(totals)) if last == "rest" else (), ways)
    missing = [goal - total for total in totals]
    return race(missing, ways, (seat + 1) % len(totals), last)


@cache
def _way(goal: int) -> TurnsToGoal:
    return TurnsToGoal(goal, OVER, _spread, lambda need: 1 - _ends(need)[0])


@cache
def _spread(missing: int) -> Likely:
    enough = min(STAND, missing)
    lost, *ends = _ends(enough)
    return (lost, *(0.0,) * (enough - 1), *ends)


def _turn(points: int, enough: int) -> dict[int, float]:
    """Return the spread of the points of a turn that has so many, of a player who stands with enough."""
    if points >= enough:
        return {points: 1.0}
    lost, *ends = _ends(enough - points)
    return {0: lost} | {enough + more: chance for more, chance in enumerate(ends)}


@cache
def _ends(missing: int) -> tuple[float, ...]:
    """Return the chance to lose a turn before it has so many points, then those of so many and up to five more.

    A throw adds 2 to 6, so that a turn ends with up to five more points than are missing.
    """
    reached = [1.0] + [0.0] * (missing + 6)
    for points in range(missing):
        for face in range(2, 7):
            reached[points + face] += reached[points] / 6
    ends = reached[missing : missing + 6]
    return (1 - sum(ends), *ends)
