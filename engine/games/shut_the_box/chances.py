"""The best play of Shut the box: exact values of all sets of open tiles, and the chances to win.

A set is a whole number with a bit for each open tile. The players to come are taken to play for the least rest.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import sqrt
from operator import floordiv, truediv
from typing import Any, Generic, TypeVar

from engine.errors import Refused
from engine.events import Event
from engine.games.shut_the_box.rules import SIX, Closed, Rules, Tiles, closable, dice_for, left, sets, worth
from engine.reports.win_chances import InTurn, Spread, WinChances, best_of_normal, shared, tallied
from engine.turns import rounds
from engine.turns.coach import Coach, TurnWay
from engine.turns.state import Turn, TurnState
from engine.turns.turn_plan import throws
from engine.values import cached_by_rules

Number = TypeVar("Number", int, float)
State = TurnState[Rules]

SHUT = -1
"""The number of a turn that wins at once: no other is as low."""
BEATEN: Spread = {10**20: 1.0}
"""How those end who have no turn any more."""


@cache
def _totals(dice: int) -> tuple[tuple[int, int], ...]:
    """Return the totals of so many dice, each with the number of throws that show it."""
    return tuple(tallied((sum(faces), ways) for faces, ways in throws(dice)).items())


@cache
def _closing(tiles: int) -> dict[int, tuple[int, ...]]:
    return {total: tuple(map(_bits, some)) for total, some in sets(tiles).items()}


def _bits(tiles: Sequence[int]) -> int:
    return sum(1 << tile - 1 for tile in tiles)


@cache
def _tiles(bits: int) -> Tiles:
    return tuple(tile for tile in range(bits.bit_length(), 0, -1) if bits >> tile - 1 & 1)


class BoxPlan(Generic[Number]):
    """The play with the highest mean of ``worth`` of the open tiles at the end.

    ``values`` is that mean by the set of open tiles, before a throw. Whole numbers, with ``floordiv``, are exact if
    36 to the power of the tiles divides the worths.
    """

    def __init__(
        self, tiles: int, one_die: str, worth: Callable[[Tiles], Number], divide: Callable[[Number, int], Number]
    ) -> None:
        self._worth: Callable[[Tiles], Number] = worth
        self._divide: Callable[[Number, int], Number] = divide
        self._closing = _closing(tiles)
        self._dice = cache(lambda bits: dice_for(one_die, _tiles(bits)))
        self.values: list[Number] = [worth(())]
        for bits in range(1, 1 << tiles):
            self.values.append(max(self.of_throw(bits, dice) for dice in self._dice(bits)))

    def of_throw(self, bits: int, dice: int) -> Number:
        found: Any = 0
        for total, ways in _totals(dice):
            after = self._best(bits, total)
            found += ways * (self._worth(_tiles(bits)) if after is None else self.values[after])
        mean: Number = self._divide(found, SIX**dice)
        return mean

    def ends(self, bits: int, due: int = 0) -> dict[Tiles, float]:
        """Return the chance of each set of tiles that is left from here on, with that total to close at first."""
        found: dict[Tiles, float] = {}
        begun = self._best(bits, due) if due else bits
        assert begun is not None
        here = {begun: 1.0}
        for now in range(begun, -1, -1):
            if not (chance := here.pop(now, 0.0)):
                continue
            if not now:
                found[()] = chance
                continue
            dice = max(self._dice(now), key=lambda dice: self.of_throw(now, dice))
            for total, ways in _totals(dice):
                after, likely = self._best(now, total), chance * ways / SIX**dice
                if after is None:
                    found[_tiles(now)] = found.get(_tiles(now), 0.0) + likely
                else:
                    here[after] = here.get(after, 0.0) + likely
        return found

    def _best(self, bits: int, total: int) -> int | None:
        after = [bits ^ some for some in self._closing[total] if some & bits == some]
        return max(after, key=self.values.__getitem__) if after else None


@cache
def exact(tiles: int, one_die: str, scores: str) -> BoxPlan[int]:
    """Return the play for the least mean rest, with ``scores`` of the rules, or for the chance to shut: “shut”."""
    sure = SIX ** (2 * tiles)
    if scores == "shut":
        return BoxPlan(tiles, one_die, lambda rest: 0 if rest else sure, floordiv)
    return BoxPlan(tiles, one_die, lambda rest: -sure * worth(scores, rest), floordiv)


class BoxCoach(Coach):
    """The values of turns: ``points`` is the mean rest, ``shut`` the chance to shut the box, ``beat`` that to win."""

    aims: Sequence[str] = ("points", "shut", "beat")
    decides: Sequence[type[Event]] = (Closed,)

    def aim(self, state: State) -> str:
        return "beat" if rounds.done_and_later(state)[0] and decides(state) else "points"

    def ways(self, state: State, turn: Turn, aim: str) -> list[TurnWay]:
        bits = _bits(left(state.rules, turn))
        plan, value = self._play(state, aim)
        if not turn.due:
            can = dice_for(state.rules.one_die, _tiles(bits))
            return [TurnWay("roll", (), dice, value(plan.of_throw(bits, dice))) for dice in can]
        return [
            TurnWay(
                "set_aside", some, after and dice_for(state.rules.one_die, _tiles(after))[0], value(plan.values[after])
            )
            for some in closable(state.rules, turn, turn.due)
            for after in [bits ^ _bits(some)]
        ]

    def of_throw(self, state: State, turn: Turn) -> Fraction:
        plan, value = self._play(state, "points")
        found = value(plan.of_throw(_bits(left(state.rules, turn)), dice_now(state.rules, turn)))
        assert isinstance(found, Fraction)
        return found

    def of_result(self, state: State, turn: Turn) -> Fraction:
        return Fraction(worth(state.rules.scores, left(state.rules, turn)))

    def exact(self, rules: Rules, aim: str) -> Fraction:
        """Return the best mean rest of a turn, or the best chance to shut the box."""
        plan = exact(rules.tiles, rules.one_die, rules.scores if aim == "points" else aim)
        return _exactly(rules, aim, plan.values[-1])

    def to_shut(self, state: State, turn: Turn) -> Fraction:
        """Return the best chance to shut the box from here on."""
        return Fraction(max(way.value for way in self.ways(state, turn, "shut")))

    def chances(self, state: State) -> WinChances | None:
        """Return the chances to win; None for one alone, and where players are put out by a limit."""
        turn, rules = state.turn, state.rules
        if turn is None or len(state.present) < 2 or (rules.limit and not state.leg):
            return None
        plan, _value = self._play(state, self.aim(state))
        spread = _scored(rules, plan.ends(_bits(left(rules, turn)), turn.due))
        if not decides(state):
            return shared(state.players, state.present, list(_by_totals(state, spread).values()))
        done, own, later = _numbers(state)
        ends = _from(own, spread, _outright(state))
        shares = _in_turn(rules, later, _outright(state)).shares(list(done.values()), ends)
        return shared(state.players, (*done, turn.player, *rounds.done_and_later(state)[1]), shares)

    def _play(self, state: State, aim: str) -> tuple[BoxPlan[Any], Callable[[Any], Fraction | float]]:
        """Return the play for an aim, and what makes a value of what it has."""
        rules = state.rules
        if aim != "beat":
            plan = exact(rules.tiles, rules.one_die, rules.scores if aim == "points" else aim)
            return plan, lambda value: _exactly(rules, aim, value)
        if self.aim(state) != "beat":
            raise Refused("no_advice", "There is no result to beat yet: there is advice for “points” and “shut”.")
        done, own, later = _numbers(state)
        return _to_win(rules, tuple(done.values()), own, later, _outright(state)), float


COACH = BoxCoach()


def dice_now(rules: Rules, turn: Turn) -> int:
    """Return the number of dice of the next throw."""
    can = dice_for(rules.one_die, left(rules, turn))
    return 1 if turn.one_die and 1 in can else can[0]


def decides(state: State) -> bool:
    """Return whether the game ends with this round, or it is a roll-off."""
    return bool(state.leg) or (not state.rules.limit and state.round == state.rules.rounds)


def _exactly(rules: Rules, aim: str, value: int) -> Fraction:
    return Fraction(-value if aim == "points" else value, SIX ** (2 * rules.tiles))


def _outright(state: State) -> bool:
    return state.rules.outright and not state.leg


def _numbers(state: State) -> tuple[dict[str, int], int, tuple[int, ...]]:
    """Return the numbers that decide: of those who are done by name, of the player on turn so far, of those to come."""
    results, later = rounds.done_and_later(state)
    if state.leg:
        return {name: result[0] for name, result in results.items()}, 0, (0,) * len(later)
    totals = state.totals
    return {name: totals[name] for name in results}, totals[state.player or ""], tuple(totals[name] for name in later)


def _scored(rules: Rules, ends: dict[Tiles, float]) -> Spread:
    return tallied((worth(rules.scores, rest), chance) for rest, chance in ends.items())


def _from(own: int, spread: Spread, outright: bool) -> Spread:
    return {own + more if more or not outright else SHUT: chance for more, chance in spread.items()}


@cached_by_rules
def _whole(rules: Rules) -> Spread:
    plan = exact(rules.tiles, rules.one_die, rules.scores)
    return _scored(rules, plan.ends((1 << rules.tiles) - 1))


@lru_cache(maxsize=64)
def _in_turn(rules: Rules, later: tuple[int, ...], outright: bool) -> InTurn:
    spreads = [_from(own, _whole(rules), outright) for own in later]

    def ends(place: int, best: int, _holders: int) -> Sequence[Spread]:
        return (BEATEN if best == SHUT else spreads[place],)

    return InTurn(len(later), ends, lowest=True)


@lru_cache(maxsize=8)
def _to_win(rules: Rules, done: tuple[int, ...], own: int, later: tuple[int, ...], outright: bool) -> BoxPlan[float]:
    after = _in_turn(rules, later, outright)
    share = cache(lambda number: after.worth(number, done))

    def value(rest: Tiles) -> float:
        return share(SHUT if outright and not rest else own + worth(rules.scores, rest))

    return BoxPlan(rules.tiles, rules.one_die, value, truediv)


def _by_totals(state: State, spread: Spread) -> dict[str, float]:
    """Return the chances in an earlier round, with the totals to come taken as normally distributed."""
    done, (mean, square) = rounds.done_and_later(state)[0], _moments(_whole(state.rules))
    found = {}
    for name in state.present:
        turns = state.rules.rounds - state.round + (name not in done)
        now = _moments(spread) if name == state.player else (0.0, 0.0)
        turns -= name == state.player
        found[name] = (
            -(state.totals[name] + turns * mean + now[0]),
            sqrt(turns * (square - mean**2) + now[1] - now[0] ** 2),
        )
    return best_of_normal(found)


def _moments(spread: Spread) -> tuple[float, float]:
    return sum(n * c for n, c in spread.items()), sum(n * n * c for n, c in spread.items())
