"""The chances to win Pig, by playing the rest of the game: every player stands at 20, or when the goal is reached.

Who throws after somebody has reached the goal goes on until that total is beaten.
"""

from bisect import bisect
from functools import cache
from itertools import accumulate

from engine.pig.rules import Rules
from engine.reports.win_chances import Draw, WinChances, played_out
from engine.turns.state import TurnState

STAND = 20
WORK = 12_000
"""Turns that are played for one answer, about: the more players there are, the fewer games."""
MOST_GAMES, LEAST_GAMES = 500, 60


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the game stands; None for a player alone, in a roll-off, and with two dice."""
    turn, rules = state.turn, state.rules
    names = [name for name in state.order if name not in state.gone]
    if turn is None or state.leg or rules.dice != 1 or len(names) < 2:
        return None
    missing = rules.goal - min(state.totals[name] for name in names)
    games = max(LEAST_GAMES, min(MOST_GAMES, WORK // (len(names) * (1 + max(0, missing) // 8))))
    first = names.index(turn.player)
    begun, throws = turn.points, turn.throws
    seed = hash((tuple(state.totals.values()), first, begun, throws))

    def play(draw: Draw) -> list[str]:
        totals = [state.totals[name] for name in names]
        seat, points = first, begun
        while True:
            totals[seat] = _turn(draw, rules, totals, seat, points)
            if rules.ends == "at_once" and totals[seat] >= rules.goal:
                return [names[seat]]
            seat, points = seat + 1, 0
            if seat == len(names):
                best = max(totals)
                if best >= rules.goal:
                    return [name for name, total in zip(names, totals, strict=True) if total == best]
                seat = 0

    found = played_out(names, seed, games, play).of
    return WinChances({name: found.get(name, 0.0) for name in state.players})


def _turn(draw: Draw, rules: Rules, totals: list[int], seat: int, points: int) -> int:
    """Return a player's total after the rest of a turn."""
    own, best = totals[seat], max(totals)
    enough = min(STAND, max(rules.goal - own, 1))
    if best >= rules.goal:
        enough = best - own + 1
    if points >= enough:
        return own + points
    more = bisect(_sums(enough - points), draw())
    return own + enough + more - 1 if more else own


@cache
def _sums(missing: int) -> tuple[float, ...]:
    """Return the chance to lose a turn before it has so many points, then those of so many and each more, added up.

    A throw adds 2 to 6, so that a turn ends with up to five more points than are missing.
    """
    reached = [1.0] + [0.0] * (missing + 6)
    for points in range(missing):
        for face in range(2, 7):
            reached[points + face] += reached[points] / 6
    ends = reached[missing : missing + 6]
    lost = 1 - sum(ends)
    return tuple(accumulate([lost, *ends[:-1]]))
