"""The chances to win Farkle: every player goes on for the highest mean of a turn, at last until the leader is beaten.

Points are counted in hundreds; fifty are half a chance of a hundred.
"""

from functools import cache

from engine.farkle.plan import to_reach
from engine.farkle.rules import DICE, PENALTY, Rules
from engine.farkle.turn_spread import ENOUGH, of_turn, reaching, spread
from engine.farkle.turns import further_parts
from engine.players import clockwise
from engine.reports.turns_to_goal import Likely, TurnsToGoal, last_turns, race
from engine.reports.win_chances import Spread, WinChances, scaled
from engine.turns.state import Turn, TurnState

UNIT = 100
OVER = 3
"""Hundreds beyond the goal of the first player there, about, that the others must get too."""
GROUPS = 6
"""Groups into which what a turn can end with is summed up."""


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the game stands; None for a player alone, and in a roll-off."""
    turn, rules = state.turn, state.rules
    names = [name for name in clockwise(state.players, state.starter) if name not in state.gone]
    if turn is None or state.leg or len(names) < 2:
        return None
    seat = names.index(turn.player)
    totals = [state.totals[name] for name in names]
    found = [0.0] * len(names)
    for points, chance in _outcomes(state, turn, max(totals) - totals[seat]):
        after, opened = [*totals], [name in state.opened for name in names]
        after[seat] += points
        opened[seat] = opened[seat] or points > 0
        if not points and rules.three_farkles and state.busts.get(turn.player, 0) == 2:
            after[seat] -= PENALTY
        ways = [_way(rules.scores, rules.goal, 0 if one else rules.opening) for one in opened]
        found = [
            one + chance * share for one, share in zip(found, _after_turn(state, after, ways, names, seat), strict=True)
        ]
    told = scaled(dict(zip(names, found, strict=True)))
    return WinChances({name: told.get(name, 0.0) for name in state.players})


def _after_turn(
    state: TurnState[Rules], totals: list[int], ways: list[TurnsToGoal], names: list[str], seat: int
) -> list[float]:
    """Return the chance of each seat after the turn of one of them."""
    goal = state.rules.goal
    if state.closer is None and totals[seat] < goal:
        missing = [-(-(goal - total) // UNIT) for total in totals]
        return race(missing, ways, (seat + 1) % len(names), "all")
    later = [names.index(name) for name in state.order[state.up + 1 :] if name not in state.gone]
    closer = state.closer or names[seat]
    if closer in state.order and closer in names:
        later += range(names.index(closer))
    return last_turns([total // UNIT for total in totals], later, ways)


def _outcomes(state: TurnState[Rules], turn: Turn, behind: int) -> list[tuple[int, float]]:
    """Return what the turn can end with: some points, each for the points about it, with their chance."""
    scores, opening = state.rules.scores, 0 if turn.player in state.opened else state.rules.opening
    if state.closer is not None:
        need = max(behind + UNIT, opening)
        beating = _beating(scores, turn, need)
        return [(need, beating), (0, 1 - beating)]
    return _grouped(of_turn(scores, opening, turn))


def _beating(scores: str, turn: Turn, need: int) -> float:
    """Return the best chance of so many points in a turn as it stands."""
    values = to_reach(scores, need)
    if not turn.throws:
        return values.throw(DICE, 0)
    ways = [(left, points) for _, left, points in further_parts(scores, turn)]
    return max(1.0 if points >= need else values.throw(left, points) for left, points in ways)


def _grouped(found: Spread) -> list[tuple[int, float]]:
    """Return a few groups of a spread, each with its mean and its chance; no points are a group of their own."""
    groups: list[tuple[int, float]] = [(0, found[0])] if found.get(0) else []
    scored = sorted((points, chance) for points, chance in found.items() if points)
    whole, weight, total = sum(chance for _, chance in scored), 0.0, 0.0
    for number, (points, chance) in enumerate(scored, 1):
        weight, total = weight + chance, total + points * chance
        if weight >= whole / GROUPS or number == len(scored):
            groups.append((round(total / weight), weight))
            weight = total = 0.0
    return groups


@cache
def _way(scores: str, goal: int, opening: int) -> TurnsToGoal:
    then = _way(scores, goal, 0) if opening else None
    likely, reached = _in_units(spread(scores, opening, DICE, 0)), reaching(scores)
    least = opening // UNIT

    def reach(need: int) -> float:
        at = max(need, least) * 2
        return reached[at] if at < len(reached) else 0.0

    return TurnsToGoal(goal // UNIT, OVER, lambda _missing: likely, reach, then)


def _in_units(found: Spread) -> Likely:
    """Return a spread by hundreds."""
    likely = [0.0] * (2 + ENOUGH // UNIT + 60)
    for points, chance in found.items():
        likely[points // UNIT] += chance / 2
        likely[-(-points // UNIT)] += chance / 2
    while likely[-1] < 1e-9:
        likely.pop()
    return likely
