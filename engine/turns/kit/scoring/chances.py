"""Chances and advice where dice that score are set aside, to throw the others or to bank.

Once the goal is reached, and in a roll-off, all players play to win, and the coach uses these chances. Until then
points are counted in pairs of steps; a single one is half a chance of a pair. A step is what all points of the sets are
a multiple of.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.errors import Refused
from engine.players import clockwise
from engine.reports.turns_to_goal import Likely, RaceSeats, TurnsToGoal, race
from engine.reports.win_chances import InTurn, Spread, WinChances, grouped, shared
from engine.turns.coach import Coach, TurnWay
from engine.turns.kit.file.play import Play
from engine.turns.kit.scoring.sets import SetTable
from engine.turns.state import Turn, TurnState
from engine.turns.turn_plan import ends, throws
from engine.values import cached_by_rules

if TYPE_CHECKING:
    from engine.turns.kit.scoring.banking import BankGame

MOST = 800
"""Steps of a turn from which standing has the highest mean in any case, with all dice to throw too."""
FAR = 160
"""Steps that a turn hardly ever has: with all dice to throw it is taken to end there."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a turn can score: the sets, the dice, and whether one must go on when all have scored."""

    table: SetTable
    dice: int
    must_go_on: bool

    @property
    def step(self) -> int:
        return self.table.step


@cached_by_rules
def setting_of(play: Play) -> Setting:
    return Setting(play.table, play.dice, play.hot == "must")


