"""Solves a card: the best mean of the points still to come, for every position of one player's card.

It works backwards from the full card to the empty one, and makes the tables that the coach reads, which takes up to
half a minute for each. It needs numpy; the coach does not::

    python -m engine.games.yahtzee.analysis.solving [PRESET]...
"""

import sys
from array import array
from collections.abc import Callable, Sequence
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.games.yahtzee.analysis.position import (
    UNIT,
    Position,
    fillings,
    missing,
    offer,
    open_boxes,
    ordinary,
    packed,
    positions,
    tops,
    upper_totals,
)
from engine.games.yahtzee.rules import PRESETS, Rules
from engine.turns.turn_plan import Keeps, keeps

Values = NDArray[np.float64]


def solve(rules: Rules, progress: Callable[[float], None] | None = None) -> Values:
    """Return the mean of the points still to come in every position, including all bonuses.

    ``(ways to fill the sheet, 2, bonus_from + 1) float64``, by how the boxes are filled, whether the box of all dice
    alike has points where that matters, and the upper total, all from ``bonus_from`` on as one. Impossible positions
    are nan. ``progress`` is called with the finished share, 0 to 1.
    """
    return _Solver(rules).solve(progress)


class _Solver:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._keeps = keeps(rules.dice)
        self._turn = _Turn(self._keeps, rules.rolls)
        self._totals = np.arange(0)
        ways = prod(box.times + 1 for box in rules.sheet.boxes)
        self._values = np.full((ways, 2, rules.bonus_from + 1), np.nan)

    def solve(self, progress: Callable[[float], None] | None) -> Values:
        rules, sheet, every = self._rules, self._rules.sheet, fillings(self._rules)[::-1]
        top = sheet.top if sheet.remembers and sheet.top in rules.boxes else ""
        for done, filled in enumerate(every):
            self._totals = np.array(upper_totals(rules, filled))
            for topped in (False, True) if top and sheet.times_filled(filled, top) else (False,):
                here = self._mean(Position(filled, topped, 0)) if done else 0.0
                self._values[filled, int(topped), self._totals] = here
            if progress:
                progress((done + 1) / len(every))
        return self._values

    def _mean(self, position: Position) -> Values:
        """Return the value of a turn in that position, for each upper total."""
        later = self._scored(position, first=False)
        return self._turn.mean(later, self._scored(position, first=True) if self._rules.served else later)

    def _scored(self, position: Position, *, first: bool) -> Values:
        """Return the value of each roll scored in its best box: ``(rolls, totals)``."""
        rules = self._rules
        best = np.full((len(self._keeps.rolls), len(self._totals)), -np.inf)
        for box in open_boxes(rules, position):
            scores, kinds = np.unique(ordinary(rules, box, position.topped, first), return_inverse=True)
            column = np.stack([self._after(position, box, int(score)) for score in scores])[kinds]
            np.maximum(best, column, out=best)
        for place, dice in tops(rules.dice) if rules.sheet.further else ():
            offered = offer(rules, position, dice, first=first)
            ways = [self._after(position, *way) + offered.further(way[0]) for way in offered.may_score.items()]
            best[place] = np.max(ways, axis=0)
        return best

    def _after(self, position: Position, box: str, score: int) -> Values:
        """Return those points plus the points still to come after them, for each upper total before."""
        sheet, most = self._rules.sheet, self._rules.bonus_from
        topped = sheet.remembers and score > 0 if box == sheet.top else position.topped
        following: Values = self._values[position.filled + sheet.weight[box], int(topped)]
        if not sheet.box[box].face:
            return score + following[self._totals]
        reached = (self._totals < most) & (self._totals + score >= most)
        return score + sheet.bonus * reached + following[np.minimum(self._totals + score, most)]


class _Turn:
    """One turn, for many positions at once. The columns of arrays are positions."""

    def __init__(self, known: Keeps, rolls: int) -> None:
        self._rolls = rolls
        self._first = (*known.first, len(known.all))
        self._thrown = [np.array([known.thrown[keep] for keep in self._of_size(size)]).T for size in range(known.dice)]
        self._left = [
            np.array([_padded(known.left[keep], size) for keep in self._of_size(size)]).T
            for size in range(known.dice + 1)
        ]

    def mean(self, scored: Values, served: Values) -> Values:
        """Return the value of a turn by those of its rolls; ``served``: of its first roll."""
        best = self._thrown_at_random(scored if self._rolls > 1 else served)
        for left in range(self._rolls - 1, 0, -1):
            for size in range(1, len(self._first) - 1):
                here = best[self._rows(size)]
                for fewer in self._left[size]:
                    np.maximum(here, best[fewer], out=here)
            rolls = best[self._rows(len(self._first) - 2)]
            best = self._thrown_at_random(np.maximum(rolls, served) if left == 1 else rolls)
        start: Values = best[0]
        return start

    def _thrown_at_random(self, rolls: Values) -> Values:
        """Return the mean of each keep when its other dice are thrown: ``(keeps, positions)``."""
        means = np.empty((self._first[-1], rolls.shape[1]))
        means[self._rows(len(self._first) - 2)] = rolls
        for size in range(len(self._first) - 3, -1, -1):
            first, *others = self._thrown[size]
            here = means[first]
            for face in others:
                here += means[face]
            means[self._rows(size)] = here / len(self._thrown[size])
        return means

    def _rows(self, size: int) -> slice:
        return slice(self._first[size], self._first[size + 1])

    def _of_size(self, size: int) -> range:
        return range(self._first[size], self._first[size + 1])


def _padded(numbers: tuple[int, ...], many: int) -> tuple[int, ...]:
    """Return the numbers padded with the last one, so that all rows have the same length."""
    return numbers + numbers[-1:] * (many - len(numbers))


def main(folder: Path, names: Sequence[str]) -> None:
    for name in names or PRESETS:
        rules = PRESETS[name]
        values = solve(rules)
        worths = (float(values[one.filled, int(one.topped), one.upper]) for one in positions(rules))
        table = packed(array("i", (round(worth / UNIT) for worth in worths)))
        (folder / f"{name}.table").write_bytes(table)
        print(f"{name}: {values[missing(rules), 0, 0]:.7f} points at the start, {len(table)} bytes")


if __name__ == "__main__":
    main(Path(__file__).parent, sys.argv[1:])
