"""Turns in which the dice of a throw are not chosen among: what a throw leads to, means and spreads of turns."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from engine.reports.win_chances import Spread, tallied
from engine.turns.kit.file.play import Play
from engine.turns.turn_plan import throws
from engine.values import cached_by_rules

HARDLY = 1e-15
"""A chance that is no longer followed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a throw leads to: its points, the dice of the next throw, whether the turn ends, and whether it is lost.

    ``lost`` is 1 where the points of the turn are, and 2 where those of the game are too.
    """

    points: int
    left: int
    over: bool
    lost: int


def outcome(play: Play, dice: tuple[int, ...], target: int) -> Outcome:
    if play.loses_all(dice, target) or play.is_bust(dice, target):
        return Outcome(0, 0, over=True, lost=1 + play.loses_all(dice, target))
    stay = len(play.split(dice)[1]) if play.drops else len(dice)
    points = play.points(dice, target)
    return Outcome(points, stay, not stay or (play.ends_without_score and not points), 0)


@lru_cache(maxsize=64)
def outcomes(play: Play, dice: int, target: int) -> tuple[tuple[Outcome, int], ...]:
    """Return what a throw of so many dice can lead to, each with its ways of ``6 ** dice``."""
    found: Counter[Outcome] = Counter()
    for faces, ways in throws(dice):
        found[outcome(play, faces, target)] += ways
    return tuple(found.items())


@cached_by_rules
def risks_all(play: Play) -> bool:
    """Return whether a throw can lose the points of the game."""
    return any(one.lost > 1 for one, _ways in outcomes(play, play.dice, 0))


Place = tuple[int, int, int]
"""The points of a turn, the dice of its next throw, and the throws that were taken where these are limited."""


def begun(play: Play) -> Place:
    return 0, play.dice, 0


def mean_of(play: Play, target: int, place: Place) -> Fraction:
    """Return the mean of the points of a turn that nobody stops, from that place on."""
    points, dice, taken = place
    kept, more = _to_come(play, target, dice, taken)
    return points * kept + more


@lru_cache(maxsize=256)
def _to_come(play: Play, target: int, dice: int, taken: int) -> tuple[Fraction, Fraction]:
    """Return the chance that a turn that nobody stops keeps its points, and the mean of those that it adds to them."""
    if play.throws and taken >= play.throws:
        return Fraction(1), Fraction(0)
    kept, more, same, again = Fraction(0), Fraction(0), 0, 0
    for one, ways in outcomes(play, dice, target):
        if one.lost:
            continue
        if not one.over and one.left == dice and not play.throws:
            same, again = same + ways, again + ways * one.points
            continue
        end = Fraction(1), Fraction(0)
        then = end if one.over else _to_come(play, target, one.left, taken + bool(play.throws))
        kept, more = kept + ways * then[0], more + ways * (one.points * then[0] + then[1])
    kept /= 6**dice - same
    return kept, (more + again * kept) / (6**dice - same)


@lru_cache(maxsize=64)
def spread_of(play: Play, target: int, place: Place) -> Spread:
    """Return the spread of the points of a turn that nobody stops, from that place on."""
    return spread(play, target, place, lambda _points: False)


def spread(play: Play, target: int, place: Place, stands: Callable[[int], bool], lost_all: int = 0) -> Spread:
    """Return the spread of the points of a turn from that place on; 0 after a bust, and ``lost_all`` after that."""
    steps = followed(play, target, place, stands)
    return tallied((lost_all if ends > 1 else points, chance) for _was, points, chance, ends in steps if ends)


def followed(
    play: Play, target: int, place: Place, stands: Callable[[int], bool]
) -> Iterator[tuple[int, int, float, int]]:
    """Yield each step of a turn: the points before and after it, its chance, and 1 if the turn ends, 2 if all is lost.

    Lost points are 0.
    """
    more = int(bool(play.throws))
    points, dice, taken = place
    first = taken, points, -dice
    chances, queue = {first: 1.0}, [first]
    while queue:
        here = heappop(queue)
        taken, points, dice = here[0], here[1], -here[2]
        chance = chances.pop(here)
        if (
            not dice
            or (chance < HARDLY and not play.stop)
            or (play.throws and taken >= play.throws)
            or (points and stands(points))
        ):
            yield points, points, chance, 1
            continue
        known = outcomes(play, dice, target)
        same = sum(ways for one, ways in known if not more and (one.points, one.left, one.over) == (0, dice, False))
        for one, ways in known:
            likely = chance * ways / (6**dice - same)
            if one.over:
                yield points, 0 if one.lost else points + one.points, likely, max(1, one.lost)
            elif more or one.points or one.left != dice:
                after = taken + more, points + one.points, -one.left
                yield points, after[1], likely, 0
                if after not in chances:
                    heappush(queue, after)
                chances[after] = chances.get(after, 0.0) + likely


Value = TypeVar("Value", Fraction, float)


class StopPlay(Generic[Value]):
    """The best play of a turn that one may stop, solved as far as it is asked.

    ``stand`` is the value of standing with so many points, as one does with ``enough``; ``lost`` that of a turn lost,
    by :attr:`Outcome.lost`.
    """

    def __init__(
        self, play: Play, enough: int, stand: Callable[[int], Value], lost: Callable[[int], Value], target: int = 0
    ) -> None:
        self.stand: Callable[[int], Value] = cache(stand)
        self._lost: Callable[[int], Value] = lost
        self._play, self._enough, self._target = play, enough, target
        self._known: dict[Place, Value] = {}

    def throw(self, points: int, dice: int, taken: int) -> Value:
        """Return the value of another throw of so many dice."""
        todo = [(points, dice, taken)]
        while todo:
            here = todo[-1]
            if missing := {after for after in self._afters(here) if after != here and after not in self._known}:
                todo += missing
            else:
                self._known[here] = self._mean(todo.pop())
        return self._known[points, dice, taken]

    def _afters(self, place: Place) -> Iterator[Place]:
        """Yield the places of which another throw may be worth more than standing."""
        points, dice, taken = place
        taken += bool(self._play.throws)
        if not self._play.throws or taken < self._play.throws:
            for one, _ways in outcomes(self._play, dice, self._target):
                if not one.over and points + one.points < self._enough:
                    yield points + one.points, one.left, taken

    def _mean(self, place: Place) -> Value:
        points, dice, taken = place
        found: Any = 0
        same, goes_on = 0, {*self._afters(place)}
        for one, ways in outcomes(self._play, dice, self._target):
            after = points + one.points, one.left, taken + bool(self._play.throws)
            if one.lost:
                found += ways * self._lost(one.lost)
            elif one.over or after not in goes_on:
                found += ways * self.stand(after[0])
            elif after == place:
                same += ways
            else:
                found += ways * max(self.stand(after[0]), self._known[after])
        mean: Value = (found + same * self.stand(points)) / 6**dice
        return max(mean, found / (6**dice - same)) if same < 6**dice else mean

    def spread(self, place: Place) -> Spread:
        _points, dice, taken = place
        return spread(
            self._play,
            self._target,
            place,
            lambda now: now >= self._enough or self.stand(now) >= self.throw(now, dice, taken),
        )


def enough(play: Play, target: int) -> int:
    """Return points with which one stands in any case, as the points at risk are more than a throw adds in the mean."""
    known = outcomes(play, play.dice, target)
    lost = sum(ways for one, ways in known if one.lost)
    gained = sum(ways * one.points for one, ways in known)
    return min(MOST_POINTS, -(-2 * gained // lost)) if lost else MOST_POINTS


MOST_POINTS = 2_000
"""Points of a turn up to which the best play is solved."""


@cached_by_rules
def for_points(play: Play, target: int, total: int) -> StopPlay[Fraction]:
    """Return the turn with the highest mean change of the total, of which ``total`` points can be lost."""
    return StopPlay(play, enough(play, target), Fraction, lambda lost: Fraction(-total if lost > 1 else 0), target)
