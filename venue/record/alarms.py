"""Alarms: what went wrong with a table, in one sentence, until the owner dismisses it.

An alarm that blocks has the record refuse all rows of its journal, or of its table, until then.
"""

import json
from collections.abc import Iterable

import psycopg

from engine.i18n import Text, packed, unpacked
from engine.i18n import gettext as _
from venue.record.live import notify, plain

CONFLICT, TWINS, MESSAGE, FOREIGN = "conflict", "twins", "message", "foreign"
"""Another row in the place of a recorded one; two tables with one id; a message that cannot be read; a batch for
another table or venue."""

JournalKey = tuple[str, str]
"""Ids of a table and of a journal."""


def raise_alarm(
    connection: psycopg.Connection, table: str, journal: str | None, kind: str, sentence: str, *, blocks: bool = False
) -> str:
    """Raise an alarm, or count it if it is open already. Return the sentence."""
    connection.execute("INSERT INTO tray (table_id) VALUES (%s) ON CONFLICT DO NOTHING", [table])
    connection.execute(
        "INSERT INTO alarm (table_id, journal_id, kind, sentence, blocks) VALUES (%s, %s, %s, %s, %s)"
        " ON CONFLICT (table_id, kind, coalesce(journal_id, table_id)) WHERE dismissed_at IS NULL"
        " DO UPDATE SET count = alarm.count + 1, last_at = now(), sentence = excluded.sentence",
        [table, journal, kind, json.dumps(packed(sentence), ensure_ascii=False), blocks],
    )
    notify(connection, {table})
    return sentence


def refuse_message(connection: psycopg.Connection, table: str, why: str) -> None:
    """Raise the alarm for a message that cannot be read or recorded."""
    raise_alarm(connection, table, None, MESSAGE, _("A message was refused: {why}", why=why))


def blocking(connection: psycopg.Connection, keys: Iterable[JournalKey]) -> dict[JournalKey, str]:
    """Return the sentence of an open alarm that blocks, for each of these journals that has one."""
    wanted = list(keys)
    rows = connection.execute(
        "SELECT table_id::text, journal_id::text, sentence FROM alarm"
        " WHERE dismissed_at IS NULL AND blocks AND table_id = ANY (%s::uuid[])",
        [[table for table, _journal in wanted]],
    ).fetchall()
    found: dict[JournalKey, str] = {}
    for table, journal, sentence in rows:
        for key in wanted:
            if key[0] == plain(table) and (journal is None or key[1] == plain(journal)):
                found.setdefault(key, sentence_of(sentence))
    return found


def sentence_of(stored: str) -> str | Text:
    """Return the sentence of an alarm, so that it can be shown in the reader's language."""
    try:
        return unpacked(json.loads(stored))  # type: ignore[no-any-return]
    except ValueError:
        return stored


def dismiss(connection: psycopg.Connection, table: str, number: int) -> None:
    """Close an alarm. The table's rows are taken again."""
    connection.execute(
        "UPDATE alarm SET dismissed_at = now() WHERE table_id = %s AND number = %s AND dismissed_at IS NULL",
        [table, number],
    )
    notify(connection, {table})
