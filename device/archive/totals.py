"""Totals in the archive's file: updating them, and checking them against a count of all games."""

import sqlite3
from collections.abc import Iterable

from engine.reports.figures import MOST_FEATS
from engine.statistics.player_totals import FIELDS, values_of
from engine.statistics.totals import BLOCK, UNDATED, Sums

_FEATS = ", ".join(f"sum(coalesce(json_extract(feats, '$[{place}]'), 0))" for place in range(MOST_FEATS))
_FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def change_totals(base: sqlite3.Connection, change: Sums, names: Iterable[str]) -> None:
    """Add ``change`` to the totals, within the caller's transaction, after the games' parts were changed.

    ``names`` are those of all players of these games, before and after.
    """
    _add(
        base,
        "tallies",
        ("span", "place", "kind", "name"),
        FIELDS,
        [(*key, *values_of(tally)) for key, tally in change.tallies.items()],
    )
    keys = ("name", "kind", "score")
    _add(base, "scores", keys, ("times",), [(*key, times) for key, times in change.scores.items()])
    counts = ("games", "counted", *_FACES)
    _add(base, "dice", ("day", "block"), counts, [(*key, *count) for key, count in change.dice.items()])
    changed = [(name,) for name in names]
    base.executemany("DELETE FROM people WHERE name = ?", changed)
    base.executemany(
        "INSERT INTO people SELECT name, ?2, EXISTS (SELECT 1 FROM parts AS one WHERE one.name = ?1 AND one.over = 1),"
        " game, seat FROM parts WHERE name = ?1 ORDER BY game DESC, seat LIMIT 1",
        [(name, name.casefold()) for (name,) in changed],
    )


def _add(
    base: sqlite3.Connection,
    table: str,
    keys: tuple[str, ...],
    counts: tuple[str, ...],
    rows: list[tuple[object, ...]],
) -> None:
    """Add these counts to the rows with their keys; delete rows whose count of games or times becomes 0."""
    added = ", ".join(f"{count} = {count} + excluded.{count}" for count in counts)
    base.executemany(
        f"INSERT INTO {table} VALUES ({', '.join('?' * (len(keys) + len(counts)))})"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {added}",
        rows,
    )
    one = " AND ".join(f"{key} = ?" for key in keys)
    base.executemany(f"DELETE FROM {table} WHERE {one} AND {counts[0]} = 0", [row[: len(keys)] for row in rows])


def wrong_totals(base: sqlite3.Connection) -> list[str]:
    """Return the tables that differ from a count of all games; empty if all are right.

    The count is computed by SQL from the games' rows, independently of the functions that update the totals.
    """
    wrong = []
    for table, counted in _COUNTED.items():
        there = f"SELECT {_COLUMNS.get(table, '*')} FROM {table}"
        for one, other in ((counted, there), (there, counted)):
            [rows] = base.execute(
                f"SELECT count(*) FROM (SELECT * FROM ({one}) EXCEPT SELECT * FROM ({other}))"
            ).fetchone()
            if rows and table not in wrong:
                wrong.append(table)
    return wrong


def _tallies(span: str, place: str) -> str:
    return f"""
    SELECT '{span}', {place} AS place, kind, name, count(*), sum(won AND is_level), sum(shared AND is_level),
        sum((SELECT count(*) FROM json_each(scores))),
        sum((SELECT count(*) FROM json_each(scores) WHERE value > 0)),
        sum((SELECT coalesce(sum(value), 0) FROM json_each(scores))),
        sum(whole), sum(iif(whole, total - head_start, 0)), {_FEATS},
        count(luck), coalesce(sum(luck), 0), coalesce(sum(cost), 0), coalesce(sum(decisions), 0),
        coalesce(sum(iif(to_win IS NULL, 0, decisions)), 0), coalesce(sum(to_win), 0)
    FROM parts WHERE over = 1 AND {place} IS NOT NULL GROUP BY {place}, kind, name"""


_ALL = "game - game"
"""0 for every game."""

_IN_BLOCK = f"(game / {BLOCK} - (game < 0 AND game % {BLOCK} <> 0))"
_COLUMNS = {"people": "name, played, game, seat"}
_COUNTED = {
    "tallies": " UNION ALL ".join(
        (_tallies("all", _ALL), _tallies("evening", "day"), _tallies("block", _IN_BLOCK)),
    ),
    "scores": "SELECT name, kind, value, count(*) FROM parts, json_each(scores) WHERE over = 1"
    " GROUP BY name, kind, value",
    "dice": f"""
    SELECT coalesce(day, {UNDATED}), {_IN_BLOCK}, count(*), sum({" + ".join(_FACES)} > 0),
        {", ".join(f"sum({face})" for face in _FACES)}
    FROM games GROUP BY coalesce(day, {UNDATED}), {_IN_BLOCK}""",
    "people": "SELECT name, max(over), max(game), (SELECT seat FROM parts AS one"
    " WHERE one.name = parts.name ORDER BY game DESC, seat LIMIT 1) FROM parts GROUP BY name",
}
"""For each table of totals, the query that computes it from all games."""
