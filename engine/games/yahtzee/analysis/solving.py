"""Solves Yahtzee: the best mean of the points still to come, for every position of one player's card.

It works backwards from the full card to the empty one, and makes the tables that the coach reads, which takes about
fifteen seconds for each. It needs numpy; the coach does not::

    python -m engine.games.yahtzee.analysis.solving
"""

from array import array
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.games.yahtzee.analysis.position import UNIT, packed, positions, upper_totals
from engine.games.yahtzee.card import may_score
from engine.games.yahtzee.rules import (
    BOXES,
    FURTHER_YAHTZEE,
    PRESETS,
    UPPER,
    UPPER_BONUS,
    YAHTZEE,
    Rules,
    is_yahtzee,
    points,
)
from engine.turns.turn_plan import Keeps, keeps

Values = NDArray[np.float64]

YAHTZEE_BIT = 1 << BOXES.index("yahtzee")
FULL = (1 << len(BOXES)) - 1


def solve(rules: Rules, progress: Callable[[float], None] | None = None) -> Values:
    """Return the mean of the points still to come in every position, including all bonuses.

    ``(8192, 2, bonus_from + 1) float64``, by the boxes that are filled (bit n is the box ``BOXES[n]``; those that the
    game lacks count as filled), whether the Yahtzee box holds 50, and the upper total, all from ``bonus_from`` on as
    one. Impossible positions are nan. ``progress`` is called with the finished share, 0 to 1.
    """
    return _Solver(rules).solve(progress)


def missing(rules: Rules) -> int:
    """Return the boxes that a game lacks, as bits: the position in which it begins."""
    return sum(1 << place for place, box in enumerate(BOXES) if box not in rules.boxes)


class _Solver:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._keeps = keeps(rules.dice)
        self._turn = _Turn(self._keeps, rules.rolls)
        self._totals = np.arange(0)
        rolls = self._keeps.rolls
        self._points = {box: np.array([points(box, roll) for roll in rolls]) for box in BOXES}
        self._yahtzees = [place for place, roll in enumerate(rolls) if is_yahtzee(roll)]
        self._values = np.full((FULL + 1, 2, rules.bonus_from + 1), np.nan)

    def solve(self, progress: Callable[[float], None] | None) -> Values:
        begin = missing(self._rules)
        positions = [filled for filled in range(FULL, -1, -1) if filled & begin == begin]
        for done, filled in enumerate(positions):
            self._totals = np.array(upper_totals(self._rules, filled))
            for fifty in (0, 1) if filled & YAHTZEE_BIT & ~begin else (0,):
                here = self._turn.mean(self._scored(filled, fifty)) if filled != FULL else 0.0
                self._values[filled, fifty, self._totals] = here
            if progress:
                progress((done + 1) / len(positions))
        return self._values

    def _scored(self, filled: int, fifty: int) -> Values:
        """Return the value of each roll scored in its best box: ``(rolls, totals)``."""
        open_boxes = [box for place, box in enumerate(BOXES) if not filled >> place & 1]
        best = np.full((len(self._keeps.rolls), len(self._totals)), -np.inf)
        for box in open_boxes:
            np.maximum(best, self._in_box(filled, fifty, box), out=best)
        in_game = "yahtzee" in self._rules.boxes and filled & YAHTZEE_BIT
        held = (YAHTZEE if fifty else 0) if in_game else None
        for place in self._yahtzees:
            dice = self._keeps.rolls[place]
            if self._rules.is_joker(held, dice):
                allowed = may_score(self._rules, open_boxes, held, dice)
                ways = [self._after(filled, fifty, box, score) for box, score in allowed.items()]
                best[place] = np.max(ways, axis=0) + (FURTHER_YAHTZEE if fifty else 0)
        return best

    def _in_box(self, filled: int, fifty: int, box: str) -> Values:
        """Return the value of each roll scored in that box as an ordinary roll: ``(rolls, totals)``."""
        scores, kinds = np.unique(self._points[box], return_inverse=True)
        return np.stack([self._after(filled, fifty, box, int(score)) for score in scores])[kinds]

    def _after(self, filled: int, fifty: int, box: str, score: int) -> Values:
        """Return those points plus the points still to come after them, for each upper total before."""
        fifty = int(score == YAHTZEE) if box == "yahtzee" else fifty
        following: Values = self._values[filled | 1 << BOXES.index(box), fifty]
        if box not in UPPER:
            return score + following[self._totals]
        most = self._rules.bonus_from
        reached = (self._totals < most) & (self._totals + score >= most)
        return score + UPPER_BONUS * reached + following[np.minimum(self._totals + score, most)]


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

    def mean(self, scored: Values) -> Values:
        best = self._thrown_at_random(scored)
        for _ in range(self._rolls - 1):
            for size in range(1, len(self._first) - 1):
                here = best[self._rows(size)]
                for fewer in self._left[size]:
                    np.maximum(here, best[fewer], out=here)
            best = self._thrown_at_random(best[self._rows(len(self._first) - 2)])
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


def main(folder: Path) -> None:
    for name, rules in PRESETS.items():
        values = solve(rules)
        worths = (float(values[filled, int(fifty), upper]) for filled, fifty, upper in positions())
        table = packed(array("i", (round(worth / UNIT) for worth in worths)))
        (folder / f"{name}.table").write_bytes(table)
        print(f"{name}: {values[0, 0, 0]:.7f} points at the start, {len(table)} bytes")


if __name__ == "__main__":
    main(Path(__file__).parent)
