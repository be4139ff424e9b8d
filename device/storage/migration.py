"""Migration of a journal from an older schema. The old file is kept unchanged beside the new one."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.storage.database import JournalDatabase, Older, Opening, Row, telling_damage
from device.storage.rebuild import free_name, rebuild


def open_up_to_date(file: Path) -> JournalDatabase:
    """Open a journal of this schema, or migrate one of an older schema and open it.

    Raises what :class:`~device.storage.database.JournalDatabase` raises, except
    :class:`~device.storage.database.Older`.
    """
    try:
        return JournalDatabase(file)
    except Older:
        migrate(file)
        return JournalDatabase(file)


def migrate(file: Path) -> Path:
    """Replace the journal by one of this schema, and return the new path of the old file.

    Raises :class:`~device.storage.database.Damaged`, sqlite3.Error and OSError. The old journal is then unchanged.
    """
    aside = free_name(file, "before-update")

    def fill(ledger: JournalDatabase) -> None:
        with contextlib.closing(_opened(file)) as old, telling_damage():
            ledger.write(_rows(old), _openings(old))

    rebuild(file, aside, fill)
    return aside


def _opened(file: Path) -> sqlite3.Connection:
    """Open the old journal. Its log, if any, is first written into the file."""
    base = sqlite3.connect(file, isolation_level=None)
    try:
        with telling_damage():
            base.execute("PRAGMA locking_mode = EXCLUSIVE")
            base.execute("PRAGMA trusted_schema = OFF")
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except BaseException:
        base.close()
        raise
    return base


def _rows(old: sqlite3.Connection) -> Iterator[Row]:
    yield from old.execute("SELECT game, number, moment, event FROM events ORDER BY game, number")


def _openings(old: sqlite3.Connection) -> Iterator[Opening]:
    """Yield the openings. Schema 1 had none, so every game counts as opened once, at an unknown time."""
    tables = [name for (name,) in old.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    if "openings" in tables:
        found = old.execute("SELECT game, clock FROM openings ORDER BY number")
    else:
        found = old.execute("SELECT game, 0.0 FROM events GROUP BY game ORDER BY game")
    for game, clock in found:
        yield Opening(game, clock)
