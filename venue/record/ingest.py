"""The one way into the record: batches of rows, in one transaction, however often and in whatever order they come.

A row that is there already changes nothing. If another row has its place, nothing of that journal is taken, and an
alarm is raised that the owner sees on the board and the table in its cursor. The cursor moves up to the first gap.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import LiteralString

import psycopg

from engine.i18n import gettext as _
from engine.link_protocol import Batch, Cursor, EventRow, OpeningRow
from venue.errors import RecordUnavailable
from venue.record.alarms import CONFLICT, TWINS, JournalKey, blocking, raise_alarm
from venue.record.live import notify, plain

SPAN = 1000
"""Rows that are looked at for gaps at a time."""
RETURNS = 2
"""Returns to an earlier journal, within an hour, after which two tables are taken to share one id."""


@contextmanager
def connected(address: str) -> Iterator[psycopg.Connection]:
    """Connect to the record. Raises :class:`RecordUnavailable`, also when it goes away meanwhile."""
    try:
        with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
            yield connection
    except psycopg.OperationalError as error:
        raise RecordUnavailable(why_unavailable(error)) from error


def secret_hash(password: str) -> bytes:
    """Return the hash under which a table's password is kept. It is random, so that a plain hash is enough."""
    return hashlib.sha256(password.encode()).digest()


def is_secret(connection: psycopg.Connection, table: str, password: str) -> bool:
    row = connection.execute("SELECT secret FROM tray WHERE table_id = %s", [table]).fetchone()
    kept = bytes(row[0]) if row and row[0] else b""
    return hmac.compare_digest(secret_hash(password), kept)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A batch and the table that sent it."""

    table: str
    batch: Batch


@dataclass(slots=True)
class _Group:
    """All rows of one journal in one transaction."""

    parent: str | None = None
    events: list[EventRow] = field(default_factory=list)
    openings: list[OpeningRow] = field(default_factory=list)


def ingest(connection: psycopg.Connection, deliveries: Sequence[Delivery]) -> dict[JournalKey, Cursor]:
    """Record the rows in one transaction and return the cursor of each journal.

    Raises :class:`RecordUnavailable` if the database cannot be written; nothing was taken then.
    """
    try:
        with connection.transaction():
            return _recorded(connection, _grouped(deliveries))
    except (psycopg.OperationalError, psycopg.InternalError) as error:
        raise RecordUnavailable(why_unavailable(error)) from error


def why_unavailable(error: psycopg.Error) -> str:
    match error:
        case psycopg.errors.ReadOnlySqlTransaction():
            return _("The record is read-only: tables keep their rows until it can be written again.")
        case psycopg.errors.DiskFull():
            return _("The disk of the record is full: free space; tables keep their rows until then.")
        case psycopg.OperationalError() if "authentication failed" in str(error):
            return _(
                "The record refuses this server: run quarterdeck venue init again; tables keep their rows until then."
            )
        case psycopg.OperationalError():
            return _("The record can’t be reached: start PostgreSQL; tables keep their rows until then.")
    reason = (str(error).splitlines() or ["?"])[0]
    return _("The record can’t be written ({reason}): tables keep their rows until then.", reason=reason)


def _grouped(deliveries: Iterable[Delivery]) -> dict[JournalKey, _Group]:
    groups: dict[JournalKey, _Group] = {}
    for one in deliveries:
        group = groups.setdefault((one.table, one.batch.journal), _Group())
        group.parent = one.batch.parent or group.parent
        group.events += one.batch.events
        group.openings += one.batch.openings
    return dict(sorted(groups.items()))  # rows are locked in the same order by all ingesters


def _recorded(connection: psycopg.Connection, groups: dict[JournalKey, _Group]) -> dict[JournalKey, Cursor]:
    before = _locked(connection, groups)
    stopped = blocking(connection, groups)
    for key, cursor in before.items():
        if key not in stopped and (why := _why_twins(connection, key, cursor, groups[key])):
            stopped[key] = why
    free = {key: group for key, group in groups.items() if key not in stopped}
    while free:
        conflicts = _inserted(connection, free)
        for (table, journal), (game, number) in conflicts.items():
            sentence = _(
                "Event {number} of game {game} differs from the recorded one, so nothing of this table is recorded: "
                "delete table-id.json on the copy of its card and restart it, then dismiss this alarm.",
                number=number,
                game=game,
            )
            stopped[table, journal] = raise_alarm(connection, table, journal, CONFLICT, sentence, blocks=True)
            del free[table, journal]
        if not conflicts:
            break
    after = before | _advanced(connection, {key: before[key] for key in free})
    notify(connection, {table for table, _journal in groups})
    return {key: Cursor(one.journal, one.events, one.openings, stopped.get(key)) for key, one in after.items()}


def _locked(connection: psycopg.Connection, groups: dict[JournalKey, _Group]) -> dict[JournalKey, Cursor]:
    """Return the cursors of these journals, locked until the end of the transaction. New ones are added."""
    tables, journals = [table for table, _journal in groups], [journal for _table, journal in groups]
    query = (
        "SELECT j.table_id::text, j.journal_id::text, j.events, j.openings FROM journal j"
        " JOIN unnest(%s::uuid[], %s::uuid[]) AS b (table_id, journal_id) USING (table_id, journal_id)"
        " ORDER BY j.table_id, j.journal_id FOR UPDATE OF j"
    )
    rows = connection.execute(query, [tables, journals]).fetchall()
    if len(rows) < len(groups):
        connection.execute(
            "INSERT INTO tray (table_id) SELECT DISTINCT unnest(%s::uuid[]) ON CONFLICT DO NOTHING", [tables]
        )
        connection.execute(
            "INSERT INTO journal (table_id, journal_id, parent)"
            " SELECT * FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[]) ON CONFLICT DO NOTHING",
            [tables, journals, [group.parent for group in groups.values()]],
        )
        rows = connection.execute(query, [tables, journals]).fetchall()
    return {
        (plain(table), plain(journal)): Cursor(plain(journal), events, openings)
        for table, journal, events, openings in rows
    }


def _why_twins(connection: psycopg.Connection, key: JournalKey, cursor: Cursor, group: _Group) -> str | None:
    """Note which journal a table writes now. Return the alarm's sentence if two tables take turns under one id."""
    table, journal = key
    is_news = any(row.place > cursor.events for row in group.events) or any(
        row.number > cursor.openings for row in group.openings
    )
    if not is_news:
        return None
    row = connection.execute(
        "SELECT t.journal_id = j.journal_id, j.was_current FROM tray t JOIN journal j USING (table_id)"
        " WHERE j.table_id = %s AND j.journal_id = %s",
        [table, journal],
    ).fetchone()
    is_current, was_current = row or (None, False)
    if is_current:
        return None
    connection.execute(
        "UPDATE journal SET was_current = true WHERE table_id = %s AND journal_id = %s AND NOT was_current",
        [table, journal],
    )
    [returns] = connection.execute(
        "UPDATE tray SET journal_id = %s, returns = CASE WHEN NOT %s THEN returns"
        " WHEN returned_at > now() - interval '1 hour' THEN returns + 1 ELSE 1 END,"
        " returned_at = CASE WHEN %s THEN now() ELSE returned_at END WHERE table_id = %s RETURNING returns",
        [journal, was_current, was_current, table],
    ).fetchone() or (0,)
    if not was_current or returns < RETURNS:
        return None
    sentence = _(
        "Two tables send under one id, so nothing of them is recorded: delete table-id.json on one of them and restart "
        "it, then dismiss this alarm."
    )
    connection.execute("UPDATE tray SET returns = 0 WHERE table_id = %s", [table])
    return raise_alarm(connection, table, None, TWINS, sentence, blocks=True)


