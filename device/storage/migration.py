"""Brings a journal of an older schema up to date. The old file stays beside the new one, as it was."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.storage.database import JournalDatabase, Older, Opening, Row, telling_damage
from device.storage.rebuild import free_name, rebuild


def open_up_to_date(file: Path) -> JournalDatabase:
    """Open a journal of this schema or of an older one, which is brought up to date first.

    Raises what :class:`~device.storage.database.JournalDatabase` raises, but for
    :class:`~device.storage.database.Older`.
    """
    try:
        return JournalDatabase(file)
    except Older:
        migrate(file)
        return JournalDatabase(file)


def migrate(file: Path) -> Path:
    """Make a journal of this schema from the older one in that file: the name under which the older one is kept.

    Raises :class:`~device.storage.database.Damaged`, sqlite3.Error and OSError; then the older one is where it was.
    """
    aside = free_name(file, "before-update")

    def fill(ledger: JournalDatabase) -> None:
        with contextlib.closing(_opened(file)) as old, telling_damage():
            ledger.write(_rows(old), _openings(old))

    rebuild(file, aside, fill)
    return aside


def _opened(file: Path) -> sqlite3.Connection:
    """Open the old journal; its log, if it has one, goes into the file first."""
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
    """Yield the openings; schema 1 had none, so every game counts as opened once, at an unknown time."""
    tables = [name for (name,) in old.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    if "openings" in tables:
        found = old.execute("SELECT game, clock FROM openings ORDER BY number")
    else:
        found = old.execute("SELECT game, 0.0 FROM events GROUP BY game ORDER BY game")
    for game, clock in found:
        yield Opening(game, clock)
