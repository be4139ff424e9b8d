"""States of tables, heartbeats of the venue's workers, and notifications of changes: what the board follows."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import psycopg

from engine.link_protocol import LinkState, encode_state
from venue.record.schema import CHANNEL

PROJECTOR, BACKUP = "projector", "backup"
"""Names of the heartbeats of the projector and of backups; others are those of ingesters."""
MOST_NAMED = 200
"""Ids in one notification; PostgreSQL allows 8,000 bytes."""
ALL, RESULTS = "*", "results"
"""Notifications of a change in all tables, and in the projections. Others name tables by their ids."""


def notify(connection: psycopg.Connection, tables: Collection[str]) -> None:
    """Announce at the end of the transaction that these tables changed."""
    if tables:
        send(connection, ALL if len(tables) > MOST_NAMED else " ".join(sorted(tables)))


def send(connection: psycopg.Connection, notice: str) -> None:
    connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, notice])


def tables_in(payloads: Iterable[str]) -> set[str] | None:
    """Return the ids in these notifications; None for all tables."""
    found = {name for payload in payloads for name in payload.split()} - {RESULTS}
    return None if ALL in found else found


def plain(uuid: str) -> str:
    """Return an id of the database as it is on the wire."""
    return uuid.replace("-", "")


@dataclass(frozen=True, slots=True)
class Sign:
    """News of a table's state: what it shows, whether it is online; None for what is not new.

    ``heard``: the table was heard just now; otherwise the broker had kept what it said earlier.
    """

    state: LinkState | None = None
    online: bool | None = None
    heard: bool = True


def show(connection: psycopg.Connection, signs: Mapping[str, Sign]) -> set[str]:
    """Store the latest states of these tables. Returns those at which a program shows itself again after another.

    A program that has ended never comes back, so two of them run. Raises psycopg.Error.
    """
    twice: set[str] = set()
    with connection.transaction():
        for table, sign in sorted(signs.items()):
            state = None if sign.state is None else encode_state(sign.state).decode()
            process = sign.state.process if sign.state and (sign.heard or sign.online) else ""
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
            if sign.state and sign.state.journal:
                connection.execute(
                    "UPDATE tray t SET told_journal = %(journal)s, told_events = %(events)s,"
                    " waiting_since = CASE WHEN %(events)s > r.events THEN"
                    " CASE WHEN t.told_events > r.events THEN coalesce(t.waiting_since, now()) ELSE now() END END"
                    " FROM (SELECT coalesce(max(events), 0) AS events FROM journal"
                    " WHERE table_id = %(table)s AND journal_id = %(journal)s) AS r WHERE t.table_id = %(table)s",
                    {"table": table, "journal": sign.state.journal, "events": sign.state.events},
                )
            moved = connection.execute(
                "UPDATE tray t SET processes = %(process)s || (array_remove(o.processes, %(process)s))[:2]"
                " FROM tray o WHERE t.table_id = %(table)s AND o.table_id = t.table_id AND %(process)s <> ''"
                " AND t.processes[1] IS DISTINCT FROM %(process)s RETURNING %(process)s = ANY (o.processes)",
                {"table": table, "process": process},
            ).fetchone()
            if moved and moved[0]:
                twice.add(table)
        notify(connection, signs.keys())
    return twice


def give_up(connection: psycopg.Connection, heard: Collection[str]) -> None:
    """Show all tables as away but those that were heard of late."""
    gone = connection.execute(
        "UPDATE tray SET online = false WHERE online AND table_id <> ALL (%s::uuid[]) RETURNING table_id::text",
        [[*heard]],
    ).fetchall()
    notify(connection, {plain(table) for (table,) in gone})


def beat(connection: psycopg.Connection, name: str) -> None:
    connection.execute(
        "INSERT INTO heartbeat VALUES (%s, now()) ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at", [name]
    )


@dataclass(frozen=True, slots=True)
class Health:
    """When an ingester could last write, the projector last ran, and the last backup was made; ``now`` is the time of
    the database.
    """

    recorded: datetime | None
    computed: datetime | None
    backed_up: datetime | None
    now: datetime
    is_read_only: bool


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that is online and has said that it has more events than are recorded, and since when none came."""

    id: str
    name: str
    since: datetime


async def read_waiting(connection: psycopg.AsyncConnection) -> list[WaitingTable]:
    """Return the tables of which events wait, the longest first. Tables of earlier versions do not tell."""
    cursor = await connection.execute(
        "SELECT t.table_id::text, coalesce(t.name, nullif(t.told_name, ''), left(t.table_id::text, 8)),"
        " greatest(t.waiting_since, j.changed_at) AS since FROM tray t"
        " LEFT JOIN journal j ON (j.table_id, j.journal_id) = (t.table_id, t.told_journal)"
        " WHERE t.online AND t.revoked_at IS NULL AND t.waiting_since IS NOT NULL"
        " AND t.told_events > coalesce(j.events, 0) ORDER BY since"
    )
    return [WaitingTable(plain(table), *rest) for table, *rest in await cursor.fetchall()]


CLOCKS = """SELECT table_id::text, min(late) FROM tray t CROSS JOIN LATERAL (
    SELECT received_at AS came, extract(epoch FROM received_at) - moment AS late FROM event e
    WHERE (e.table_id, e.journal_id) = (t.table_id, t.journal_id) ORDER BY place DESC LIMIT 10) AS e
    GROUP BY 1 HAVING count(*) = 10 AND max(came) - min(came) >= interval '60 s' AND max(late) - min(late) <= 30"""
"""By how many seconds each table's clock is behind the record's, where its last rows tell: all were as late when they
came, which what was held back is not, as it comes at once."""


async def read_clocks(connection: psycopg.AsyncConnection) -> dict[str, float]:
    return {plain(table): late for table, late in await (await connection.execute(CLOCKS)).fetchall()}


async def read_health(connection: psycopg.AsyncConnection) -> Health:
    cursor = await connection.execute(
        "SELECT max(beat_at) FILTER (WHERE name NOT IN (%(projector)s, %(backup)s)),"
        " max(beat_at) FILTER (WHERE name = %(projector)s), max(beat_at) FILTER (WHERE name = %(backup)s), now(),"
        " current_setting('default_transaction_read_only') = 'on' OR pg_is_in_recovery() FROM heartbeat",
        {"projector": PROJECTOR, "backup": BACKUP},
    )
    row = await cursor.fetchone()
    assert row is not None
    return Health(*row)
