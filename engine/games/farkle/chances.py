"""Chances and advice in Farkle: the best play of a turn, what it ends with, and who wins.

Once the goal is reached, and in a roll-off, all players play to win, and the coach uses these chances. Until
then points are counted in hundreds; fifty are half a chance of a hundred.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from engine.errors import Refused
from engine.events import Event
from engine.games.farkle.rules import DICE, PENALTY, Rules, SetAside, further_parts, points_of, score, scoring_parts
from engine.players import clockwise
from engine.reports.turns_to_goal import Likely, RaceSeats, TurnsToGoal, race
from engine.reports.win_chances import InTurn, Spread, WinChances, shared
from engine.turns.coach import Coach, TurnWay
from engine.turns.state import Turn, TurnState
from engine.turns.turn_plan import ends, throws

STEP = 50
MOST = 40_000
"""Points of a turn from which standing has the highest mean in any case, with six dice to throw too."""
FAR = 8_000
"""Points that a turn hardly ever has."""

PartOption = tuple[int, int]
"""Steps of points for dice set aside, and the number of dice of the next throw."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnValues:
    """The values of a turn by its points: ``stand`` (None where one may not), and ``of_throw[n][points / 50]``.

    Equal only to itself, so that what follows from it can be cached by it.
    """

    stand: Callable[[int], float | None]
    of_throw: tuple[list[float], ...]

    def throw(self, dice: int, points: int) -> float:
        """Return the value of a throw of so many dice. With more points than are solved it is that of standing."""
        solved = self.of_throw[dice]
        return solved[points // STEP] if points // STEP < len(solved) else self.stand(points) or 0.0


@cache
def bust(scores: str, dice: int) -> Fraction:
    ways = sum(ways for faces, ways in throws(dice) if not scoring_parts(scores, faces))
    return Fraction(ways, 6**dice)


@lru_cache(maxsize=8)
def for_points(scores: str, opening: int, most: int = MOST) -> TurnValues:
    """Return the values for the highest mean of a turn, of which less than ``opening`` does not count.

    With ``most`` points a player stands.
    """
    return solved(scores, most, lambda points: float(points) if points >= opening else None)


@lru_cache(maxsize=8)
def to_lead(scores: str, tie: float) -> TurnValues:
    """Return the values for more than :data:`FAR` points in a turn. So many points have the value ``tie``."""
    return solved(scores, FAR, lambda points: tie if points == FAR else float(points > FAR))


def solved(scores: str, most: int, worth: Callable[[int], float | None]) -> TurnValues:
    """Return the values for that worth of standing, None where one may not. With ``most`` points a player stands."""
    steps = most // STEP + 1
    largest = steps + 4 * 3000 // STEP
    standing = [worth(step * STEP) for step in range(largest)]
    values: tuple[list[float], ...] = tuple([0.0] * largest for _dice in range(DICE + 1))
    for dice in range(1, DICE + 1):
        values[dice][steps:] = [stand or 0.0 for stand in standing[steps:]]
    for step in range(steps - 1, -1, -1):
        for dice in range(1, DICE + 1):
            total = 0.0
            for options, ways in options_of(scores, dice):
                best = 0.0
                for more, left in options:
                    later = step + more
                    best = max(best, values[left][later], standing[later] or 0.0)
                total += ways * best
            values[dice][step] = total / 6**dice
    return TurnValues(worth, values)


@cache
def options_of(scores: str, dice: int) -> tuple[tuple[tuple[PartOption, ...], int], ...]:
    """Return the choices after a throw of so many dice, for each set of choices with the number of throws that have it.

    Of the choices that leave as many dice only the one with the most points is any good.
    """
    found: Counter[tuple[PartOption, ...]] = Counter()
    for faces, ways in throws(dice):
        best: dict[int, int] = {}
        for part in scoring_parts(scores, faces):
            left = dice - len(part) or DICE
            best[left] = max(best.get(left, 0), (score(scores, part) or 0) // STEP)
        if best:
            found[tuple((points, left) for left, points in sorted(best.items()))] += ways
    return tuple(found.items())


Place = tuple[int, int]
"""Steps of points, and the number of dice of the next throw."""
FARKLE: Place = (-1, 0)


def of_turn(scores: str, values: TurnValues, turn: Turn) -> Spread:
    """Return the spread of the points of a turn as it stands."""
    if not turn.throws:
        return spread(scores, values, (0, DICE))
    ways = [(points // STEP, left) for _, left, points in further_parts(scores, turn)]
    return spread(scores, values, max(ways, key=lambda way: _worth(values, way)))


@lru_cache(maxsize=64)
def spread(scores: str, values: TurnValues, begun: Place) -> Spread:
    """Return the spread of the points of a turn from that place on; 0 after a farkle."""

    def number(place: Place) -> int | None:
        steps, left = place
        if place == FARKLE:
            return 0
        stand = values.stand(steps * STEP) if steps else None
        return steps * STEP if stand is not None and stand >= values.throw(left, steps * STEP) else None

    def throw(place: Place) -> Iterator[tuple[Place, float]]:
        steps, dice = place
        yield FARKLE, float(bust(scores, dice))
        for options, ways in options_of(scores, dice):
            best = max([(steps + more, left) for more, left in options], key=lambda way: _worth(values, way))
            yield best, ways / 6**dice

    return ends(begun, number, throw)


def _worth(values: TurnValues, way: Place) -> float:
    steps, left = way
    return max(values.throw(left, steps * STEP), values.stand(steps * STEP) or 0.0)


UNIT = 100
ENOUGH = 4_000
"""Points with which everybody stands: a better choice is hardly ever possible then."""
OVER = 3
"""Hundreds beyond the goal of the first player there, about, that the others must get too."""
AHEAD = ((100, 0.3), (300, 0.3), (600, 0.25), (1200, 0.15))
"""Points that a player who takes the lead is ahead by, about, with their chances."""
SAFE = 2_000
"""Points ahead with which everybody stands before others."""
GROUPS = 6
"""Groups into which what a turn can end with is summed up."""


def seats_of(state: TurnState[Rules]) -> RaceSeats | None:
    """Return the seats; None for a player alone."""
    turn = state.turn
    here = state.order if state.leg else clockwise(state.players, state.starter)
    names = tuple(name for name in here if name not in state.gone)
    if turn is None or len(names) < 2:
        return None
    seat = names.index(turn.player)
    if state.leg:
        totals = tuple(state.results[name][0] if name in state.results else 0 for name in names)
        return RaceSeats(names, totals, seat, tuple(range(seat + 1, len(names))), state.rules.goal, rolloff=True)
    if state.closer is None:
        later = [*range(seat + 1, len(names)), *range(seat)]
    else:
        later = [names.index(name) for name in state.order[state.up + 1 :] if name not in state.gone]
        if state.closer in state.order and state.closer in names:
            later += range(names.index(state.closer))
    totals = tuple(state.totals[name] for name in names)
    return RaceSeats(names, totals, seat, tuple(later), state.rules.goal, rolloff=False)


def decides(state: TurnState[Any]) -> bool:
    """Return whether the turn decides the game, or the roll-off: the goal is reached, with its points at the latest."""
    seats = seats_of(state)
    return seats is not None and state.turn is not None and seats.is_last(points_of(state.rules.scores, state.turn))


def opening_of(state: TurnState[Any], name: str) -> int:
    """Return the points that the player needs to stand, besides a die set aside."""
    return 0 if state.leg or name in state.opened else int(state.rules.opening)


def win_chances(state: TurnState[Rules]) -> WinChances | None:
    """Return the chances as the game stands; None for a player alone."""
    turn, seats = state.turn, seats_of(state)
    if turn is None or seats is None:
        return None
    scores = state.rules.scores
    if decides(state):
        spread = of_turn(scores, to_win(state, turn, seats)[0], turn)
    else:
        spread = _grouped(of_turn(scores, for_points(scores, opening_of(state, turn.player), ENOUGH), turn))
    return shared(state.players, seats.names, _shares(state, seats, spread))


def to_win(state: TurnState[Any], turn: Turn, seats: RaceSeats) -> tuple[TurnValues, float]:
    """Return the values of the turn for its chance to win, each less that after a farkle, and that chance.

    Where the turn does not decide, it is the chance to lead after it.
    """
    opening, points = opening_of(state, turn.player), points_of(state.rules.scores, turn)
    if seats.is_last(points):
        after, done, lost = _after(state, seats), seats.done, _shares(state, seats, {0: 1.0})[seats.seat]
    else:
        after, done = _in_turn(state.rules.scores, ()), seats.totals[: seats.seat] + seats.totals[seats.seat + 1 :]
        lost = after.worth(seats.own, done)
    most = max(max(seats.totals) - seats.own, opening, points) + (
        SAFE if seats.is_last(points) and seats.later else STEP
    )
    return _to_win(state.rules.scores, opening, most, after, seats.own, done, lost), lost


@lru_cache(maxsize=8)
def _to_win(
    scores: str, opening: int, most: int, after: InTurn, own: int, done: tuple[int, ...], lost: float
) -> TurnValues:
    return solved(scores, most, lambda points: after.worth(own + points, done) - lost if points >= opening else None)


def _shares(state: TurnState[Rules], seats: RaceSeats, spread: Spread) -> list[float]:
    """Return the chance of each seat when the turn ends with these points."""
    rules, busts = state.rules, state.busts.get(seats.names[seats.seat], 0)

    def go_on(points: int) -> Sequence[float]:
        totals, opened = [*seats.totals], [name in state.opened for name in seats.names]
        totals[seats.seat] += points
        opened[seats.seat] = opened[seats.seat] or points > 0
        if not points and rules.three_farkles and busts == 2:
            totals[seats.seat] -= PENALTY
        missing = [-(-(rules.goal - total) // UNIT) for total in totals]
        ways = [_way(rules.scores, rules.goal, 0 if one else rules.opening) for one in opened]
        return race(missing, ways, (seats.seat + 1) % len(totals), "all")

    return seats.shares(spread, _after(state, seats), go_on)


def _after(state: TurnState[Rules], seats: RaceSeats) -> InTurn:
    return _in_turn(
        state.rules.scores,
        tuple((seats.totals[seat], opening_of(state, seats.names[seat])) for seat in seats.later),
    )


@lru_cache(maxsize=16)
def _in_turn(scores: str, later: tuple[tuple[int, int], ...]) -> InTurn:
    """Return players to come, each with a total and the points to open, who go on until they are ahead."""

    def ends(place: int, best: int, holders: int) -> Sequence[Spread]:
        own, opening = later[place]
        chance = _leading(scores, best - own, opening, holders)
        found = {own: 1 - chance}
        for ahead, share in AHEAD:
            found[best + ahead] = chance * share
        return (found,)

    return InTurn(len(later), ends)


def _leading(scores: str, behind: int, opening: int, holders: int) -> float:
    """Return the chance to lead after a whole turn, in which a tie with so many counts as a share."""
    if behind <= 0:
        return 1 - float(bust(scores, DICE))
    tie = 1 / (holders + 1)
    if opening > behind:
        behind, tie = opening - STEP, 0.0
    return to_lead(scores, tie).throw(DICE, FAR - behind) if behind <= FAR else 0.0


def _grouped(found: Spread) -> Spread:
    """Return a few groups of a spread, each with its mean and its chance; no points are a group of their own."""
    groups = {0: found.get(0, 0.0)}
    scored = sorted((points, chance) for points, chance in found.items() if points)
    whole, weight, total = sum(chance for _, chance in scored), 0.0, 0.0
    for number, (points, chance) in enumerate(scored, 1):
        weight, total = weight + chance, total + points * chance
        if weight >= whole / GROUPS or number == len(scored):
            groups[round(total / weight)] = weight
            weight = total = 0.0
    return groups


@cache
def _way(scores: str, goal: int, opening: int) -> TurnsToGoal:
    then = _way(scores, goal, 0) if opening else None
    likely = _in_units(spread(scores, for_points(scores, opening, ENOUGH), (0, DICE)))
    return TurnsToGoal(
        goal // UNIT, OVER, lambda _missing: likely, lambda need: _leading(scores, need * UNIT, opening, 1), then
    )


def _in_units(found: Spread) -> Likely:
    likely = [0.0] * (2 + max(found) // UNIT)
    for points, chance in found.items():
        likely[points // UNIT] += chance / 2
        likely[-(-points // UNIT)] += chance / 2
    while likely[-1] < 1e-9:
        likely.pop()
    return likely


class FarkleCoach(Coach):
    """The values of turns: ``points`` is the mean, ``beat`` the chance to win, or to lead while nothing is decided."""

    aims: Sequence[str] = ("points", "beat")
    decides: Sequence[type[Event]] = (SetAside,)

    def aim(self, state: TurnState[Any]) -> str:
        return "beat" if decides(state) else "points"

    def is_about(self, state: TurnState[Any]) -> bool:
        seats = seats_of(state)
        return seats is None or bool(seats.later)

    def ways(self, state: TurnState[Any], turn: Turn, aim: str) -> list[TurnWay]:
        values, lost = _for_points(state, turn), 0.0
        if aim == "beat":
            seats = seats_of(state)
            if seats is None:
                raise Refused("no_advice", "There are no points to beat: there is advice for “points”.")
            values, lost = to_win(state, turn, seats)
        if not turn.throws:
            return [TurnWay("roll", (), DICE, lost + values.throw(DICE, 0))]
        ways: list[TurnWay] = []
        for dice, left, points in further_parts(state.rules.scores, turn):
            ways.append(TurnWay("roll", dice, left, lost + values.throw(left, points)))
            if (stand := values.stand(points)) is not None:
                ways.append(TurnWay("stop", dice, 0, lost + stand))
        return ways

    def of_throw(self, state: TurnState[Any], turn: Turn) -> float:
        left = (len(turn.loose) or DICE) if turn.throws else DICE
        return _for_points(state, turn).throw(left, points_of(state.rules.scores, turn))

    def of_result(self, state: TurnState[Any], turn: Turn) -> float:
        return 0.0 if turn.bust else float(points_of(state.rules.scores, turn))


def _for_points(state: TurnState[Any], turn: Turn) -> TurnValues:
    return for_points(state.rules.scores, opening_of(state, turn.player))


COACH = FarkleCoach()
