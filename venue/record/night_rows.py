"""Game Nights in the record: their facts, the tables that are free, and the games on tables to which matches went."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from typing import Any

import psycopg

from engine.i18n import gettext as _
from engine.link_protocol import BadMessage, decode_state
from engine.tournament.facts import Called, Cancelled, Entered, as_json, facts_from
from venue.errors import Rejected
from venue.record.live import RESULTS, plain, send
from venue.record.nights import FreeTables, Night, NightFact, TableGame
from venue.record.seasons import Season

LATEST = """SELECT night, body, table_id::text, journal_id::text, game, extract(epoch FROM now() - at)::float8
    FROM night WHERE night = (SELECT max(night) FROM night) ORDER BY number"""
"""The rows of the latest night."""
SEASONS = """SELECT season FROM (SELECT night, body::json->>'season' AS season FROM night WHERE number = 0) AS s
    WHERE season <> '' GROUP BY 1 ORDER BY max(night) DESC"""
"""The names of all seasons, the latest first."""
SEASON = """SELECT night, body, table_id::text, journal_id::text, game FROM night WHERE night IN
    (SELECT night FROM night WHERE number = 0 AND body::json->>'season' = %s) ORDER BY night, number"""
"""The rows of a season."""
SIGNED_UP = """SELECT night, body::json FROM night WHERE body::json->>'fact' IN ('entered', 'withdrew', 'opened')
    AND at > now() - interval '1 year' ORDER BY night, number"""
CALLED = "SELECT stored, shown FROM alias"
GAMES = """SELECT r.table_id::text, r.journal_id::text, r.game, r.preset, array_agg(p.player),
    r.over AND r.counts AND r.aside IS NULL, min(p.player) FILTER (WHERE p.won AND NOT p.shared)
    FROM (SELECT id, min(after) AS after FROM unnest(%s::uuid[], %s::bigint[]) AS a (id, after) GROUP BY id) AS c
    JOIN result r ON r.table_id = c.id AND r.game > c.after JOIN part p USING (table_id, journal_id, game)
    WHERE r.software <> '' GROUP BY r.table_id, r.journal_id, r.game ORDER BY r.changed_at, r.game"""


def read_night(connection: psycopg.Connection) -> Night | None:
    """Return the latest night, None before the first. Raises psycopg.Error."""
    return night_of(connection.execute(LATEST).fetchall())


def night_of(rows: Sequence[tuple[Any, ...]]) -> Night | None:
    if not rows:
        return None
    facts = facts_from([json.loads(row[1]) for row in rows])
    beside = [(table and plain(table), journal and plain(journal), *rest) for _n, _b, table, journal, *rest in rows]
    return Night(rows[0][0], tuple(NightFact(fact, *more) for fact, more in zip(facts, beside, strict=True)))


def read_claims(connection: psycopg.Connection) -> dict[str, Entered]:
    """Return how each name signed up last within a year, unless it left before the draw; the latest at the end."""
    found: dict[str, Entered] = {}
    for _night, rows in groupby(connection.execute(SIGNED_UP).fetchall(), lambda row: row[0]):
        last = Night(0, tuple(map(NightFact, facts_from(body for _night, body in rows)))).roster
        found = {name: one for name, one in found.items() if name not in last} | last
    merged = connection.execute(CALLED).fetchall()
    return {stored: found[shown] for stored, shown in merged if shown in found} | found


def read_season(connection: psycopg.Connection, name: str = "") -> Season | None:
    """Return the season of that name, else the latest one; None if there is none."""
    names = connection.execute(SEASONS).fetchall()
    if not names:
        return None
    name = name if (name,) in names else names[0][0]
    rows = connection.execute(SEASON, [name]).fetchall()
    return season_of(name, tuple(rows), tuple(connection.execute(CALLED).fetchall()))


@lru_cache(4)
def season_of(name: str, rows: tuple[tuple[Any, ...], ...], called: tuple[tuple[str, str], ...]) -> Season:
    """Return the season of these rows. It is computed once while they are the same."""
    nights = [night_of(list(group)) for _night, group in groupby(rows, lambda row: row[0])]
    return Season(name, tuple(one for one in nights if one and not one.held(Cancelled)), dict(called))


def read_games(connection: psycopg.Connection, night: Night) -> list[TableGame]:
    """Return the games on tables to which matches were called, in the order in which they changed last."""
    calls = [(one.table, one.fact.after or 0) for one in night.facts if isinstance(one.fact, Called)]
    rows = connection.execute(GAMES, [[table for table, _after in calls], [after for _table, after in calls]])
    return [
        TableGame((plain(table), plain(journal), game), preset, frozenset(players), over, winner)
        for table, journal, game, preset, players, over, winner in rows.fetchall()
    ]


def add_facts(connection: psycopg.Connection, night: int, after: int, facts: Sequence[NightFact]) -> bool:
    """Add facts to a night that has so many. Return False, and add none, if another program was faster."""
    with connection.transaction() as work:
        for number, one in enumerate(facts, after):
            body = json.dumps(as_json(one.fact), ensure_ascii=False)
            added = connection.execute(
                "INSERT INTO night (night, number, body, table_id, journal_id, game) VALUES (%s, %s, %s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING",
                [night, number, body, *one.place],
            )
            if not added.rowcount:
                raise psycopg.Rollback(work)
        send(connection, RESULTS)
        return True
    return False


def add_to_night(connection: psycopg.Connection, made: Callable[[Night], Sequence[NightFact]]) -> None:
    """Add what is made of the latest night. Raises :class:`Rejected`."""
    while True:
        night = read_night(connection)
        if night is None:
            raise Rejected(_("No Game Night yet."))
        facts = made(night)
        if not facts or add_facts(connection, night.number, len(night.facts), facts):
            return


def open_night(connection: psycopg.Connection, facts: Sequence[NightFact], seen: str = "") -> Night:
    """Begin a night; one that is on is cancelled. Raises :class:`Rejected` if the host has ``seen`` another."""
    before = read_night(connection)
    if before and (before.is_on or before.is_open):
        if seen not in ("", str(before.number)):
            raise Rejected(_("Another host has opened a Game Night meanwhile: it goes on."))
        add_facts(connection, before.number, len(before.facts), [NightFact(Cancelled())])
    night = Night(before.number + 1 if before else 1, tuple(facts))
    add_facts(connection, night.number, 0, night.facts)
    return night


def table_names(connection: psycopg.Connection) -> dict[str, str]:
    """Return the names of all tables by their ids."""
    rows = connection.execute("SELECT table_id::text, coalesce(name, nullif(told_name, '')) FROM tray").fetchall()
    return {plain(table): name or table[:8] for table, name in rows}


def free_tables(connection: psycopg.Connection) -> FreeTables:
    found = {}
    for table, text in connection.execute(
        "SELECT table_id::text, state FROM tray WHERE online AND revoked_at IS NULL AND state IS NOT NULL"
        " ORDER BY coalesce(name, told_name), table_id"
    ).fetchall():
        with suppress(BadMessage):
            state = decode_state(text.encode())
            if state.idle:
                found[plain(table)] = state.game.number if state.game else 0
    return found
