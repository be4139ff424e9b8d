"""The chance of each player to win as the game stands, from what each is likely to end with.

An outcome has one value, here and for the coaches: 1 for the best number alone, and an equal share of it for each of
those who have it, whether they share the win or roll off for it."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, erf, exp, floor, pi, prod, sqrt
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
N = TypeVar("N", int, float)

Spread = Mapping[int, float]
"""Chances by number; they sum to 1."""

Ends = Callable[[int, int, int], Sequence[Spread]]
"""The spreads among which a player may choose, by the place in the order, the best number so far, and how many have it.
"""

REACH, STEPS = 5, 8
"""Standard deviations to both sides at which normally distributed totals are compared, and places in each of them."""

HARDLY = 1e-6
"""A chance that is no longer followed."""


@dataclass(frozen=True, slots=True)
class WinChances:
    """The chances of the players by name, which sum to 1; players who tie share theirs equally.

    ``about`` is set where they rest on a model of how the players go on, ``error`` where they were simulated: 95 % of
    such simulations are as near to the truth.
    """

    of: Mapping[str, float]
    about: bool = True
    error: float = 0.0


def decided(players: Sequence[str], winners: Sequence[str]) -> WinChances:
    return WinChances({name: (1 / len(winners) if name in winners else 0.0) for name in players}, about=False)


@dataclass(frozen=True, slots=True)
class _BestTurn:
    """How a turn changes the best number: the chance of none better, of an equal one, and of each better one."""

    below: float
    equal: float
    better: tuple[tuple[int, float], ...]


class InTurn:
    """Players who end one after the other, each knowing the best number so far; the highest is best, or the lowest.

    ``players`` is how many are still to come. Each chooses the spread of ``ends`` that is best for that player.
    """

    def __init__(self, players: int, ends: Ends, *, lowest: bool = False) -> None:
        self._players, self._ends, self._sign = players, ends, -1 if lowest else 1
        self._shares: dict[tuple[int, int, int], float] = {}
        self._turns: dict[tuple[int, int, int], _BestTurn] = {}
        self._seen: dict[tuple[int, int], tuple[Spread, _BestTurn]] = {}

    def worth(self, number: int, done: Sequence[int]) -> float:
        """Return the share in the best number of a player who ends with that number after these, before all others."""
        best = self._best((number, *done))
        return self._share(0, best, 1 + done.count(best)) if number == best else 0.0

    def shares(self, done: Sequence[int], spread: Spread) -> list[float]:
        """Return the share of each: those who are done, a player who ends now with that spread, those to come."""
        found = [0.0] * (len(done) + 1)
        cases: dict[tuple[int, int], float] = {}
        for number, chance in spread.items():
            here = (*done, number)
            best = self._best(here)
            case = best, here.count(best)
            cases[case] = cases.get(case, 0.0) + chance
            share = chance * self._share(0, *case)
            found = [one + share * (other == best) for one, other in zip(found, here, strict=True)]
        for place in range(self._players):
            own, later = 0.0, dict.fromkeys(cases, 0.0)
            for (best, many), chance in cases.items():
                if chance < HARDLY:
                    continue
                turn = self._turn(place, best, many)
                later[best, many] += chance * turn.below
                for case, likely in (((best, many + 1), turn.equal), *(((one, 1), more) for one, more in turn.better)):
                    later[case] = later.get(case, 0.0) + chance * likely
                own += chance * self._own(place, best, many, turn)
            found.append(own)
            cases = later
        return found

    def _share(self, place: int, best: int, many: int) -> float:
        if place == self._players:
            return 1 / many
        key = place, best, many
        if key not in self._shares:
            turn = self._turn(place, best, many)
            share = turn.below * self._share(place + 1, best, many) if turn.below else 0.0
            self._shares[key] = share + (turn.equal * self._share(place + 1, best, many + 1) if turn.equal else 0.0)
        return self._shares[key]

    def _own(self, place: int, best: int, many: int, turn: _BestTurn) -> float:
        own = turn.equal * self._share(place + 1, best, many + 1) if turn.equal else 0.0
        return own + sum(chance * self._share(place + 1, number, 1) for number, chance in turn.better)

    def _turn(self, place: int, best: int, many: int) -> _BestTurn:
        key = place, best, many
        if key not in self._turns:
            turns = [self._of(spread, best) for spread in self._ends(place, best, many)]
            self._turns[key] = max(turns, key=lambda turn: self._own(place, best, many, turn))
        return self._turns[key]

    def _of(self, spread: Spread, best: int) -> _BestTurn:
        key = id(spread), best
        if key not in self._seen:
            better = tuple((number, chance) for number, chance in spread.items() if self._sign * (number - best) > 0)
            equal = spread.get(best, 0.0)
            turn = _BestTurn(max(0.0, 1 - equal - sum(chance for _, chance in better)), equal, better)
            self._seen[key] = spread, turn  # with the spread, so that nothing else gets its id
        return self._seen[key][1]

    def _best(self, numbers: Sequence[int]) -> int:
        return max(numbers) if self._sign > 0 else min(numbers)


class AllAlike:
    """Players to come who all end with the same spread, whatever the best number is; as :class:`InTurn`, but soon."""

    def __init__(self, players: int, spread: Spread, *, lowest: bool = False) -> None:
        self._players, self._pick = players, min if lowest else max
        below, self._found = 0.0, dict[int, tuple[float, float]]()
        for number in sorted(spread, reverse=lowest):
            self._found[number] = below, spread[number]
            below += spread[number]
        self._numbers, self._lowest = [*self._found], lowest

    def worth(self, number: int, done: Sequence[int]) -> float:
        best: int = self._pick((number, *done))
        return self._share(best, 1 + done.count(best)) if number == best else 0.0

    def shares(self, done: Sequence[int], spread: Spread) -> list[float]:
        found = [0.0] * (len(done) + 1)
        for number, chance in spread.items():
            here = (*done, number)
            best = self._pick(here)
            share = chance * self._share(best, here.count(best))
            found = [one + share * (other == best) for one, other in zip(found, here, strict=True)]
        return found + [(1 - sum(found)) / self._players] * self._players if self._players else found

    def _share(self, best: int, many: int) -> float:
        """Return the share of each of so many who have the best number, before all to come."""
        below, equal = self._found.get(best, (None, 0.0))
        if below is None:
            worse = [number for number in self._numbers if (number > best if self._lowest else number < best)]
            below = sum(self._found[worse[-1]]) if worse else 0.0
        left = self._players
        ties = range(left + 1 if equal else 1)
        return sum(comb(left, tie) * equal**tie * below ** (left - tie) / (many + tie) for tie in ties)


def grouped(found: Spread, groups: int) -> Spread:
    """Return at most so many groups of a spread, each with its mean and its chance; nothing is a group of its own."""
    if len(found) <= groups:
        return found
    of = {0: found[0]} if 0 in found else {}
    scored = sorted((points, chance) for points, chance in found.items() if points)
    whole, weight, total = sum(chance for _, chance in scored), 0.0, 0.0
    for place, (points, chance) in enumerate(scored, 1):
        weight, total = weight + chance, total + points * chance
        if weight >= whole / (groups - 1) or place == len(scored):
            mean = round(total / weight) if weight else points
            of[mean] = of.get(mean, 0.0) + weight
            weight = total = 0.0
    return of


def best_of(spreads: Mapping[str, Spread]) -> dict[str, float]:
    """Return each one's chance of the highest number; equal ones share it equally."""
    numbers = sorted({number for spread in spreads.values() for number in spread})
    found = dict.fromkeys(spreads, 0.0)
    below = dict.fromkeys(spreads, 0.0)
    for number in numbers:
        here = {name: spread.get(number, 0.0) for name, spread in spreads.items()}
        for name, chance in here.items():
            if chance:
                found[name] += chance * _shared([(below[one], here[one]) for one in spreads if one != name])
        for name, chance in here.items():
            below[name] += chance
    return scaled(found)


