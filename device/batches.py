"""Splitting of long iterables into lists of limited length."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")


def batches(items: Iterable[Item], most: int) -> Iterator[list[Item]]:
    """Yield lists of at most ``most`` items, in order."""
    rest = iter(items)
    while batch := list(islice(rest, most)):
        yield batch