PartOption = tuple[int, int]
"""Steps of points for dice set aside, and the number of dice of the next throw."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnValues:
    """The values of a turn by its points: ``stand`` (None where one may not), and ``of_throw[n][points / step]``.

    Equal only to itself, so that what follows from it can be cached by it.
    """

    step: int
    stand: Callable[[int], float | None]
    of_throw: tuple[list[float], ...]

    def throw(self, dice: int, points: int) -> float:
        """Return the value of a throw of so many dice. With more points than are solved it is that of standing."""
        solved = self.of_throw[dice]
        return solved[points // self.step] if points // self.step < len(solved) else self.stand(points) or 0.0


@cached_by_rules
def bust(table: SetTable, dice: int) -> Fraction:
    ways = sum(ways for faces, ways in throws(dice) if not table.parts(faces))
    return Fraction(ways, 6**dice)


@lru_cache(maxsize=8)
def for_points(of: Setting, least: int, most: int = MOST) -> TurnValues:
    """Return the values for the highest mean of a turn, of which less than ``least`` does not count.

    With ``most`` steps a player stands.
    """
    return solved(of, most * of.step, lambda points: float(points) if points >= least else None)


@lru_cache(maxsize=8)
def to_lead(of: Setting, tie: float) -> TurnValues:
    """Return the values for more than :data:`FAR` steps in a turn. So many steps have the value ``tie``."""
    far = FAR * of.step
    return solved(of, far, lambda points: tie if points == far else float(points > far))


def solved(of: Setting, most: int, worth: Callable[[int], float | None]) -> TurnValues:
    """Return the values for that worth of standing, None where one may not. With ``most`` points a player stands."""
    step, dice = of.step, of.dice
    known = [options_of(of, number) for number in range(dice + 1)]
    steps = most // step + 1
    largest = steps + max((more for of_dice in known for options, _ in of_dice for more, _left in options), default=0)
    standing = [worth(place * step) for place in range(largest)]
    values: tuple[list[float], ...] = tuple([0.0] * largest for _dice in range(dice + 1))
    for number in range(1, dice + 1):
        values[number][steps:] = [stand or 0.0 for stand in standing[steps:]]
    for place in range(steps - 1, -1, -1):
        for number in range(1, dice + 1):
            total = 0.0
            for options, ways in known[number]:
                best = 0.0
                for more, left in options:
                    later = place + more
                    stand = 0.0 if of.must_go_on and left == dice else standing[later] or 0.0
                    best = max(best, values[left][later], stand)
                total += ways * best
            values[number][place] = total / 6**number
    return TurnValues(step, worth, values)


@cached_by_rules
def options_of(of: Setting, dice: int) -> tuple[tuple[tuple[PartOption, ...], int], ...]:
    """Return the choices after a throw of so many dice, for each set of choices with the number of throws that have it.

    Of the choices that leave as many dice only the one with the most points is any good.
    """
    found: Counter[tuple[PartOption, ...]] = Counter()
    for faces, ways in throws(dice):
        best: dict[int, int] = {}
        for part in of.table.parts(faces):
            left = dice - len(part) or of.dice
            best[left] = max(best.get(left, 0), (of.table.score(part) or 0) // of.step)
        if best:
            found[tuple((points, left) for left, points in sorted(best.items()))] += ways
    return tuple(found.items())


Place = tuple[int, int]
"""Steps of points, and the number of dice of the next throw."""
BUST: Place = (-1, 0)


def of_turn(of: Setting, values: TurnValues, turn: Turn) -> Spread:
    """Return the spread of the points of a turn as it stands."""
    if not turn.throws:
        return spread(of, values, (0, of.dice))
    ways = [(points // of.step, left) for _, left, points in further_parts(of.table, turn)]
    return spread(of, values, max(ways, key=lambda way: _worth(of, values, way)))


@lru_cache(maxsize=64)
def spread(of: Setting, values: TurnValues, begun: Place) -> Spread:
    """Return the spread of the points of a turn from that place on; 0 after a bust."""
    step = of.step

    def number(place: Place) -> int | None:
        steps, left = place
        if place == BUST:
            return 0
        if steps > FAR and left == of.dice:
            return steps * step
        stand = _stand(of, values, place) if steps else None
        return steps * step if stand is not None and stand >= values.throw(left, steps * step) else None

    def throw(place: Place) -> Iterator[tuple[Place, float]]:
        steps, dice = place
        yield BUST, float(bust(of.table, dice))
        for options, ways in options_of(of, dice):
            best = max([(steps + more, left) for more, left in options], key=lambda way: _worth(of, values, way))
            yield best, ways / 6**dice

    return ends(begun, number, throw)


def _stand(of: Setting, values: TurnValues, place: Place) -> float | None:
    steps, left = place
    return None if of.must_go_on and left == of.dice else values.stand(steps * of.step)


def _worth(of: Setting, values: TurnValues, way: Place) -> float:
    steps, left = way
    return max(values.throw(left, steps * of.step), _stand(of, values, way) or 0.0)


def further_parts(table: SetTable, turn: Turn) -> list[tuple[tuple[int, ...], int, int]]:
    """Return every choice of dice to set aside of this throw: those dice, the dice of the next throw, the points.

    No more dice is a choice where some of this throw are set aside.
    """
    everything = len(turn.aside + turn.lies)
    found = table.further(tuple(sorted(turn.fresh)), tuple(sorted(turn.lies)))
    return [(more, left or everything, turn.points + points) for more, left, points in found]


def points_of(table: SetTable, turn: Turn) -> int:
    """Return the points of all dice set aside in the turn: of earlier throws, and of the latest as a whole."""
    return turn.points + (table.score(tuple(sorted(turn.fresh))) or 0)


UNIT = 2
"""Steps that are counted as one where the game goes on."""
ENOUGH = 80
"""Steps with which everybody stands: a better choice is hardly ever possible then."""
OVER = 3
"""Such pairs of steps beyond the goal of the first player there, about, that the others must get too."""
AHEAD = ((2, 0.3), (6, 0.3), (12, 0.25), (24, 0.15))
"""Steps that a player who takes the lead is ahead by, about, with their chances."""
SAFE = 40
"""Steps ahead with which everybody stands before others."""
GROUPS = 7
"""Groups into which what a turn can end with is summed up."""


def seats_of(play: Play, state: TurnState[Any]) -> RaceSeats | None:
    """Return the seats; None for a player alone."""
    turn = state.turn
    here = state.order if state.leg else clockwise(state.players, state.starter)
    names = tuple(name for name in here if name not in state.gone)
    if turn is None or len(names) < 2:
        return None
    seat = names.index(turn.player)
    if state.leg:
        totals = tuple(state.results[name][0] if name in state.results else 0 for name in names)
        return RaceSeats(names, totals, seat, tuple(range(seat + 1, len(names))), play.goal, rolloff=True)
    if state.closer is None:
        later = [*range(seat + 1, len(names)), *range(seat)]
    else:
        later = [names.index(name) for name in state.order[state.up + 1 :] if name not in state.gone]
        if state.closer in state.order and state.closer in names:
            later += range(names.index(state.closer))
    totals = tuple(state.totals[name] for name in names)
    return RaceSeats(names, totals, seat, tuple(later), play.goal, rolloff=False)


def decides(play: Play, state: TurnState[Any]) -> bool:
    """Return whether the turn decides the game, or the roll-off: the goal is reached, with its points at the latest."""
    seats = seats_of(play, state)
    return seats is not None and state.turn is not None and seats.is_last(points_of(play.table, state.turn))


def least_of(play: Play, state: TurnState[Any], name: str) -> int:
    """Return the points that the player needs to stand, besides a die set aside."""
    return play.to_bank if state.leg or name in state.opened else max(play.opening, play.to_bank)


def win_chances(play: Play, state: TurnState[Any]) -> WinChances | None:
    """Return the chances as the game stands; None for a player alone."""
    turn, seats = state.turn, seats_of(play, state)
    if turn is None or seats is None:
        return None
    of = setting_of(play)
    if decides(play, state):
        spread = of_turn(of, to_win(play, state, turn, seats)[0], turn)
    else:
        spread = grouped(of_turn(of, for_points(of, least_of(play, state, turn.player), ENOUGH), turn), GROUPS)
    return shared(state.players, seats.names, _shares(play, state, seats, spread))


def to_win(play: Play, state: TurnState[Any], turn: Turn, seats: RaceSeats) -> tuple[TurnValues, float]:
    """Return the values of the turn for its chance to win, each less that after a bust, and that chance.

    Where the turn does not decide, it is the chance to lead after it.
    """
    of, least, points = setting_of(play), least_of(play, state, turn.player), points_of(play.table, turn)
    if seats.is_last(points):
        after, done, lost = _after(play, state, seats), seats.done, _shares(play, state, seats, {0: 1.0})[seats.seat]
    else:
        after, done = _in_turn(of, ()), seats.totals[: seats.seat] + seats.totals[seats.seat + 1 :]
        lost = after.worth(seats.own, done)
    most = max(max(seats.totals) - seats.own, least, points) + of.step * (
        SAFE if seats.is_last(points) and seats.later else 1
    )
    return _to_win(of, least, most, after, seats.own, done, lost), lost


@lru_cache(maxsize=8)
def _to_win(
    of: Setting, least: int, most: int, after: InTurn, own: int, done: tuple[int, ...], lost: float
) -> TurnValues:
    return solved(of, most, lambda points: after.worth(own + points, done) - lost if points >= least else None)


def _shares(play: Play, state: TurnState[Any], seats: RaceSeats, spread: Spread) -> list[float]:
    """Return the chance of each seat when the turn ends with these points."""
    of, busts = setting_of(play), state.busts.get(seats.names[seats.seat], 0)
    unit = UNIT * of.step

    def go_on(points: int) -> Sequence[float]:
        totals, opened = [*seats.totals], [name in state.opened for name in seats.names]
        totals[seats.seat] += points
        opened[seats.seat] = opened[seats.seat] or points > 0
        if not points and play.streak and busts == play.streak - 1:
            totals[seats.seat] -= play.streak_costs
        missing = [-(-(play.goal - total) // unit) for total in totals]
        least = [play.to_bank if one else max(play.opening, play.to_bank) for one in opened]
        ways = [_way(of, play.goal, one, play.to_bank) for one in least]
        return race(missing, ways, (seats.seat + 1) % len(totals), "all")

    return seats.shares(spread, _after(play, state, seats), go_on)


def _after(play: Play, state: TurnState[Any], seats: RaceSeats) -> InTurn:
    return _in_turn(
        setting_of(play),
        tuple((seats.totals[seat], least_of(play, state, seats.names[seat])) for seat in seats.later),
    )


@lru_cache(maxsize=16)
def _in_turn(of: Setting, later: tuple[tuple[int, int], ...]) -> InTurn:
    """Return players to come, each with a total and the points to open, who go on until they are ahead."""

    def ends(place: int, best: int, holders: int) -> Sequence[Spread]:
        own, opening = later[place]
        chance = _leading(of, best - own, opening, holders)
        found = {own: 1 - chance}
        for ahead, share in AHEAD:
            found[best + ahead * of.step] = chance * share
        return (found,)

    return InTurn(len(later), ends)


def _leading(of: Setting, behind: int, least: int, holders: int) -> float:
    """Return the chance to lead after a whole turn, in which a tie with so many counts as a share."""
    if behind <= 0:
        return 1 - float(bust(of.table, of.dice))
    tie, far = 1 / (holders + 1), FAR * of.step
    if least > behind:
        behind, tie = least - of.step, 0.0
    return to_lead(of, tie).throw(of.dice, far - behind) if behind <= far else 0.0


@lru_cache(maxsize=16)
def _way(of: Setting, goal: int, least: int, then_least: int) -> TurnsToGoal:
    then = _way(of, goal, then_least, then_least) if least != then_least else None
    unit = UNIT * of.step
    likely = _in_units(unit, spread(of, for_points(of, least, ENOUGH), (0, of.dice)))
    return TurnsToGoal(
        goal // unit, OVER, lambda _missing: likely, lambda need: _leading(of, need * unit, least, 1), then
    )


def _in_units(unit: int, found: Spread) -> Likely:
    likely = [0.0] * (2 + max(found) // unit)
    for points, chance in found.items():
        likely[points // unit] += chance / 2
        likely[-(-points // unit)] += chance / 2
    while likely[-1] < 1e-9:
        likely.pop()
    return likely


class BankCoach(Coach):
    """The values of turns: ``points`` is the mean, ``beat`` the chance to win, or to lead while nothing is decided."""

    aims: Sequence[str] = ("points", "beat")

    def __init__(self, game: "BankGame") -> None:
        self.decides = tuple(game.moves)
        self._game = game

    def seats(self, state: TurnState[Any]) -> RaceSeats | None:
        return seats_of(self._game.play_of(state.rules), state)

    def aim(self, state: TurnState[Any]) -> str:
        return "beat" if decides(self._game.play_of(state.rules), state) else "points"

    def is_about(self, state: TurnState[Any]) -> bool:
        seats = self.seats(state)
        return seats is None or bool(seats.later)

    def ways(self, state: TurnState[Any], turn: Turn, aim: str) -> list[TurnWay]:
        play = self._game.play_of(state.rules)
        of, values, lost = setting_of(play), self._for_points(play, state, turn), 0.0
        if aim == "beat":
            seats = self.seats(state)
            if seats is None:
                raise Refused("no_advice", "There are no points to beat: there is advice for “points”.")
            values, lost = to_win(play, state, turn, seats)
        if not turn.throws:
            return [TurnWay("roll", (), of.dice, lost + values.throw(of.dice, 0))]
        ways: list[TurnWay] = []
        for dice, left, points in further_parts(of.table, turn):
            ways.append(TurnWay("roll", dice, left, lost + values.throw(left, points)))
            if (stand := _stand(of, values, (points // of.step, left))) is not None:
                ways.append(TurnWay("stop", dice, 0, lost + stand))
        return ways

    def of_throw(self, state: TurnState[Any], turn: Turn) -> float:
        play = self._game.play_of(state.rules)
        left = (len(turn.loose) or play.dice) if turn.throws else play.dice
        return self._for_points(play, state, turn).throw(left, points_of(play.table, turn))

    def of_result(self, state: TurnState[Any], turn: Turn) -> float:
        return 0.0 if turn.bust else float(points_of(self._game.play_of(state.rules).table, turn))

    def _for_points(self, play: Play, state: TurnState[Any], turn: Turn) -> TurnValues:
        return for_points(setting_of(play), least_of(play, state, turn.player))
