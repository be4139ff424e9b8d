"""Compares a table's journal with the record, by the hash of both up to the record's cursor."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import psycopg

from engine.codec import names_in, renamed_line
from engine.i18n import gettext as _
from engine.link_protocol import Cursor, EventRow, OpeningRow, journal_hash
from venue.errors import Rejected
from venue.record.erasing import ALL_NAMES
from venue.record.live import plain

AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """A journal held against the record: hashes of both up to ``cursor``, and how many rows the journal has."""

    cursor: Cursor
    events: int
    openings: int
    here: str
    recorded: str

    @property
    def is_equal(self) -> bool:
        return self.here == self.recorded

    @property
    def is_whole(self) -> bool:
        return self.is_equal and (self.events, self.openings) == (self.cursor.events, self.cursor.openings)


def recorded_hash(connection: psycopg.Connection, table: str, cursor: Cursor) -> str:
    here = {"table": table, "journal": cursor.journal, "events": cursor.events, "openings": cursor.openings}
    with connection.transaction(), connection.cursor("rows") as events, connection.cursor("openings") as openings:
        events.itersize = openings.itersize = AT_ONCE
        events.execute(
            "SELECT place, game, number, moment, body FROM event"
            " WHERE table_id = %(table)s AND journal_id = %(journal)s AND place <= %(events)s ORDER BY place",
            here,
        )
        openings.execute(
            "SELECT number, game, clock FROM opening"
            " WHERE table_id = %(table)s AND journal_id = %(journal)s AND number <= %(openings)s ORDER BY number",
            here,
        )
        return journal_hash((EventRow(*row) for row in events), (OpeningRow(*row) for row in openings))


def compare(connection: psycopg.Connection, journal: Path) -> dict[str, Comparison]:
    """Return the comparison for each table that sent this journal. Raises :class:`Rejected` for another file."""
    with _opened(journal) as base:
        try:
            [name] = base.execute("SELECT id FROM identities ORDER BY number DESC LIMIT 1").fetchone()
            events, openings = (
                base.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("events", "openings")
            )
        except (sqlite3.Error, TypeError):
            raise Rejected(_("{file} is not a journal of a table.", file=journal)) from None
        rows = connection.execute(
            "SELECT table_id::text, forgotten, events, openings FROM journal WHERE journal_id = %s ORDER BY table_id",
            [name],
        ).fetchall()
        found = {}
        for table, forgotten, *reach in rows:
            cursor, called = Cursor(name, *reach), _names_after(base, forgotten)
            here = journal_hash(
                (
                    EventRow(place, game, number, moment, renamed_line(line, called.get(game, {})))
                    for place, game, number, moment, line in base.execute(
                        "SELECT place, game, number, moment, event FROM events WHERE place <= ? ORDER BY place",
                        [cursor.events],
                    )
                ),
                (
                    OpeningRow(*row)
                    for row in base.execute(
                        "SELECT number, game, clock FROM openings WHERE number <= ? ORDER BY number", [cursor.openings]
                    )
                ),
            )
            there = recorded_hash(connection, table, cursor)
            found[plain(table)] = Comparison(cursor, events, openings, here, there)
        return found


def _names_after(base: sqlite3.Connection, forgotten: int) -> dict[int, dict[str, str]]:
    """Return how the players of each forgotten game are called in the record."""
    rows = base.execute("SELECT game, event FROM events WHERE game <= ? ORDER BY game, number", [forgotten])
    return {
        game: ALL_NAMES.called_in(names_in(line for _game, line in lines))
        for game, lines in groupby(rows, itemgetter(0))
    }


@contextmanager
def _opened(journal: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy of a journal with its write-ahead log, which its table may hold open."""
    with tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder:
        copy = Path(folder, "journal.db")
        try:
            shutil.copyfile(journal, copy)
            if (log := journal.with_name(f"{journal.name}-wal")).exists():
                shutil.copyfile(log, copy.with_name("journal.db-wal"))
        except OSError as error:
            raise Rejected(_("{file} can’t be read ({why}).", file=journal, why=error.strerror or "?")) from None
        with closing(sqlite3.connect(copy)) as base:
            yield base
