"""A long course drawn with few points: which of its values are needed, and in which block each of them is."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import add


def samples(many: int, most: int) -> list[int]:
    """Places of at most ``most`` of ``many`` values, evenly apart, the first and the last among them; ``most`` > 1."""
    if many <= most:
        return list(range(many))
    step = -(-(many - 1) // (most - 1))
    return [*range(0, many - 1, step), many - 1]


def located(counts: Sequence[int], places: Sequence[int]) -> list[tuple[int, int]]:
    """For each place the block in which it is, and its place there, where blocks hold so many values one after another.

    >>> located([2, 0, 3], [0, 2, 4])
    [(0, 0), (2, 0), (2, 2)]
    """
    ends = list(accumulate(counts))
    found = []
    for place in places:
        block = bisect_right(ends, place)
        found.append((block, place - (ends[block - 1] if block else 0)))
    return found


Values = tuple[int, ...]

COARSE = 40
"""Where values lie in so many blocks, the course is drawn by whole blocks: then no single value is read."""


def course(blocks: Sequence[tuple[int, Values]], rows_of: Callable[[int], Sequence[Values]], most: int) -> list[Values]:
    """The sums of all values so far, after at most ``most`` of the values, the last one among them.

    ``blocks`` are one after another, each with how many values it holds and their sum; ``rows_of`` gives the values of
    one of them, by its place among the blocks.
    """
    ends = list(accumulate((total for _, total in blocks), _plus))
    if len(blocks) >= COARSE:
        return [ends[block] for block in samples(len(blocks), most)]
    counts = [many for many, _ in blocks]
    rows: dict[int, Sequence[Values]] = {}
    found = []
    for block, offset in located(counts, samples(sum(counts), most)):
        if block not in rows:
            rows[block] = list(accumulate(rows_of(block), _plus))
        found.append(_plus(ends[block - 1], rows[block][offset]) if block else rows[block][offset])
    return found


def _plus(one: Values, other: Values) -> Values:
    return tuple(map(add, one, other))