_INSERT_EVENTS = """
WITH new AS (
INSERT INTO event (table_id, journal_id, game, number, place, moment, body)
SELECT * FROM unnest(%b::uuid[], %b::uuid[], %b::int8[], %b::int8[], %b::int8[], %b::float8[], %b::text[])
ON CONFLICT DO NOTHING RETURNING table_id, journal_id)
SELECT table_id::text, journal_id::text, count(*) FROM new GROUP BY table_id, journal_id
"""
_INSERT_OPENINGS = """
WITH new AS (
INSERT INTO opening (table_id, journal_id, number, game, clock)
SELECT * FROM unnest(%b::uuid[], %b::uuid[], %b::int8[], %b::int8[], %b::float8[])
ON CONFLICT DO NOTHING RETURNING table_id, journal_id)
SELECT table_id::text, journal_id::text, count(*) FROM new GROUP BY table_id, journal_id
"""
# LIMIT keeps the planner from reading the whole record: each row is looked up by its key
_OTHER_EVENTS = """
SELECT DISTINCT ON (b.table_id, b.journal_id) b.table_id::text, b.journal_id::text, b.game, b.number
FROM unnest(%b::uuid[], %b::uuid[], %b::int8[], %b::int8[], %b::int8[], %b::float8[], %b::text[])
    AS b (table_id, journal_id, game, number, place, moment, body)
LEFT JOIN LATERAL (
    SELECT e.place, e.moment, e.body FROM event e
    WHERE (e.table_id, e.journal_id, e.game, e.number) = (b.table_id, b.journal_id, b.game, b.number) LIMIT 1
) AS e ON true
WHERE (e.place, e.moment, e.body) IS DISTINCT FROM (b.place, b.moment, b.body)
ORDER BY b.table_id, b.journal_id, b.place
"""
_OTHER_OPENINGS = """
SELECT DISTINCT ON (b.table_id, b.journal_id) b.table_id::text, b.journal_id::text, b.game, b.number
FROM unnest(%b::uuid[], %b::uuid[], %b::int8[], %b::int8[], %b::float8[])
    AS b (table_id, journal_id, number, game, clock)
LEFT JOIN LATERAL (
    SELECT o.game, o.clock FROM opening o
    WHERE (o.table_id, o.journal_id, o.number) = (b.table_id, b.journal_id, b.number) LIMIT 1
) AS o ON true
WHERE (o.game, o.clock) IS DISTINCT FROM (b.game, b.clock)
ORDER BY b.table_id, b.journal_id, b.number
"""


