"""What a damaged journal still tells: it is set aside, whole, and every game in it that can be read is taken over."""

import contextlib
import sqlite3
from itertools import count
from pathlib import Path

from device.durable import make_durable
from device.ledger import Row
from engine import BadLog, EngineError, Logbook, decode

BESIDE = ("-wal", "-journal", "-shm")
"""What SQLite keeps beside a file."""


def set_aside(file: Path) -> Path:
    """Rename the journal, and what lies beside it, to the first name that is free: that name. Raises OSError."""
    aside = next(one for number in count(1) if not (one := _aside(file, number)).exists())
    # the log first: without its file it must not be found, or a new file would be taken for the one it belongs to
    for ending in (*BESIDE, ""):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{file}{ending}").rename(f"{aside}{ending}")
    make_durable(file.parent)
    return aside


def _aside(file: Path, number: int) -> Path:
    return file.with_name(f"{file.stem}.damaged-{number}{file.suffix}")


def salvage(aside: Path) -> tuple[dict[int, list[Row]], int | None]:
    """The rows of each game that can still be read, as far as they make a game; and which of them was open last."""
    try:
        base = sqlite3.connect(aside)
    except sqlite3.Error:
        return {}, None
    found: dict[int, list[Row]] = {}
    opened: int | None = None
    with contextlib.closing(base):
        with contextlib.suppress(sqlite3.Error):
            for row in base.execute("SELECT game, number, moment, event FROM events ORDER BY game, number"):
                if isinstance(row[0], int):
                    found.setdefault(row[0], []).append(row)
        with contextlib.suppress(sqlite3.Error):
            [opened] = base.execute("SELECT game FROM openings ORDER BY number DESC LIMIT 1").fetchone() or [None]
    games = {game: rows for game in found if (rows := as_far_as_it_goes(found[game]))}
    return games, opened if opened in games else max(games, default=None)


def as_far_as_it_goes(rows: list[Row]) -> list[Row]:
    """The rows up to the first that no game can have had there."""
    book: Logbook | None = None
    for place, (_, number, _, event) in enumerate(rows):
        try:
            if number != place:
                raise BadLog("a row is missing")
            if book is None:
                book = Logbook(decode(event))
            else:
                book.write(decode(event))
        except (EngineError, TypeError, AttributeError):
            return rows[:place]
    return rows
