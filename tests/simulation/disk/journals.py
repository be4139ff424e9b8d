"""Journals of an earlier schema, or damaged, and the events that are written into them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from device.journal.journal import Journal
from engine import Event, Rolled, Started, Stopped, encode

GAME: tuple[tuple[Event, ...], ...] = (
    (Started("dice-game-depot", ("Mia", "Jonas"), "Mia"),),
    (Rolled((6, 5, 4, 3, 3)), Stopped()),
    (Rolled((6, 5, 1, 2, 2)),),
    (Rolled((4, 2, 2)), Stopped()),
)
"""One game, in the steps in which it is confirmed; after it comes the next."""
EVENTS = [event for step in GAME for event in step]
TEXTS = [encode(event) for event in EVENTS]

OLD = """
CREATE TABLE events (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    moment REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x5144434B; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;
"""


def no_journal(folder: Path, games: int) -> None:
    assert not games
    folder.mkdir()


def old_journal(folder: Path, games: int) -> None:
    """Make a journal of the first schema, with that many games."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "journal.db")) as base:
        base.executescript(OLD)
        for game in range(1, games + 1):
            rows = [(game, number, 0.5, text) for number, text in enumerate(TEXTS)]
            base.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        base.commit()


def damaged_journal(folder: Path, games: int) -> None:
    """Make a journal whose header is damaged, with that many games."""
    folder.mkdir()
    with Journal(folder / "journal.db") as journal:
        for _ in range(games):
            journal.append(EVENTS, 0.5)
    data = (folder / "journal.db").read_bytes()
    (folder / "journal.db").write_bytes(b"not SQLite" + data[10:])
