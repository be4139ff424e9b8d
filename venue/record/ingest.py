"""The one way into the record: batches of rows, in one transaction, however often and in whatever order they come.

A row that is there already changes nothing. If another row has its place, nothing of that delivery is taken: an id
names one sequence of rows, and the cursor tells the table that it begins a journal of its own. So no card stops
another, whichever was first. The cursor moves up to the first gap.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import LiteralString

import psycopg

from engine.i18n import gettext as _
from engine.link_protocol import Batch, Cursor, EventRow, OpeningRow, mark_of
from venue.errors import RecordUnavailable
from venue.record.alarms import CONFLICT, TWINS, TWO_CARDS, JournalKey, raise_alarm, told_twice
from venue.record.erasing import erase
from venue.record.live import notify, plain

SPAN = 1000
"""Rows that are looked at for gaps at a time."""
RETURNS = 2
"""Returns to an earlier journal, within an hour, after which two cards are taken to share one id. One is enough where
the other journal was made from it and is known for a while: what was on its way has arrived by then."""


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
            for one in deliveries:
                if one.batch.erased:
                    erase(connection, one.table, one.batch.erased)
            came = dict.fromkeys((one.table, one.batch.journal) for one in deliveries)
            return _recorded(connection, _grouped(deliveries), sorted(came, key=lambda key: key[0]))
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


def _recorded(
    connection: psycopg.Connection, groups: dict[JournalKey, _Group], came: Sequence[JournalKey]
) -> dict[JournalKey, Cursor]:
    """Record the rows of these journals. Those of one table ``came`` in that order: it writes the last of them."""
    before = _locked(connection, groups)
    for key in came:
        _note_current(connection, key, before[key], groups[key])
    strange: dict[JournalKey, Cursor] = {}
    free = dict(groups)
    while free:
        conflicts = _inserted(connection, free)
        for key, row in conflicts.items():
            sentence = _(
                "{row} differs from the recorded one because a card was copied or restored: that card continues in a"
                " new journal, and nothing is lost. If this comes up again, update that table.",
                row=_("Event {number} of game {game}", number=row.number, game=row.game)
                if isinstance(row, EventRow)
                else _("The opening of game {game}", game=row.game),
            )
            raise_alarm(connection, *key, CONFLICT, sentence)
            strange[key] = replace(before[key], strange=mark_of(row), alarm=sentence)
            del free[key]
        if not conflicts:
            break
    after = before | strange | _advanced(connection, {key: before[key] for key in free})
    notify(connection, {table for table, _journal in groups})
    twice = told_twice(connection, {table for table, _journal in groups})
    return {
        key: replace(
            after[key], alarm=after[key].alarm or (TWO_CARDS if key[0] in twice else None), apart=before[key].apart
        )
        for key in came
    }


def _locked(connection: psycopg.Connection, groups: dict[JournalKey, _Group]) -> dict[JournalKey, Cursor]:
    """Return the cursors of these journals, locked until the end of the transaction. New ones are added."""
    tables, journals = [table for table, _journal in groups], [journal for _table, journal in groups]
    query = (
        "SELECT j.table_id::text, j.journal_id::text, j.events, j.openings, j.apart FROM journal j"
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
        (plain(table), plain(journal)): Cursor(plain(journal), events, openings, apart=apart)
        for table, journal, events, openings, apart in rows
    }


def _note_current(connection: psycopg.Connection, key: JournalKey, cursor: Cursor, group: _Group) -> None:
    """Note which journal a table writes now. Raise an alarm if two cards take turns under one id."""
    table, journal = key
    is_news = any(row.place > cursor.events for row in group.events) or any(
        row.number > cursor.openings for row in group.openings
    )
    if not is_news or cursor.apart:
        return
    row = connection.execute(
        "SELECT t.journal_id = j.journal_id, j.was_current, coalesce(c.parent = j.journal_id"
        " AND c.first_seen < now() - interval '10 s', false) FROM tray t JOIN journal j USING (table_id)"
        " LEFT JOIN journal c ON (c.table_id, c.journal_id) = (t.table_id, t.journal_id)"
        " WHERE j.table_id = %s AND j.journal_id = %s",
        [table, journal],
    ).fetchone()
    is_current, was_current, is_left = row or (None, False, False)
    if is_current:
        return
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
    if was_current and (is_left or returns >= RETURNS):
        connection.execute("UPDATE tray SET returns = 0 WHERE table_id = %s", [table])
        raise_alarm(connection, table, None, TWINS, TWO_CARDS)


def all_cursors(connection: psycopg.Connection) -> dict[str, Cursor]:
    """Return the cursor of the journal that each table writes now, with the sentence of two cards if it has them."""
    rows = connection.execute(
        "SELECT t.table_id::text, t.journal_id::text, j.events, j.openings, j.apart, EXISTS (SELECT 1 FROM alarm a"
        " WHERE a.table_id = t.table_id AND a.kind = %s AND a.dismissed_at IS NULL)"
        " FROM tray t JOIN journal j USING (table_id, journal_id)",
        [TWINS],
    )
    return {
        plain(table): Cursor(plain(journal), events, openings, TWO_CARDS if is_twice else None, apart=apart)
        for table, journal, events, openings, apart, is_twice in rows
    }


def cursors_apart(connection: psycopg.Connection, keys: Iterable[JournalKey]) -> dict[str, Cursor]:
    """Return the cursors of those of these journals that the owner has not chosen, by table."""
    wanted = [list(key) for key in keys if key[1]]
    rows = (
        connection.execute(
            "SELECT table_id::text, journal_id::text, events, openings FROM journal WHERE apart"
            " AND (table_id, journal_id) IN (SELECT * FROM unnest(%s::uuid[], %s::uuid[]))",
            [[table for table, _journal in wanted], [journal for _table, journal in wanted]],
        ).fetchall()
        if wanted
        else []
    )
    return {
        plain(table): Cursor(plain(journal), events, openings, apart=True) for table, journal, events, openings in rows
    }


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
SELECT DISTINCT ON (b.table_id, b.journal_id) b.table_id::text, b.journal_id::text, b.at
FROM unnest(%b::uuid[], %b::uuid[], %b::int8[], %b::int8[], %b::int8[], %b::float8[], %b::text[], %b::int8[])
    AS b (table_id, journal_id, game, number, place, moment, body, at)
LEFT JOIN LATERAL (
    SELECT e.place, e.moment, e.body FROM event e
    WHERE (e.table_id, e.journal_id, e.game, e.number) = (b.table_id, b.journal_id, b.game, b.number) LIMIT 1
) AS e ON true
WHERE (e.place, e.moment, e.body) IS DISTINCT FROM (b.place, b.moment, b.body)
ORDER BY b.table_id, b.journal_id, b.place
"""
_OTHER_OPENINGS = """
SELECT DISTINCT ON (b.table_id, b.journal_id) b.table_id::text, b.journal_id::text, b.at
FROM unnest(%b::uuid[], %b::uuid[], %b::int8[], %b::int8[], %b::float8[], %b::int8[])
    AS b (table_id, journal_id, number, game, clock, at)
LEFT JOIN LATERAL (
    SELECT o.game, o.clock FROM opening o
    WHERE (o.table_id, o.journal_id, o.number) = (b.table_id, b.journal_id, b.number) LIMIT 1
) AS o ON true
WHERE (o.game, o.clock) IS DISTINCT FROM (b.game, b.clock)
ORDER BY b.table_id, b.journal_id, b.number
"""


