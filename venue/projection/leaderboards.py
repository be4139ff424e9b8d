"""Leaderboards across tables, latest highlights and games: queries over the projections."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from psycopg import AsyncConnection

from engine import kinds_of_all
from engine.names import FORMULA
from engine.statistics.player_names import stand_ins
from engine.turns.kit.file.tables import BadGame
from engine.turns.kit.files import own_game
from venue.projection.standings import evening_of, spans_of
from venue.record.live import plain

BoardPeriod = Literal["tonight", "month", "all"]
PERIODS: tuple[BoardPeriod, ...] = ("tonight", "month", "all")

_SHOWN = f"CASE WHEN {{0}} ~ '^[{FORMULA}]' THEN '''' || {{0}} ELSE {{0}} END"
SHEETS = {
    "results": f"SELECT r.evening, r.begun_at, {_SHOWN.format('coalesce(tray.name, told_name, r.table_id::text)')} AS"
    f" table_name, r.game, r.preset AS rules, r.over, {_SHOWN.format('coalesce(a.shown, p.player)')} AS player,"
    " p.total, p.won, p.shared FROM part p JOIN result r USING (table_id, journal_id, game) JOIN tray USING (table_id)"
    " LEFT JOIN alias a ON a.stored = p.player WHERE r.counts AND r.kind <> '' ORDER BY r.begun_at, r.table_id, p.seat",
    "standings": f"SELECT s.span, s.kind AS game, {_SHOWN.format('coalesce(a.shown, s.player)')} AS player,"
    " sum(s.wins) AS wins, sum(s.shared) AS shared, sum(s.games) AS games, max(s.best) AS best FROM standing s"
    " LEFT JOIN alias a ON a.stored = s.player WHERE s.games > 0 AND coalesce(a.shown, s.player) <> '' GROUP BY 1, 2, 3"
    " ORDER BY 1, 2, wins DESC, shared DESC, games, player",
}
"""The queries of the sheets that the owner takes home, by their names."""


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


def period_of(asked: str | None) -> BoardPeriod:
    return asked if asked in PERIODS else "tonight"


async def leaderboard(connection: AsyncConnection, kind: str, span: str, most: int = 20) -> list[LeaderRow]:
    """Return the best players of one kind of game in a span, across all tables."""
    cursor = await connection.execute(
        "SELECT rank() OVER (ORDER BY wins DESC, shared DESC, games) AS place, * FROM ("
        " SELECT coalesce(a.shown, s.player) AS player, sum(s.wins)::bigint AS wins, sum(s.shared)::bigint AS shared,"
        " sum(s.games)::bigint AS games, max(s.best) AS best"
        " FROM standing s LEFT JOIN alias a ON a.stored = s.player"
        " WHERE s.kind = %(kind)s AND s.span = %(span)s AND s.games > 0"
        " GROUP BY 1) AS totals ORDER BY place, player LIMIT %(most)s",
        {"kind": kind, "span": span, "most": most},
    )
    return [LeaderRow(*row) for row in await cursor.fetchall() if row[1]]


async def leaderboards(
    connection: AsyncConnection, period: BoardPeriod, *, kinds: int | None = None, most: int = 20
) -> list[tuple[str, list[LeaderRow]]]:
    """Return the leaderboards of so many kinds of games, or all, the most played first."""
    span = spans_of(evening_of(datetime.now().astimezone()))[PERIODS.index(period)]
    cursor = await connection.execute(
        "SELECT kind FROM standing WHERE span = %s AND kind <> '' GROUP BY kind ORDER BY sum(games) DESC, kind", [span]
    )
    found = await cursor.fetchall()
    return [(kind, await leaderboard(connection, kind, span, most)) for (kind,) in found[:kinds]]


async def latest_highlights(connection: AsyncConnection, most: int = 8, table: str | None = None) -> list[HighlightRow]:
    """Return the latest moments of games, the last one first.

    Each game is looked up by key: a plain join lets the planner read them all.
    """
    cursor = await connection.execute(
        "SELECT h.table_id::text, h.at, h.word, coalesce(a.shown, h.player), h.preset, h.value FROM highlight h"
        " JOIN LATERAL (SELECT counts FROM result r WHERE (r.table_id, r.journal_id, r.game) ="
        " (h.table_id, h.journal_id, h.game) LIMIT 1) r ON r.counts LEFT JOIN alias a ON a.stored = h.player"
        f" WHERE coalesce(a.shown, h.player) <> '' {'AND h.table_id = %(table)s' if table else ''}"
        " ORDER BY h.at DESC LIMIT %(most)s",
        {"table": table, "most": most},
    )
    return [HighlightRow(plain(table), *rest) for table, *rest in await cursor.fetchall()]


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


async def learn_games(connection: AsyncConnection) -> None:
    """Register the owners' games that tables have played, so that they have their titles here too."""
    cursor = await connection.execute("SELECT file FROM owners_game WHERE kind <> ALL (%s)", [list(kinds_of_all())])
    for (file,) in await cursor.fetchall():
        with suppress(BadGame):  # written for a newer version: its name stands for its title
            own_game(file)


async def games_set_aside(connection: AsyncConnection, most: int = 20) -> tuple[int, list[tuple[str, int, str, str]]]:
    """Return how many games could not be computed; table, game, reason and version for the latest of them."""
    cursor = await connection.execute(
        "SELECT table_id::text, game, aside, software, count(*) OVER () FROM result WHERE aside IS NOT NULL"
        " ORDER BY changed_at DESC LIMIT %s",
        [most],
    )
    rows = await cursor.fetchall()
    return rows[0][4] if rows else 0, [(plain(table), *rest) for table, *rest, _count in rows]


async def player_names(connection: AsyncConnection, most: int = 300) -> list[tuple[str, str, int]]:
    """Return the names of players as stored and as shown, with their finished games, the most frequent first.

    Who has only signed up for a Game Night has none.
    """
    cursor = await connection.execute(
        "SELECT s.player, coalesce(a.shown, s.player), sum(s.games) FROM (SELECT player, games FROM standing"
        " WHERE span = 'all' UNION ALL SELECT body::json->>'player', 0 FROM night"
        " WHERE body::json->>'fact' = 'entered') AS s LEFT JOIN alias a ON a.stored = s.player"
        " WHERE s.player <> ALL (%s) GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT %s",
        [[*stand_ins()], most],
    )
    return [(str(stored), str(shown), int(games)) for stored, shown, games in await cursor.fetchall()]
