"""What tables show of themselves: their states, whether they are online, and the heartbeats of the venue's workers."""

from collections.abc import Mapping
from dataclasses import dataclass

import psycopg

from engine.link_protocol import Cursor, LinkState, encode_state
from venue.record.notices import notify

PROJECTOR = "projector"
"""Name of the projector's heartbeat; others are those of ingesters."""


@dataclass(frozen=True, slots=True)
class Sign:
    """News of a table's state: what it shows, whether it is online; None for what is not new.

    ``heard``: the table was heard just now; otherwise the broker had kept what it said earlier.
    """

    state: LinkState | None = None
    online: bool | None = None
    heard: bool = True


def show(connection: psycopg.Connection, signs: Mapping[str, Sign]) -> None:
    """Store the latest states of these tables. Raises psycopg.Error."""
    with connection.transaction():
        for table, sign in sorted(signs.items()):
            state = None if sign.state is None else encode_state(sign.state).decode()
            name = "" if sign.state is None else sign.state.name
            connection.execute(
                "INSERT INTO tray AS t (table_id, told_name, state, online, seen_at)"
                " VALUES (%(table)s, %(name)s, %(state)s, coalesce(%(online)s, false),"
                " CASE WHEN %(heard)s THEN now() END)"
                " ON CONFLICT (table_id) DO UPDATE SET state = coalesce(excluded.state, t.state),"
                " told_name = CASE WHEN excluded.state IS NULL THEN t.told_name ELSE excluded.told_name END,"
                " online = coalesce(%(online)s, t.online), seen_at = coalesce(excluded.seen_at, t.seen_at)",
                {"table": table, "name": name, "state": state, "online": sign.online, "heard": sign.heard},
            )
        notify(connection, signs.keys())


def beat(connection: psycopg.Connection, name: str) -> None:
    """Note that this worker can write now."""
    connection.execute(
        "INSERT INTO heartbeat VALUES (%s, now()) ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at", [name]
    )


def all_cursors(connection: psycopg.Connection) -> dict[str, Cursor]:
    """Return the cursor of the journal that each table writes now."""
    rows = connection.execute(
        "SELECT t.table_id::text, t.journal_id::text, j.events, j.openings"
        " FROM tray t JOIN journal j USING (table_id, journal_id)"
    )
    return {
        table.replace("-", ""): Cursor(journal.replace("-", ""), events, openings)
        for table, journal, events, openings in rows
    }
