"""Journals of a few events, and a disk that takes nothing."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.journal.journal import Journal
from device.journal.reader import reading
from engine import Event, Rolled, Started, Stopped

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
ROLL = Rolled((6, 5, 4, 3, 3))
OTHER = Started("dice-game-depot", ("Ada", "Ben"), "Ben")
WON: tuple[Event, ...] = (START, Rolled((6, 5, 4, 6, 6)), Stopped(), Rolled((6, 5, 4, 1, 1)), Stopped())
LEFT: tuple[Event, ...] = (START, Rolled((1, 2, 2, 3, 3)))
"""A game that Mia has won, and one that was left."""


def open_events(journal: Journal) -> tuple[Event, ...]:
    kept = journal.last_game()
    return kept.events if kept else ()


def rows_in(file: Path) -> list[tuple[int, int]]:
    with reading(file) as ledger:
        return [row[:2] for game in ledger.games() for row in ledger.rows(game)]


def fill(file: Path, games: int = 3) -> None:
    with Journal(file) as journal:
        journal.append([START, ROLL, Stopped()] * games, 1.0)


@contextmanager
def full_disk(size: int = 4096) -> Iterator[None]:
    """No file of this process, or of those that it starts, grows beyond so many bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
