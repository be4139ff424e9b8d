"""Notifications of changes, one for each transaction: ids only."""

import json
from collections.abc import Collection, Iterable

import psycopg

from engine.i18n import Text, packed, unpacked
from venue.record.schema import CHANNEL

MOST_NAMED = 200
"""Ids in one notification; PostgreSQL allows 8,000 bytes."""
ALL, RESULTS = "*", "results"


def notify(connection: psycopg.Connection, tables: Collection[str]) -> None:
    """Announce at the end of the transaction that these tables changed."""
    if tables:
        send(connection, ALL if len(tables) > MOST_NAMED else " ".join(sorted(tables)))


def send(connection: psycopg.Connection, notice: str) -> None:
    """Send a notification at the end of the transaction."""
    connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, notice])


def tables_in(payloads: Iterable[str]) -> set[str] | None:
    """Return the ids in these notifications; None for all tables."""
    found = {name for payload in payloads for name in payload.split()} - {RESULTS}
    return None if ALL in found else found


def stored_text(text: str) -> str:
    """Return a text as the record keeps it, so that it can be shown in the reader's language."""
    return json.dumps(packed(text), ensure_ascii=False)


def text_of(stored: str) -> str | Text:
    """Return the text that :func:`stored_text` kept."""
    try:
        return unpacked(json.loads(stored))  # type: ignore[no-any-return]
    except ValueError:
        return stored
