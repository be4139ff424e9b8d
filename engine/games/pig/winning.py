"""The chances to win Pig: every player stands at 20, or when the goal is reached.

Once a player has reached the goal, and in a roll-off, all players play to win, and the coach uses these chances.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from engine.games.pig.race import MOST, Race
from engine.games.pig.race import race as solved_race
from engine.games.pig.rules import Rules
from engine.reports.turns_to_goal import LastTurns, Likely, RaceSeats, TurnsToGoal, race
from engine.reports.win_chances import InTurn, Spread, WinChances, scaled
from engine.turns.keeps import throws
from engine.turns.state import TurnState

STAND = 20
OVER = 3
"""Points beyond the goal of the first player there, about, that the others must get too."""
AHEAD = (1, 6, 12)
"""Points ahead with which a player may stand before others."""
ENOUGH = 40
"""Points ahead with which everybody stands."""


def seats_of(state: TurnState[Rules]) -> RaceSeats | None:
    """Return the seats; None for a player alone, and with two dice before the goal is reached."""
    names = tuple(name for name in state.order if name not in state.gone)
    if state.turn is None or len(names) < 2:
        return None
    of = {name: result[0] for name, result in state.results.items()} if state.leg else state.totals
    seat, rules = names.index(state.turn.player), state.rules
    later = () if rules.ends == "at_once" and not state.leg else tuple(range(seat + 1, len(names)))
    seats = RaceSeats(names, tuple(of.get(name, 0) for name in names), seat, later, rules.goal, bool(state.leg))
    return seats if rules.dice == 1 or seats.is_last(0) else None


def is_solved(rules: Rules) -> bool:
    """Return whether the game of two players by these rules is solved."""
    return rules.dice == 1 and rules.ends == "at_once" and rules.goal <= MOST


def solved(state: TurnState[Any]) -> tuple[Race, int, int] | None:
    """Return the solved game, the points of the player on turn, and the other's; None where it is not solved."""
    if state.turn is None or state.leg or len(state.present) != 2 or not is_solved(state.rules):
        return None
    [other] = [name for name in state.present if name != state.turn.player]
    return solved_race(state.rules.goal), state.totals[state.turn.player], state.totals[other]


def decides(state: TurnState[Any]) -> bool:
    """Return whether the turn decides the game, or the roll-off: the goal is reached, with its points at the latest."""
    seats = seats_of(state)
    return seats is not None and seats.is_last(state.turn.points if state.turn else 0)


def chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the game stands; None where there are no :func:`seats_of` it."""
    turn, seats = state.turn, seats_of(state)
    if turn is None or seats is None:
        return None
    if found := solved(state):
        game, own, other = found
        won = game.chance(own, other, turn.points)
        of = {name: won if name == turn.player else 1 - won for name in state.present}
        return WinChances({name: of.get(name, 0.0) for name in state.players}, about=False)
    if seats.is_last(turn.points):
        spread = plan_of(seats, state.rules).spread(turn.points)
    else:
        spread = _turn(turn.points, min(STAND, seats.goal - seats.own))
    told = scaled(dict(zip(seats.names, _shares(seats, state.rules, spread), strict=True)))
    return WinChances({name: told.get(name, 0.0) for name in state.players})


class LastTurn:
    """A turn that decides: the chances to win by its points, for standing and for a throw; ``stand(0)`` after a 1."""

    def __init__(self, seats: RaceSeats, rules: Rules) -> None:
        self.stand = cache(lambda points: _shares(seats, rules, {points: 1.0})[seats.seat])
        self._dice, self._enough = rules.dice, max(seats.totals) - seats.own + ENOUGH
        self._throw: dict[int, float] = {}

    def throw(self, points: int) -> float:
        """Return the chance to win by another throw."""
        if points not in self._throw:
            found = 0.0
            for faces, ways in throws(self._dice):
                after = points + sum(faces)
                best = self.stand(0 if 1 in faces else after)
                if 1 not in faces and after < self._enough:
                    best = max(best, self.throw(after))
                found += best * ways / 6**self._dice
            self._throw[points] = found
        return self._throw[points]

    def spread(self, points: int) -> Spread:
        """Return the spread of the points of the turn with the best play."""
        found: dict[int, float] = {}
        here = {points: 1.0}
        while here:
            now = min(here)
            chance = here.pop(now)
            if now and (now >= self._enough or self.stand(now) >= self.throw(now)):
                found[now] = chance
                continue
            for faces, ways in throws(self._dice):
                to, after = (found, 0) if 1 in faces else (here, now + sum(faces))
                to[after] = to.get(after, 0.0) + chance * ways / 6**self._dice
        return found


@lru_cache(maxsize=16)
def plan_of(seats: RaceSeats, rules: Rules) -> LastTurn:
    """Return the turn of the player on turn."""
    return LastTurn(seats, rules)


def _shares(seats: RaceSeats, rules: Rules, spread: Spread) -> list[float]:
    """Return the chance of each seat when the turn ends with these points."""

    def go_on(points: int) -> Sequence[float]:
        missing = [rules.goal - total - points * (place == seats.seat) for place, total in enumerate(seats.totals)]
        last: LastTurns = "none" if rules.ends == "at_once" else "rest"
        return race(missing, [_way(rules.goal)] * len(missing), (seats.seat + 1) % len(missing), last)

    return seats.shares(spread, _in_turn(rules.dice, tuple(seats.totals[seat] for seat in seats.later)), go_on)


@lru_cache(maxsize=64)
def _in_turn(dice: int, totals: tuple[int, ...]) -> InTurn:
    """Return players to come with these totals, who go on until they are ahead."""

    def ends(place: int, best: int, _holders: int) -> Sequence[Spread]:
        own, ahead = totals[place], AHEAD if place < len(totals) - 1 else AHEAD[:1]
        return [
            {own + points: chance for points, chance in _ends(dice, max(1, best - own + more)).items()}
            for more in ahead
        ]

    return InTurn(len(totals), ends)


@cache
def _way(goal: int) -> TurnsToGoal:
    return TurnsToGoal(goal, OVER, _likely, lambda need: 1 - _ends(1, need)[0])


@cache
def _likely(missing: int) -> Likely:
    ends = _ends(1, min(STAND, missing))
    return tuple(ends.get(points, 0.0) for points in range(max(ends) + 1))


def _turn(points: int, enough: int) -> Spread:
    """Return the spread of the points of a turn that has so many, of a player who stands with enough."""
    if points >= enough:
        return {points: 1.0}
    return {points + more if more else 0: chance for more, chance in _ends(1, enough - points).items()}


@cache
def _ends(dice: int, missing: int) -> Spread:
    """Return the spread of the points of a turn that is lost by a 1, or ends with so many points at least."""
    found = {0: 0.0}
    here = {0: 1.0}
    while here:
        now = min(here)
        chance = here.pop(now)
        for faces, ways in throws(dice):
            after = 0 if 1 in faces else now + sum(faces)
            to = here if after and after < missing else found
            to[after] = to.get(after, 0.0) + chance * ways / 6**dice
    return found
