"""Alarms: what went wrong with a table, in one sentence, until the owner dismisses it. None of them stops a table.

Two cards with one id are told apart by their journals: each begins one of its own where it differs from the record, and
the owner chooses which of them goes on as the table.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import psycopg

from engine.i18n import Text, packed, unpacked
from engine.i18n import gettext as _
from venue.record.live import notify, plain

CONFLICT, TWINS, MESSAGE, FOREIGN = "conflict", "twins", "message", "foreign"
"""Another row in the place of a recorded one; two tables with one id; a message that cannot be read; a batch for
another table or venue."""
TWO_CARDS = _(
    "Two cards use this table’s id: one is a copy of the other. Games of both are recorded; the venue’s owner picks "
    "on the board which card keeps the id."
)

JournalKey = tuple[str, str]
"""Ids of a table and of a journal."""


def raise_alarm(connection: psycopg.Connection, table: str, journal: str | None, kind: str, sentence: str) -> str:
    """Raise an alarm, or count it if it is open already. Return the sentence."""
    connection.execute("INSERT INTO tray (table_id) VALUES (%s) ON CONFLICT DO NOTHING", [table])
    connection.execute(
        "INSERT INTO alarm (table_id, journal_id, kind, sentence) VALUES (%s, %s, %s, %s)"
        " ON CONFLICT (table_id, kind, coalesce(journal_id, table_id)) WHERE dismissed_at IS NULL"
        " DO UPDATE SET count = alarm.count + 1, last_at = now(), sentence = excluded.sentence",
        [table, journal, kind, json.dumps(packed(sentence), ensure_ascii=False)],
    )
    notify(connection, {table})
    return sentence


def refuse_message(connection: psycopg.Connection, table: str, why: str) -> None:
    """Raise the alarm for a message that cannot be read or recorded."""
    raise_alarm(connection, table, None, MESSAGE, _("A message was refused: {why}", why=why))


def told_twice(connection: psycopg.Connection, tables: Iterable[str]) -> set[str]:
    """Return those of these tables whose id two cards use, as far as the owner has not chosen one of them yet."""
    rows = connection.execute(
        "SELECT table_id::text FROM alarm WHERE dismissed_at IS NULL AND kind = %s AND table_id = ANY (%s::uuid[])",
        [TWINS, list(tables)],
    )
    return {plain(table) for (table,) in rows.fetchall()}


def sentence_of(stored: str) -> str | Text:
    """Return the sentence of an alarm, so that it can be shown in the reader's language."""
    try:
        return unpacked(json.loads(stored))  # type: ignore[no-any-return]
    except ValueError:
        return stored


def dismiss(connection: psycopg.Connection, table: str, number: int) -> None:
    """Close an alarm."""
    connection.execute(
        "UPDATE alarm SET dismissed_at = now() WHERE table_id = %s AND number = %s AND dismissed_at IS NULL",
        [table, number],
    )
    notify(connection, {table})


@dataclass(frozen=True, slots=True)
class Branch:
    """A journal of a table whose id two cards use: how many of its games no other one has, and its latest row."""

    journal: str
    games: int
    changed_at: datetime


BRANCHES = (
    "SELECT j.journal_id::text, (SELECT count(*) FROM result r WHERE (r.table_id, r.journal_id) ="
    " (j.table_id, j.journal_id) AND NOT EXISTS (SELECT 1 FROM result o WHERE o.origin = r.origin"
    " AND o.table_id = r.table_id AND o.journal_id <> r.journal_id)), j.changed_at"
    " FROM journal j JOIN alarm a USING (table_id) WHERE a.table_id = %s AND a.kind = %s AND a.dismissed_at IS NULL"
    " AND j.was_current AND j.changed_at > a.raised_at - interval '1 day' ORDER BY j.changed_at DESC"
)


def choose(connection: psycopg.Connection, table: str, journal: str) -> None:
    """Make that journal the table's. The cards with the other journals hear it, and take new ids."""
    with connection.transaction():
        rows = connection.execute(BRANCHES, [table, TWINS]).fetchall()
        others = [found for found, _games, _at in rows if plain(found) != journal]
        if len(others) == len(rows):
            return
        connection.execute(
            "UPDATE journal SET apart = journal_id <> %(journal)s WHERE table_id = %(table)s"
            " AND (journal_id = %(journal)s OR journal_id = ANY (%(others)s::uuid[]))",
            {"table": table, "journal": journal, "others": others},
        )
        connection.execute(
            "UPDATE tray SET journal_id = %s, returns = 0, processes = '{}' WHERE table_id = %s", [journal, table]
        )
        connection.execute(
            "UPDATE alarm SET dismissed_at = now() WHERE table_id = %s AND kind = ANY (%s) AND dismissed_at IS NULL",
            [table, [TWINS, CONFLICT]],
        )
        notify(connection, {table})
