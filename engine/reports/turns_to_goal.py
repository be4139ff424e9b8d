"""The chances to win of players who gather points, turn by turn, until one of them has reached the goal.

Points are counted in steps, and only grow. Every player's turns have the same spreads, by the points that are missing,
so that the chance not to be there after so many turns follows from a table, and players do not depend on each other.
The last turns of the others are the only model: the leader is beaten by ``over`` points beyond the goal, and who beats
the leader later is not ahead of who did before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from operator import mul
from typing import Literal

from engine.reports.win_chances import InTurn, Spread

Likely = Sequence[float]
"""Chances by points: of no points, of one step, and so on."""

LastTurns = Literal["all", "rest", "none"]
"""Who has one more turn once the goal is reached: all others, those after that player in the round, or none."""

HARDLY = 1e-4
"""A chance that is no longer followed."""


class TurnsToGoal:
    """How a player gets to the goal: chances by the number of turns, and by the points that are missing.

    ``spread`` returns the chances of a turn's points with so many missing, ``reach`` the chance to get so many in a
    turn for one who does not stand before. ``then`` is how the player goes on after the first turn that scored.
    """

    def __init__(
        self,
        most: int,
        over: int,
        spread: Callable[[int], Likely],
        reach: Callable[[int], float],
        then: "TurnsToGoal | None" = None,
    ) -> None:
        self._most, self._spread, self._then, self.reach = most, spread, then or self, reach
        self._open: list[list[float]] = [[0.0] + [1.0] * most]
        self._beats: list[list[float]] = [[0.0] + [reach(missing + over) for missing in range(1, most + 1)]]

    def open(self, turns: int, missing: int) -> float:
        """Return the chance not to be at the goal after so many turns."""
        self._grow(turns)
        return self._open[turns][min(missing, self._most)]

    def beats(self, turns: int, missing: int) -> float:
        """Return the chance not to be at the goal after so many turns, and to beat a leader with one more."""
        self._grow(turns)
        return self._beats[turns][min(missing, self._most)]

    def _grow(self, turns: int) -> None:
        while len(self._open) <= turns:
            last = len(self._open) - 1
            if self._then is not self:
                self._then._grow(last)
            self._open.append(self._next(self._open[last], self._then._open[last]))
            self._beats.append(self._next(self._beats[last], self._then._beats[last]))

    def _next(self, same: Sequence[float], then: Sequence[float]) -> list[float]:
        found = [0.0]
        for missing in range(1, self._most + 1):
            likely = self._spread(missing)
            later = then[missing - 1 : 0 : -1]
            found.append(likely[0] * same[missing] + sum(map(mul, likely[1:], later)))
        return found


def race(missing: Sequence[int], ways: Sequence[TurnsToGoal], on_turn: int, last: LastTurns) -> list[float]:
    """Return the chance of each seat before a turn of one of them; seats are in the order of the round."""
    seats = range(len(missing))
    found = [0.0] * len(missing)
    taken = [0 if seat >= on_turn else -1 for seat in seats]
    left, number = 1.0, 0
    while left > HARDLY and number < _LONGEST:
        here = [number + one for one in taken]  # turns before this round
        before = [ways[seat].open(max(here[seat], 0), missing[seat]) for seat in seats]
        after = [ways[seat].open(here[seat] + 1, missing[seat]) if here[seat] >= 0 else 1.0 for seat in seats]
        closed = 0.0
        for seat in seats:
            chance = prod(after[:seat]) * prod(before[seat + 1 :]) * (before[seat] - after[seat])
            if chance > HARDLY / 10:
                _last_turns(found, chance, seat, missing, ways, here, last)
                closed += chance
        left, number = prod(after), number + 1
    whole = sum(found) or 1.0
    return [chance / whole for chance in found]


_LONGEST = 400
"""Rounds after which nobody is supposed to play."""


def _last_turns(
    found: list[float],
    chance: float,
    closer: int,
    missing: Sequence[int],
    ways: Sequence[TurnsToGoal],
    here: Sequence[int],
    last: LastTurns,
) -> None:
    """Share that chance, with which this seat reaches the goal first, among it and those who beat it."""
    later = [] if last == "none" else [*range(closer + 1, len(missing)), *(range(closer) if last == "all" else ())]
    for seat in reversed(later):
        turns = max(here[seat], 0) if seat > closer else here[seat] + 1
        still = ways[seat].open(turns, missing[seat])
        beats = ways[seat].beats(turns, missing[seat]) / still if still else 0.0
        found[seat] += chance * beats
        chance *= 1 - beats
    found[closer] += chance


@dataclass(frozen=True, slots=True)
class RaceSeats:
    """The seats of a game to a goal, or of its roll-off: their totals, and the seat on turn.

    ``later`` are the seats with a turn after this one in the round that decides, in their order.
    """

    names: tuple[str, ...]
    totals: tuple[int, ...]
    seat: int
    later: tuple[int, ...]
    goal: int
    rolloff: bool

    @property
    def own(self) -> int:
        return self.totals[self.seat]

    @property
    def done(self) -> tuple[int, ...]:
        return tuple(total for seat, total in enumerate(self.totals) if seat != self.seat and seat not in self.later)

    def is_last(self, points: int) -> bool:
        """Return whether only the turns of ``later`` are to come once this turn ends with these points."""
        return self.rolloff or max(*self.totals, self.own + points) >= self.goal

    def shares(self, spread: Spread, after: InTurn, go_on: Callable[[int], Sequence[float]]) -> list[float]:
        """Return the chance of each seat when this turn ends with that spread of points.

        ``after`` are the later seats, and ``go_on`` returns the chances after points with which the game goes on.
        """
        order = [seat for seat in range(len(self.totals)) if seat != self.seat and seat not in self.later]
        last = {self.own + points: chance for points, chance in spread.items() if self.is_last(points)}
        by_seat = dict(zip((*order, self.seat, *self.later), after.shares(self.done, last), strict=True))
        found = [by_seat[seat] for seat in range(len(self.totals))]
        for points, chance in spread.items():
            if not self.is_last(points):
                found = [one + chance * share for one, share in zip(found, go_on(points), strict=True)]
        return found