def _shared(others: Sequence[tuple[float, float]]) -> float:
    """Return the mean share of a number that the others stay below, or reach too, with these chances."""
    ties = [1.0]
    for below, equal in others:
        ties = [
            (ties[many] if many < len(ties) else 0.0) * below + (ties[many - 1] * equal if many else 0.0)
            for many in range(len(ties) + 1)
        ]
    return sum(chance / (many + 1) for many, chance in enumerate(ties))


def sum_of(spread: Spread, times: int, most: int = 1_000_000) -> Spread:
    """Return the spread of a sum. What is added has so many numbers at most: near ones are taken together."""
    found: Spread = {0: 1.0}
    while times:
        spread = grouped(spread, most)
        if times & 1:
            found = added(grouped(found, most), spread)
        times >>= 1
        spread = added(spread, spread) if times else spread
    return found


def added(one: Spread, other: Spread) -> dict[int, float]:
    both = product(one.items(), other.items())
    return tallied((number + more, chance * likely) for (number, chance), (more, likely) in both)


def tallied(chances: Iterable[tuple[K, N]]) -> dict[K, N]:
    """Return the sum of the chances, or ways, of each number or place."""
    found: dict[K, N] = {}
    for one, chance in chances:
        found[one] = found.get(one, 0) + chance
    return found