def _inserted(connection: psycopg.Connection, groups: dict[JournalKey, _Group]) -> dict[JournalKey, tuple[int, int]]:
    """Insert the rows. If others have their places, insert nothing and return the first such row of each journal."""
    events: dict[JournalKey, list[_Values]] = {
        key: [(*key, row.game, row.number, row.place, row.moment, row.event) for row in group.events]
        for key, group in groups.items()
    }
    openings: dict[JournalKey, list[_Values]] = {
        key: [(*key, row.number, row.game, row.clock) for row in group.openings] for key, group in groups.items()
    }
    found: dict[JournalKey, tuple[int, int]] = {}
    try:
        with connection.transaction():
            for rows, insert, others in (
                (events, _INSERT_EVENTS, _OTHER_EVENTS),
                (openings, _INSERT_OPENINGS, _OTHER_OPENINGS),
            ):
                for key, place in _differing(connection, rows, insert, others).items():
                    found.setdefault(key, place)
            if found:
                raise psycopg.Rollback
    except psycopg.Rollback:
        pass
    return found


_Values = tuple[object, ...]


def _differing(
    connection: psycopg.Connection, rows: dict[JournalKey, list[_Values]], insert: LiteralString, others: LiteralString
) -> dict[JournalKey, tuple[int, int]]:
    """Insert the rows of one kind, and compare those of journals of which some were there already."""
    columns = _columns(row for some in rows.values() for row in some)
    if not columns:
        return {}
    new = {(plain(table), plain(journal)): many for table, journal, many in connection.execute(insert, columns)}
    again = _columns(row for key, some in rows.items() if new.get(key, 0) < len(some) for row in some)
    if not again:
        return {}
    return {
        (plain(table), plain(journal)): (game, number)
        for table, journal, game, number in connection.execute(others, again)
    }


def _columns(rows: Iterable[_Values]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]


_ADVANCE = """
WITH reach AS (
    SELECT j.table_id, j.journal_id,
        j.events + (SELECT count(*) FROM (
            SELECT place, row_number() OVER (ORDER BY place) AS n FROM (
                SELECT place FROM event e
                WHERE e.table_id = j.table_id AND e.journal_id = j.journal_id AND e.place > j.events
                ORDER BY place LIMIT %(span)s) AS next) AS counted WHERE place = j.events + n) AS events,
        j.openings + (SELECT count(*) FROM (
            SELECT number, row_number() OVER (ORDER BY number) AS n FROM (
                SELECT number FROM opening o
                WHERE o.table_id = j.table_id AND o.journal_id = j.journal_id AND o.number > j.openings
                ORDER BY number LIMIT %(span)s) AS next) AS counted WHERE number = j.openings + n) AS openings
    FROM journal j JOIN unnest(%(tables)s::uuid[], %(journals)s::uuid[]) AS b (table_id, journal_id)
        USING (table_id, journal_id))
UPDATE journal j SET events = reach.events, openings = reach.openings, changed_at = now() FROM reach
WHERE j.table_id = reach.table_id AND j.journal_id = reach.journal_id
    AND (j.events, j.openings) <> (reach.events, reach.openings)
RETURNING j.table_id::text, j.journal_id::text, j.events, j.openings
"""


def _advanced(connection: psycopg.Connection, before: dict[JournalKey, Cursor]) -> dict[JournalKey, Cursor]:
    """Move these cursors up to the first gap and return those that moved."""
    moved: dict[JournalKey, Cursor] = {}
    due = list(before)
    while due:
        rows = connection.execute(
            _ADVANCE,
            {
                "tables": [table for table, _journal in due],
                "journals": [journal for _table, journal in due],
                "span": SPAN,
            },
        ).fetchall()
        due = []
        for table, journal, events, openings in rows:
            key = plain(table), plain(journal)
            last = moved.get(key, before[key])
            moved[key] = Cursor(key[1], events, openings)
            if events - last.events == SPAN or openings - last.openings == SPAN:
                due.append(key)
    return moved
