"""Downsampling of a long course: which of its values are needed, and the block of each of them."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import add


def samples(many: int, most: int) -> list[int]:
    """Return the places of at most ``most`` (> 1) of ``many`` values, evenly spaced, with the first and the last."""
    if many <= most:
        return list(range(many))
    step = -(-(many - 1) // (most - 1))
    return [*range(0, many - 1, step), many - 1]


def located(counts: Sequence[int], places: Sequence[int]) -> list[tuple[int, int]]:
    """Return for each place its block, and its place in that block. ``counts`` are the sizes of consecutive blocks.

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
"""The number of blocks from which a course is drawn by whole blocks, without reading single values."""


def course(blocks: Sequence[tuple[int, Values]], rows_of: Callable[[int], Sequence[Values]], most: int) -> list[Values]:
    """Return the sums of all values so far, after at most ``most`` of the values, including the last one.

    ``blocks`` are consecutive, each with its number of values and their sum. ``rows_of`` returns the values of a block,
    by its place among the blocks.
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
