"""The chance of each player to win as the game stands, from what each is likely to end with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erf, exp, pi, sqrt

Spread = Mapping[int, float]
"""Chances by number; they sum to 1."""

GRID = 161
"""Places at which the densities of final totals are compared."""


@dataclass(frozen=True, slots=True)
class WinChances:
    """The chances of the players by name, which sum to 1; players who tie share theirs equally.

    ``about`` is set where they rest on a model of how the players go on.
    """

    of: Mapping[str, float]
    about: bool = True


def decided(players: Sequence[str], winners: Sequence[str]) -> WinChances:
    """Return the chances of a game that is over."""
    return WinChances({name: (1 / len(winners) if name in winners else 0.0) for name in players}, about=False)


def best_of(spreads: Mapping[str, Spread], *, lowest: bool = False) -> dict[str, float]:
    """Return each one's chance of the highest number, or the lowest; equal ones share it equally."""
    sign = -1 if lowest else 1
    numbers = sorted({sign * number for spread in spreads.values() for number in spread})
    found = dict.fromkeys(spreads, 0.0)
    below = dict.fromkeys(spreads, 0.0)
    for number in numbers:
        here = {name: spread.get(sign * number, 0.0) for name, spread in spreads.items()}
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


def sum_of(spread: Spread, times: int) -> Spread:
    """Return the spread of the sum of that many independent numbers."""
    found: Spread = {0: 1.0}
    while times:
        if times & 1:
            found = added(found, spread)
        times >>= 1
        spread = added(spread, spread) if times else spread
    return found


def added(one: Spread, other: Spread) -> dict[int, float]:
    """Return the spread of the sum of two independent numbers."""
    found: dict[int, float] = {}
    for number, chance in one.items():
        for more, likely in other.items():
            found[number + more] = found.get(number + more, 0.0) + chance * likely
    return found


def best_of_normal(totals: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    """Return each one's chance of the highest of normally distributed totals, each a mean and a standard deviation."""
    low = min(mean - 5 * spread for mean, spread in totals.values())
    high = max(mean + 5 * spread for mean, spread in totals.values())
    step = (high - low) / (GRID - 1) or 1.0
    found = dict.fromkeys(totals, 0.0)
    for place in range(GRID):
        at = low + place * step
        under = {name: _below(at, *one) for name, one in totals.items()}
        for name, (mean, spread) in totals.items():
            likely = exp(-(((at - mean) / spread) ** 2) / 2) / (spread * sqrt(2 * pi))
            for other, chance in under.items():
                likely *= chance if other != name else 1.0
            found[name] += likely * step
    return scaled(found)


def _below(at: float, mean: float, spread: float) -> float:
    return (1 + erf((at - mean) / (spread * sqrt(2)))) / 2


def scaled(found: Mapping[str, float]) -> dict[str, float]:
    """Return the chances scaled to the sum of 1; equal ones where there are none."""
    whole = sum(found.values())
    return {name: chance / whole if whole > 0 else 1 / len(found) for name, chance in found.items()}
