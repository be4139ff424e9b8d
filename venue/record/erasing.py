"""Erases persons from the record, as their table has done: the one change that is made to recorded rows.

A table names who was erased by salted hashes, and both call them otherwise by one rule, so that their rows stay equal.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import psycopg

from engine.codec import names_in, renamed_line
from engine.statistics.player_names import ErasedName, ErasedNames


def erase(connection: psycopg.Connection, table: str, erased: tuple[ErasedName, ...]) -> None:
    """Take names out of a table's rows, of all nights, and of what the owner has merged.

    Names that are erased already are not looked for again. Projections of journals that change are computed again.
    """
    new = connection.execute(
        "INSERT INTO erased SELECT %s, * FROM unnest(%s::text[], %s::text[]) ON CONFLICT DO NOTHING"
        " RETURNING salt, hashed",
        [table, [salt for salt, _hashed in erased], [hashed for _salt, hashed in erased]],
    ).fetchall()
    if not new:
        return
    names = ErasedNames(new)
    with connection.cursor("rows") as rows, connection.cursor() as changes:
        rows.execute(
            "SELECT journal_id, game, number, body FROM event WHERE table_id = %s ORDER BY journal_id, game, number",
            [table],
        )
        for journal, game, number, body in _changed(rows, names):
            changes.execute(
                "UPDATE event SET body = %s WHERE (table_id, journal_id, game, number) = (%s, %s, %s, %s)",
                [body, table, journal, game, number],
            )
            changes.execute(
                "UPDATE projected SET events = 0, openings = 0 WHERE (table_id, journal_id) = (%s, %s)"
                " AND (events, openings) <> (0, 0)",
                [table, journal],
            )
        facts = changes.execute("SELECT night, number, body FROM night ORDER BY night, number").fetchall()
        for night, number, body in _changed(facts, names):
            changes.execute("UPDATE night SET body = %s WHERE (night, number) = (%s, %s)", [body, night, number])
        for pair in changes.execute("SELECT stored, shown FROM alias").fetchall():
            if any(name in names for name in pair):
                changes.execute("DELETE FROM alias WHERE (stored, shown) = (%s, %s)", pair)


def _changed(rows: Iterable[tuple[Any, ...]], names: ErasedNames) -> Iterator[tuple[Any, ...]]:
    """Yield the rows that have another body without these names. Games and nights are whole, one after the other."""
    for _key, group in groupby(rows, lambda row: row[:-2]):
        lines = list(group)
        called = names.called_in(names_in(line for *_place, line in lines))
        for *place, line in lines if called else ():
            if (other := renamed_line(line, called)) != line:
                yield *place, other
