"""Leaderboards across tables, latest highlights and games: queries over the projections."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from psycopg import AsyncConnection

BoardPeriod = Literal["tonight", "month", "all"]
PERIODS: tuple[BoardPeriod, ...] = ("tonight", "month", "all")
NOON = 12
"""The hour at which a new evening begins."""


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """A line of a leaderboard. Players with equal wins, shared games and games have the same place."""

    place: int
    player: str
    wins: int
    shared: int
    games: int
    best: int | None


@dataclass(frozen=True, slots=True)
class HighlightRow:
    """A moment of a game at a table."""

    table: str
    at: datetime
    word: str
    player: str
    preset: str
    value: int | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of a table, with its players and their totals, the winners first."""

    game: int
    preset: str
    begun_at: datetime
    over: bool
    players: Sequence[tuple[str, int, bool]]


def begin_of(period: BoardPeriod, now: datetime) -> datetime | None:
    """Return when that period began, in the local time of ``now``; None for all time."""
    match period:
        case "tonight":
            noon = now.replace(hour=NOON, minute=0, second=0, microsecond=0)
            return noon if now >= noon else noon - timedelta(days=1)
        case "month":
            return now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return None


async def leaderboard(
    connection: AsyncConnection, kind: str, begin: datetime | None, most: int = 20
) -> list[LeaderRow]:
    """Return the best players of one kind of game since then, across all tables."""
    cursor = await connection.execute(
        "SELECT rank() OVER (ORDER BY wins DESC, shared DESC, games) AS place, player, wins, shared, games, best FROM ("
        " SELECT coalesce(a.shown, p.player) AS player, count(*) FILTER (WHERE p.won) AS wins,"
        " count(*) FILTER (WHERE p.shared) AS shared, count(*) AS games, max(p.best) AS best"
        " FROM result r JOIN part p USING (table_id, journal_id, game) LEFT JOIN alias a ON a.stored = p.player"
        " WHERE r.over AND r.counts AND r.kind = %(kind)s"
        " AND r.begun_at >= coalesce(%(begin)s::timestamptz, '-infinity')"
        " GROUP BY 1) AS totals ORDER BY place, player LIMIT %(most)s",
        {"kind": kind, "begin": begin, "most": most},
    )
    return [LeaderRow(*row) for row in await cursor.fetchall() if row[1]]


async def kinds_played(connection: AsyncConnection, begin: datetime | None) -> list[str]:
    """Return the kinds of games finished since then, the most played first."""
    cursor = await connection.execute(
        "SELECT kind FROM result WHERE over AND counts AND kind <> ''"
        " AND begun_at >= coalesce(%s::timestamptz, '-infinity')"
        " GROUP BY kind ORDER BY count(*) DESC, kind",
        [begin],
    )
    return [kind for (kind,) in await cursor.fetchall()]


async def latest_highlights(connection: AsyncConnection, most: int = 8, table: str | None = None) -> list[HighlightRow]:
    """Return the latest moments of games, the last one first."""
    cursor = await connection.execute(
        "SELECT h.table_id::text, h.at, h.word, coalesce(a.shown, h.player), h.preset, h.value FROM highlight h"
        " JOIN result r USING (table_id, journal_id, game) LEFT JOIN alias a ON a.stored = h.player"
        " WHERE r.counts AND coalesce(a.shown, h.player) <> '' AND (%(table)s::uuid IS NULL OR table_id = %(table)s)"
        " ORDER BY h.at DESC LIMIT %(most)s",
        {"table": table, "most": most},
    )
    return [HighlightRow(table.replace("-", ""), *rest) for table, *rest in await cursor.fetchall()]


async def latest_games(connection: AsyncConnection, table: str, most: int = 20) -> list[GameRow]:
    """Return the latest games of a table, the last one first."""
    cursor = await connection.execute(
        "SELECT r.game, r.preset, r.begun_at, r.over, coalesce((SELECT json_agg(json_build_array("
        " coalesce(a.shown, p.player), p.total, p.won) ORDER BY p.won DESC, p.total DESC, p.seat)"
        " FROM part p LEFT JOIN alias a ON a.stored = p.player WHERE p.table_id = r.table_id"
        " AND p.journal_id = r.journal_id AND p.game = r.game), '[]')"
        " FROM result r WHERE r.table_id = %s AND r.counts AND r.kind <> '' ORDER BY r.begun_at DESC LIMIT %s",
        [table, most],
    )
    return [
        GameRow(game, preset, begun, over, [(name, total, won) for name, total, won in players])
        for game, preset, begun, over, players in await cursor.fetchall()
    ]


async def player_names(connection: AsyncConnection, most: int = 300) -> list[tuple[str, str, int]]:
    """Return the names of players as stored and as shown, with their finished games, the most frequent first."""
    cursor = await connection.execute(
        "SELECT p.player, coalesce(a.shown, p.player), count(*) FROM part p"
        " JOIN result r USING (table_id, journal_id, game) LEFT JOIN alias a ON a.stored = p.player"
        " WHERE r.over AND r.counts GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT %s",
        [most],
    )
    return [(str(stored), str(shown), int(games)) for stored, shown, games in await cursor.fetchall()]
