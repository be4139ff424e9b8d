"""Takes names out of the record: of persons who are erased, and of old games. Only names change in recorded rows.

A table names who was erased by salted hashes, and both call them otherwise by one rule, so that their rows stay equal.
What is old is renamed by the same rule: a table's journal can still be compared with it.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import psycopg

from engine.codec import names_in, renamed_line
from engine.i18n import gettext as _
from engine.statistics.player_names import ErasedName, ErasedNames, erased_name, stand_ins
from venue.errors import Rejected
from venue.record.live import RESULTS, send

KEPT = 2
"""The last games of a journal keep their names: its table may resume them, and proves with them who it is."""


class _AllNames(ErasedNames):
    def __contains__(self, name: str) -> bool:
        return name not in stand_ins()


ALL_NAMES = _AllNames(())
"""The names of everybody."""


def erase(connection: psycopg.Connection, table: str, erased: tuple[ErasedName, ...]) -> None:
    """Take names out of a table's rows, of all nights, and of what the owner has merged.

    Names that are erased already are not looked for again. Projections of games that change are computed again.
    """
    new = connection.execute(
        "INSERT INTO erased SELECT %s, * FROM unnest(%s::text[], %s::text[]) ON CONFLICT DO NOTHING"
        " RETURNING salt, hashed",
        [table, [salt for salt, _hashed in erased], [hashed for _salt, hashed in erased]],
    ).fetchall()
    if new:
        names = ErasedNames(new)
        _rename_games(connection, names, table)
        _erase_at_nights(connection, names)


def erase_guest(connection: psycopg.Connection, name: str) -> None:
    """Erase a person who has signed up for nights and played at no table. Raises :class:`Rejected` for others."""
    with connection.transaction():
        if connection.execute("SELECT 1 FROM part WHERE player = %s LIMIT 1", [name]).fetchone():
            raise Rejected(_("{name} has played: erase the name at the table.", name=name))
        _erase_at_nights(connection, ErasedNames([erased_name(name)]))
        send(connection, RESULTS)


def forget(connection: psycopg.Connection, days: int) -> None:
    """Take all names out of games and nights of which nothing has come for so many days."""
    due = connection.execute(
        "SELECT e.table_id::text, e.journal_id::text, j.forgotten, least(max(e.game) - %s, coalesce(min(e.game) FILTER"
        " (WHERE e.received_at > now() - make_interval(days => %s)) - 1, max(e.game))) FROM event e JOIN journal j"
        " USING (table_id, journal_id) WHERE e.game > j.forgotten GROUP BY 1, 2, 3",
        [KEPT, days],
    ).fetchall()
    gone: set[str] = set()
    for table, journal, first, last in due:
        if last > first:
            with connection.transaction():
                gone |= _rename_games(connection, ALL_NAMES, table, journal, first, last)
                connection.execute(
                    "UPDATE journal SET forgotten = %s WHERE (table_id, journal_id) = (%s, %s)", [last, table, journal]
                )
    with connection.transaction():
        gone |= _rename_nights(connection, ALL_NAMES, days)
        there = "EXISTS (SELECT FROM {} WHERE strpos(body, to_json(stored)::text) > 0)".format
        connection.execute(
            f"DELETE FROM alias WHERE stored = ANY (%s) AND NOT {there('event')} AND NOT {there('night')}", [[*gone]]
        )
        send(connection, RESULTS)


def _rename_games(
    connection: psycopg.Connection,
    names: ErasedNames,
    table: str,
    journal: str | None = None,
    first: int = 0,
    last: int = 1 << 62,
) -> set[str]:
    """Rename in a table's games, of one journal after ``first`` until ``last`` or all. Return the names that went."""
    gone: set[str] = set()
    connection.execute("SELECT FROM projected WHERE table_id = %s FOR UPDATE", [table])  # no projector reads old names
    with connection.cursor("rows") as rows:
        rows.execute(
            "SELECT journal_id, game, number, body FROM event WHERE table_id = %s AND game > %s AND game <= %s"
            " AND journal_id = coalesce(%s, journal_id) ORDER BY journal_id, game, number",
            [table, first, last, journal],
        )
        for own, game, number, body in _changed(rows, names, gone):
            connection.execute(
                "UPDATE event SET body = %s WHERE (table_id, journal_id, game, number) = (%s, %s, %s, %s)",
                [body, table, own, game, number],
            )
            connection.execute(
                "UPDATE result SET aside = 'renamed', software = '' WHERE (table_id, journal_id, game) = (%s, %s, %s)",
                [table, own, game],
            )
    return gone


def _erase_at_nights(connection: psycopg.Connection, names: ErasedNames) -> None:
    _rename_nights(connection, names)
    for pair in connection.execute("SELECT stored, shown FROM alias").fetchall():
        if any(name in names for name in pair):
            connection.execute("DELETE FROM alias WHERE (stored, shown) = (%s, %s)", pair)


def _rename_nights(connection: psycopg.Connection, names: ErasedNames, days: int = 0) -> set[str]:
    """Rename in all nights, or in those before the latest that are so old. Phones' keys go with the names."""
    gone: set[str] = set()
    rows = connection.execute(
        "SELECT night, number, body FROM night JOIN (SELECT night, max(at) FROM night GROUP BY 1) AS n (night, ended)"
        " USING (night) WHERE %(days)s = 0 OR (ended < now() - make_interval(days => %(days)s)"
        " AND night < (SELECT max(night) FROM night)) ORDER BY night, number",
        {"days": days},
    ).fetchall()
    for night, number, body in _changed(rows, names, gone):
        keyless = re.sub('"key":"[0-9a-f]*"', '"key":""', body)
        connection.execute("UPDATE night SET body = %s WHERE (night, number) = (%s, %s)", [keyless, night, number])
    return gone


def _changed(rows: Iterable[tuple[Any, ...]], names: ErasedNames, gone: set[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows that have another body without these names. Games and nights are whole, one after the other."""
    for _key, group in groupby(rows, lambda row: row[:-2]):
        lines = list(group)
        called = names.called_in(names_in(line for *_place, line in lines))
        gone.update(called)
        for *place, line in lines if called else ():
            if (other := renamed_line(line, called)) != line:
                yield *place, other
