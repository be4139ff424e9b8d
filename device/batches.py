"""Long rows of things in pieces, so that only one piece is in memory."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")


def batches(items: Iterable[Item], most: int) -> Iterator[list[Item]]:
    """Lists of at most ``most`` items, one after another."""
    rest = iter(items)
    while batch := list(islice(rest, most)):
        yield batch
