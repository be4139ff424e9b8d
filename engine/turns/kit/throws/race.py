"""The chances to win of players who throw, add up, and may stop, until one has the points that win.

A game of two in which the goal wins at once, and a turn has nothing to lose but its own points, is solved (Neller and
Presser 2004). In other games every player is taken to stand where the mean of the turn is highest, or when the goal is
reached. Once a player has reached the goal, and in a roll-off, all play to win, and the coach uses these chances.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from engine.reports.turns_to_goal import LastTurns, Likely, RaceSeats, TurnsToGoal
from engine.reports.turns_to_goal import race as race_to_goal
from engine.reports.win_chances import InTurn, Spread
from engine.turns.kit.file.play import Play
from engine.turns.kit.simulation import ALL_LOST
from engine.turns.kit.throws.luck import (
    MOST_POINTS,
    StopPlay,
    begun,
    enough,
    followed,
    for_points,
    outcomes,
    risks_all,
    spread,
)
from engine.values import cached_by_rules

MOST, MOST_SOLVED = 100, 60_000
"""The highest goal that is solved, and the throws from all starts of a turn: a second on a desktop computer."""
PRECISE = 1e-15
MOST_FOLLOWED = 200_000
"""Throws from all points with which one may go on, by all points that are to be beaten; the house has up to 36,517."""


@lru_cache(maxsize=8)
def race(play: Play) -> "Race":
    """Return the solved game to that goal; it is solved as far as it is asked."""
    return Race(play)


def is_solved(play: Play) -> bool:
    if not (play.stop and play.at_once and 0 < play.goal <= MOST):
        return False
    if play.drops or play.throws or play.ends_without_score or play.first_target or risks_all(play):
        return False
    return play.goal**2 * len({one.points for one, _ways in outcomes(play, play.dice, 0)}) <= MOST_SOLVED


@cached_by_rules
def is_followed(play: Play) -> bool:
    """Return whether the turns that decide are solved soon."""
    dice = range(1, play.dice + 1) if play.drops else (play.dice,)
    return enough(play, 0) ** 2 * sum(len(outcomes(play, many, 0)) for many in dice) <= MOST_FOLLOWED


class Race:
    """The chances of two players to win, solved when they are asked for.

    P(i, j, k) is the chance to win of the player on turn, with i points against j, and k in the turn: the larger of
    1 - P(j, i + k, 0) for standing, and for a throw the mean of P(i, j, k + its points), or 1 - P(j, i, 0) if it loses
    the turn. Positions are solved from the highest sum of points down. Only P(i, j, 0) and P(j, i, 0) depend on each
    other: both are linear in each other for a given play, so a few improvements of the play solve them, as exactly as
    floats are.
    """

    def __init__(self, play: Play) -> None:
        self.goal = play.goal
        known = outcomes(play, play.dice, 0)
        self._all = 6**play.dice
        self._lost = sum(ways for one, ways in known if one.lost)
        self._gains = [(one.points, ways) for one, ways in known if not one.lost]
        self._most = max((points for points, _ in self._gains), default=0)
        self._least = min((points for points, _ in self._gains), default=0)
        self._begun: dict[tuple[int, int], float] = {}

    def chance(self, own: int, other: int, points: int = 0) -> float:
        return self._turn(own, other)[points] if own + points < self.goal else 1.0

    def of_standing(self, own: int, other: int, points: int) -> float:
        return 1 - self._start(other, own + points) if own + points < self.goal else 1.0

    def of_throw(self, own: int, other: int, points: int) -> float:
        turn = [*self._turn(own, other), *[1.0] * (self._most + 1)]
        last = len(turn) - 1
        won = sum(ways * turn[min(points + more, last)] for more, ways in self._gains)
        mean: float = (self._lost * (1 - self._start(other, own)) + won) / self._all
        return mean

    def hold_at(self, own: int, other: int) -> int:
        left = self.goal - own
        return next(
            (k for k in range(self._least, left) if self.of_standing(own, other, k) >= self.of_throw(own, other, k)),
            left,
        )

    def _turn(self, own: int, other: int) -> list[float]:
        bust = 1 - self._start(other, own)
        return [a + b * bust for a, b in self._lines(own, other, bust)]

    def _start(self, own: int, other: int) -> float:
        if (own, other) not in self._begun:
            for total in range(2 * (self.goal - 1), own + other - 1, -1):
                for least in range(max(min(own, other), total - self.goal + 1), total // 2 + 1):
                    if (least, total - least) not in self._begun:
                        self._solve(least, total - least)
        return self._begun[own, other]

    def _solve(self, own: int, other: int) -> None:
        """Solve both starts of a position, after all with more points."""
        mine = theirs = 0.5
        while True:
            a, b = self._lines(own, other, 1 - theirs)[0]
            c, d = self._lines(other, own, 1 - mine)[0]
            # mine = a + b (1 - theirs), theirs = c + d (1 - mine)
            solved = (a + b * (1 - c - d)) / (1 - b * d)
            answer = c + d * (1 - solved)
            done = abs(solved - mine) + abs(answer - theirs) < PRECISE
            mine, theirs = solved, answer
            if done:
                break
        self._begun[own, other], self._begun[other, own] = mine, theirs

    def _lines(self, own: int, other: int, bust: float) -> list[tuple[float, float]]:
        """Return P(own, other, k) for each k as ``a + b × bust``, with the best play for that value of ``bust``."""
        known, goal, gains, all_of = self._begun, self.goal, self._gains, self._all
        left = goal - own
        lines = [(1.0, 0.0)] * (left + self._most)
        for k in range(left - 1, -1, -1):
            a = sum([ways * lines[k + more][0] for more, ways in gains]) / all_of
            b = (self._lost + sum([ways * lines[k + more][1] for more, ways in gains])) / all_of
            if k >= self._least:
                stand = 1 - known[other, own + k]
                if stand > a + b * bust:
                    a, b = stand, 0.0
            lines[k] = a, b
        return lines[:left]


@cached_by_rules
def hold_at(play: Play) -> int:
    """Return the least points of a first turn with which standing is at least as good as another throw."""
    best, most = for_points(play, 0, 0), enough(play, 0)
    if most == MOST_POINTS:
        return most
    return next((now for now in range(1, most) if now >= best.throw(now, play.dice, 0)), most)


@lru_cache(maxsize=64)
def at_best(play: Play, target: int) -> Spread:
    """Return the spread of the points of a turn of one who stands where the mean is highest."""
    return spread(play, target, begun(play), lambda points: play.stop and points >= hold_at(play), ALL_LOST)


def typical(play: Play) -> int:
    """Return about the most points of one die."""
    return max(1, max(one.points for one, _ in outcomes(play, play.dice, 0)) // play.dice)


def shares(play: Play, seats: RaceSeats, ends_with: Spread) -> list[float]:
    """Return the chance of each seat when the turn ends with these points."""

    def go_on(points: int) -> Sequence[float]:
        missing = [play.goal - total - points * (place == seats.seat) for place, total in enumerate(seats.totals)]
        last: LastTurns = "none" if play.at_once else "rest"
        return race_to_goal(missing, [_way(play)] * len(missing), (seats.seat + 1) % len(missing), last)

    return seats.shares(ends_with, _in_turn(play, tuple(seats.totals[seat] for seat in seats.later)), go_on)


@lru_cache(maxsize=16)
def last_turn(play: Play, seats: RaceSeats) -> StopPlay[float]:
    """Return the play of a turn that decides, for the chance to win."""

    def stand(points: int) -> float:
        return shares(play, seats, {points: 1.0})[seats.seat]

    return StopPlay(play, max(seats.totals) - seats.own + enough(play, 0), stand, lambda _lost: stand(0))


@lru_cache(maxsize=64)
def _in_turn(play: Play, totals: tuple[int, ...]) -> InTurn:
    """Return players to come with these totals, who go on until they are ahead, or further ahead before others."""
    one = typical(play)

    def ends(place: int, best: int, _holders: int) -> Sequence[Spread]:
        own, ahead = totals[place], (1, one, 2 * one) if place < len(totals) - 1 else (1,)
        return [
            {own + points: chance for points, chance in _ends(play, max(1, best - own + more)).items()}
            for more in ahead
        ]

    return InTurn(len(totals), ends)


@cached_by_rules
def _way(play: Play) -> TurnsToGoal:
    """Return how a player gets to the goal. The first one there has half a throw more, about, that others must beat."""
    over = typical(play) // 2
    reach = _reach(play, play.goal + over)
    return TurnsToGoal(play.goal, over, lambda missing: _likely(play, missing), reach.__getitem__)


@cached_by_rules
def _reach(play: Play, most: int) -> list[float]:
    """Return the chances to get so many points in a turn, up to the most, if one does not stand before."""
    change = [0.0] * (most + 2)
    for was, now, chance, _ends in followed(play, 0, begun(play), lambda points: points >= most):
        if now > was:
            change[was + 1] += chance
            change[min(now, most) + 1] -= chance
    return [1.0, *accumulate(change[1:])]


@cached_by_rules
def _likely(play: Play, missing: int) -> Likely:
    """Return the chances of a turn's points; nearer than where one stands, that of not getting those missing."""
    if missing < hold_at(play):
        return (1 - _reach(play, play.goal + typical(play) // 2)[missing],)
    found = _ends(play, hold_at(play))
    return tuple(found.get(points, 0.0) for points in range(max(found) + 1))


@cached_by_rules
def _ends(play: Play, missing: int) -> Spread:
    """Return the spread of the points of a whole turn of one who stands with so many."""
    return spread(play, 0, begun(play), lambda points: points >= missing)