def _inserted(
    connection: psycopg.Connection, groups: dict[JournalKey, _Group]
) -> dict[JournalKey, EventRow | OpeningRow]:
    """Insert the rows. If others have their places, insert nothing and return the first such row of each journal."""
    events: dict[JournalKey, list[_Values]] = {
        key: [(*key, row.game, row.number, row.place, row.moment, row.event) for row in group.events]
        for key, group in groups.items()
    }
    openings: dict[JournalKey, list[_Values]] = {
        key: [(*key, row.number, row.game, row.clock) for row in group.openings] for key, group in groups.items()
    }
    found: dict[JournalKey, EventRow | OpeningRow] = {}
    try:
        with connection.transaction():
            for key, at in _differing(connection, openings, _INSERT_OPENINGS, _OTHER_OPENINGS).items():
                found[key] = groups[key].openings[at - 1]
            for key, at in _differing(connection, events, _INSERT_EVENTS, _OTHER_EVENTS).items():
                found[key] = groups[key].events[at - 1]
            if found:
                raise psycopg.Rollback
    except psycopg.Rollback:
        pass
    return found


_Values = tuple[object, ...]


def _differing(
    connection: psycopg.Connection, rows: dict[JournalKey, list[_Values]], insert: LiteralString, others: LiteralString
) -> dict[JournalKey, int]:
    """Insert the rows of one kind, and compare those of journals of which some were there already.

    Returns which of a journal's rows, counted from 1, is the first that differs.
    """
    columns = _columns(row for some in rows.values() for row in some)
    if not columns:
        return {}
    new = {(plain(table), plain(journal)): many for table, journal, many in connection.execute(insert, columns)}
    again = _columns(
        (*row, at) for key, some in rows.items() if new.get(key, 0) < len(some) for at, row in enumerate(some, 1)
    )
    if not again:
        return {}
    return {(plain(table), plain(journal)): at for table, journal, at in connection.execute(others, again)}


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
