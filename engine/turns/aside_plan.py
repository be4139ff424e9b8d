"""The best play of dice of which some are set aside after each throw until none is left, for any worth of the number.

A game says what its dice come to (:class:`AsideScoring`). Values are floats, with ``truediv``, or whole numbers, with
``floordiv``, which is exact for worths that are multiples of :func:`whole`.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.reports.win_chances import Spread
from engine.turns.keeps import throws

A = TypeVar("A", bound=Hashable)
Number = TypeVar("Number", int, float)

NONE = -1000
"""The number of dice that do not qualify. It counts as 0."""


@dataclass(frozen=True, slots=True)
class AsideScoring(Generic[A]):
    """What dice set aside come to.

    ``of`` returns that of some dice, ``points`` of a number alone, ``both`` of two parts together, and ``number`` the
    number of all dice, or :data:`NONE`. ``parts`` are the choices that can be best of a throw, each as a number of dice
    and what they come to.
    """

    of: Callable[[Sequence[int]], A]
    points: Callable[[int], A]
    both: Callable[[A, A], A]
    number: Callable[[A], int]
    parts: Callable[[tuple[int, ...]], tuple[tuple[int, A], ...]]


def whole(dice: int) -> int:
    """Return certainty as a whole number, with that many dice to throw: 6 for each die of all throws to come."""
    return int(6 ** (dice * (dice + 1) // 2))


class AsidePlan(Generic[A, Number]):
    """The play with the highest mean of ``worth`` of the number, solved as far as it is asked."""

    def __init__(
        self, scoring: AsideScoring[A], worth: Callable[[int], Number], divide: Callable[[Number, int], Number]
    ) -> None:
        self._scoring = scoring
        self._worth: Callable[[int], Number] = worth
        self._divide: Callable[[Number, int], Number] = divide
        self._values: dict[tuple[int, A], Number] = {}
        self._steps: dict[tuple[int, A], dict[tuple[int, A], int]] = {}
        self._spreads: dict[tuple[int, A], Spread] = {}

    def value(self, left: int, aside: A) -> Number:
        """Return the value of throwing so many dice beside those set aside."""
        return self._value((left, aside))

    def spread(self, left: int, aside: A) -> Spread:
        """Return the spread of the number when so many dice are thrown."""
        if not left:
            return {self._scoring.number(aside): 1.0}
        key = left, aside
        if key not in self._spreads:
            self._value(key)
            found: dict[int, float] = {}
            for after, ways in self._steps[key].items():
                for number, chance in self.spread(*after).items():
                    found[number] = found.get(number, 0.0) + chance * ways / 6**left
            self._spreads[key] = found
        return self._spreads[key]

    def after(self, loose: Sequence[int], aside: Sequence[int], *, fresh: bool) -> Spread:
        """Return the spread with these dice loose after a throw; with ``fresh`` all of them may be thrown."""
        before = self._scoring.of(aside)
        ways = self._ways(tuple(sorted(loose)), before)
        if fresh or not loose:
            ways.append((len(loose), before))
        return self.spread(*max(ways, key=self._value))

    def _value(self, key: tuple[int, A]) -> Number:
        if key not in self._values:
            left, aside = key
            if not left:
                self._values[key] = self._worth(self._scoring.number(aside))
                return self._values[key]
            steps: dict[tuple[int, A], int] = {}
            for faces, ways in throws(left):
                best = max(self._ways(faces, aside), key=self._value)
                steps[best] = steps.get(best, 0) + ways
            self._steps[key] = steps
            self._values[key] = self._divide(sum(ways * self._values[way] for way, ways in steps.items()), 6**left)
        return self._values[key]

    def _ways(self, faces: tuple[int, ...], aside: A) -> list[tuple[int, A]]:
        both, dice = self._scoring.both, len(faces)
        return [(dice - many, both(aside, part)) for many, part in self._scoring.parts(faces)]
