"""Sets of dice that score, as a whole: their points, by the best way to divide the dice into sets."""

from collections import Counter
from functools import cache
from math import gcd

from engine.turns.kit.file.play import Pattern
from engine.turns.turn_plan import parts_with_all
from engine.values import cached_by_rules

Faces = tuple[int, ...]


class SetTable:
    """What sets score. Each set is some ``alike``, a ``run``, or ``groups`` that are all of the dice.

    Tables of the same sets are the same table: see :func:`table_of`.
    """

    def __init__(self, sets: tuple[Pattern, ...]) -> None:
        self._alike = [one for one in sets if one.alike]
        self._others = [one for one in sets if one.run or one.groups]
        self.score = cache(self._score)
        self.idle = cache(self._idle)
        self.parts = cache(self._parts)
        self.further = cache(self._further)
        self.more = cache(self._more)
        points = [one.points for one in sets if one.points] + [one.face for one in sets if one.face]
        self.step = gcd(*points) or 1
        """What all points are a multiple of."""

    def _score(self, dice: Faces) -> int | None:
        """Return the best points of these sorted dice; None where one of them adds nothing, and for no dice."""
        counts, found = Counter(dice), []  # type: Counter[int], list[int]
        by_face = [self._of_kind(face, many) for face, many in counts.items()]
        if None not in by_face:
            found.append(sum(points or 0 for points in by_face))
        for one in self._others:
            if one.groups:
                found += [one.points] if sum(one.groups) == len(dice) and one.fits(dice, 0) else []
                continue
            for low in range(1, 8 - one.run):
                rest = counts - Counter(range(low, low + one.run))
                if len(dice) - rest.total() == one.run:
                    more = self.score(tuple(sorted(rest.elements()))) if rest else 0
                    found += [] if more is None else [one.points + more]
        return max((points for points in found if points), default=None)

    def _of_kind(self, face: int, many: int) -> int | None:
        """Return the best points of so many dice of one face, None where they cannot all score."""
        found = []
        for one in self._alike:
            if one.alike <= many and one.has in (0, face):
                rest = self._of_kind(face, many - one.alike) if many > one.alike else 0
                found += [] if rest is None else [one.points + one.face * face + rest]
        return max(found, default=None)

    def _idle(self, dice: Faces) -> Faces:
        """Return the faces among these dice that add nothing to the best reading of the others; empty if all add."""
        if not dice or self.score(dice):
            return ()
        counts = Counter(dice)
        return tuple(face for face in sorted(counts) if self._of_kind(face, counts[face]) is None) or tuple(
            sorted(counts)
        )

    def _parts(self, dice: Faces) -> tuple[Faces, ...]:
        """Return every part of a sorted throw that scores as a whole, each as sorted faces; none after a bust."""
        return tuple(part for part in parts_with_all(dice) if self.score(part))

    def _further(self, fresh: Faces, lies: Faces) -> tuple[tuple[Faces, int, int], ...]:
        """Return the dice besides ``fresh`` in each part that scores, the number of dice left, and the points."""
        have = Counter(fresh)
        found = []
        for part in self.parts(lies):
            counts = Counter(part)
            if have <= counts:
                more = tuple(sorted((counts - have).elements()))
                found.append((more, len(lies) - len(part), self.score(part) or 0))
        return tuple(found)

    def _more(self, fresh: Faces, lies: Faces) -> frozenset[int]:
        """Return the faces of the dice besides ``fresh`` in the parts that score."""
        return frozenset(face for more, _left, _points in self.further(fresh, lies) for face in more)


@cached_by_rules
def table_of(sets: tuple[Pattern, ...]) -> SetTable:
    return SetTable(sets)
