"""The exact play of two players of Pig where the goal wins at once, with one die (Neller and Presser 2004).

P(i, j, k) is the chance to win of the player on turn, with i points against j, and k in the turn: the larger of
1 - P(j, i + k, 0) for standing, and (1 - P(j, i, 0) + P(i, j, k + 2) + ... + P(i, j, k + 6)) / 6 for a throw.
Positions are solved from the highest sum of points down. Only P(i, j, 0) and P(j, i, 0) depend on each other: both are
linear in each other for a given play, so a few improvements of the play solve them, to the precision of a float.
"""

from functools import cache

MOST = 100
"""The highest goal that is solved: a second on a desktop computer, and it grows with the third power."""
PRECISE = 1e-15


@cache
def race(goal: int) -> "Race":
    """Return the solved game to that goal; it is solved as far as it is asked."""
    return Race(goal)


class Race:
    """The chances of two players to win, solved when they are asked for."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self._begun: dict[tuple[int, int], float] = {}

    def chance(self, own: int, other: int, points: int = 0) -> float:
        """Return the chance to win of the player on turn, before a decision."""
        return self._turn(own, other)[points] if own + points < self.goal else 1.0

    def of_standing(self, own: int, other: int, points: int) -> float:
        """Return the chance to win by standing with these points of the turn."""
        return 1 - self._start(other, own + points) if own + points < self.goal else 1.0

    def of_throw(self, own: int, other: int, points: int) -> float:
        """Return the chance to win by another throw."""
        turn = [*self._turn(own, other), *[1.0] * 7]
        last = len(turn) - 1
        return (1 - self._start(other, own) + sum(turn[min(points + face, last)] for face in range(2, 7))) / 6

    def hold_at(self, own: int, other: int) -> int:
        """Return the least points of a turn with which standing is at least as good as another throw."""
        left = self.goal - own
        return next(
            (k for k in range(2, left) if self.of_standing(own, other, k) >= self.of_throw(own, other, k)), left
        )

    def _turn(self, own: int, other: int) -> list[float]:
        bust = 1 - self._start(other, own)
        return [a + b * bust for a, b in self._lines(own, other, bust)]

    def _start(self, own: int, other: int) -> float:
        if (own, other) not in self._begun:
            for total in range(2 * (self.goal - 1), own + other - 1, -1):
                for least in range(max(min(own, other), total - self.goal + 1), total // 2 + 1):
                    if (least, total - least) not in self._begun:
                        self._solve(least, total - least)
        return self._begun[own, other]

    def _solve(self, own: int, other: int) -> None:
        """Solve both starts of a position, after all with more points."""
        mine = theirs = 0.5
        while True:
            a, b = self._lines(own, other, 1 - theirs)[0]
            c, d = self._lines(other, own, 1 - mine)[0]
            # mine = a + b (1 - theirs), theirs = c + d (1 - mine)
            solved = (a + b * (1 - c - d)) / (1 - b * d)
            answer = c + d * (1 - solved)
            done = abs(solved - mine) + abs(answer - theirs) < PRECISE
            mine, theirs = solved, answer
            if done:
                break
        self._begun[own, other], self._begun[other, own] = mine, theirs

    def _lines(self, own: int, other: int, bust: float) -> list[tuple[float, float]]:
        """Return P(own, other, k) for each k as ``a + b × bust``, with the best play for that value of ``bust``."""
        known, goal = self._begun, self.goal
        left = goal - own
        lines = [(1.0, 0.0)] * (left + 6)
        for k in range(left - 1, -1, -1):
            later = lines[k + 2 : k + 7]
            a = sum([line[0] for line in later]) / 6
            b = (1 + sum([line[1] for line in later])) / 6
            if k > 1:
                stand = 1 - known[other, own + k]
                if stand > a + b * bust:
                    a, b = stand, 0.0
            lines[k] = a, b
        return lines[:left]