def best_of_normal(totals: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    """Return each one's chance of the highest of normally distributed totals, each a mean and a standard deviation."""
    grid = [step / STEPS for step in range(-REACH * STEPS, REACH * STEPS + 1)]
    places = sorted({mean + spread * step for mean, spread in totals.values() for step in grid})
    found = dict.fromkeys(totals, 0.0)
    for last, at, then in zip([places[0], *places[:-1]], places, [*places[1:], places[-1]], strict=True):
        under = {name: _below(at, *one) for name, one in totals.items()}
        all_under = prod(under.values())
        for name, (mean, spread) in totals.items():
            if abs(at - mean) <= REACH * spread:
                likely = exp(-(((at - mean) / spread) ** 2) / 2) / (spread * sqrt(2 * pi))
                found[name] += likely * all_under / under[name] * (then - last) / 2
    return scaled(found)


def _below(at: float, mean: float, spread: float) -> float:
    return (1 + erf((at - mean) / (spread * sqrt(2)))) / 2


def scaled(found: Mapping[str, float]) -> dict[str, float]:
    """Return the chances scaled to the sum of 1; equal ones where there are none."""
    whole = sum(found.values())
    return {name: chance / whole if whole > 0 else 1 / len(found) for name, chance in found.items()}


def in_percent(chances: Sequence[float]) -> list[float]:
    """Return chances of one list in whole percent, as shares: together never above 100, and equal ones look equal.

    What is lost by rounding down goes to the largest remainders, unless too little is left for all equal ones. Chances
    below one percent and above 99 stay as they are: they are shown as bounds.
    """
    known = [round(100 * one, 3) for one in chances]  # equal ones may differ after that by how they were added
    whole = [one for one in known if 1 <= one <= 99]
    points = {one: floor(one) for one in whole}
    left = round(sum(whole)) - sum(points[one] for one in whole)
    for one in sorted(points, key=lambda one: (points[one] - one, -one)):
        many = whole.count(one)
        if many > left:
            break
        points[one], left = points[one] + 1, left - many
    return [points[one] / 100 if one in points else chance for one, chance in zip(known, chances, strict=True)]


def shared(players: Sequence[str], names: Sequence[str], shares: Sequence[float]) -> WinChances:
    """Return the chances of all players from the shares of those who can still win, by their names."""
    found = scaled(dict(zip(names, shares, strict=True)))
    return WinChances({name: found.get(name, 0.0) for name in players})
