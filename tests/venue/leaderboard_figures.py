"""Measures leaderboards as games grow: ``python -m tests.venue.leaderboard_figures``. Prints milliseconds of a page.

Games are made inside the database: three players each, of 2,000 a venue knows, on the evenings of three years.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

import psycopg
from psycopg import AsyncConnection

from tests.venue.conftest import Record
from venue.projection.leaderboards import PERIODS, kinds_played, latest_games, latest_highlights, leaderboard, span_of
from venue.record.schema import BOARD, make_roles, make_schema
from venue.scratch import ScratchFolder, ScratchPostgres

GAMES = (1_000, 100_000, 1_000_000)
TABLE = "0" * 31

_FILL = """
INSERT INTO result (table_id, journal_id, game, origin, kind, preset, begun_at, evening, changed_at, events, rolls,
    over)
SELECT id, id, g, g::text::bytea, (ARRAY['pig', 'yahtzee', 'farkle'])[1 + mod(g, 3)], 'pig', begun,
    (begun - interval '12 hours')::date, now(), 60, 30, true
FROM generate_series(%(first)s::bigint, %(games)s) AS g,
    lateral (SELECT lpad(mod(g, 200)::text, 32, '0')::uuid AS id,
        now() - (%(games)s - g) * 1095.0 / %(games)s * interval '1 day' AS begun) AS made
"""
_PARTS = """
INSERT INTO part SELECT table_id, journal_id, game, seat, 'player ' || mod(game * 7 + seat * 31, 2000),
    mod(game, 100), seat = 0, false, mod(game, 300) FROM result, generate_series(0, 2) AS seat WHERE game >= %(first)s
"""
_STANDINGS = """
INSERT INTO standing SELECT span, r.kind, p.player, count(*) FILTER (WHERE p.won), 0, count(*), max(p.best)
FROM result r JOIN part p USING (table_id, journal_id, game),
    unnest(ARRAY['all', to_char(r.evening, 'YYYY-MM'), r.evening::text]) AS span GROUP BY 1, 2, 3;
"""
_HIGHLIGHTS = """
INSERT INTO highlight SELECT table_id, journal_id, game, 5, begun_at, 'won', 'player 1', preset, 3 FROM result
WHERE game >= %(first)s
"""


async def page(connection: AsyncConnection, span: str) -> None:
    for kind in await kinds_played(connection, span):
        await leaderboard(connection, kind, span)


async def measure(url: str) -> dict[str, float]:
    """Return the milliseconds of each page, the median of nine."""
    now, found = datetime.now().astimezone(), dict[str, float]()
    async with await AsyncConnection.connect(url, autocommit=True) as connection:
        made: dict[str, Callable[[], Awaitable[object]]] = {
            **{period: partial(page, connection, span_of(period, now)) for period in PERIODS},
            "moments": partial(latest_highlights, connection),
            "a table's games": partial(latest_games, connection, f"{TABLE}7"),
        }
        for name, run in made.items():
            times = []
            for _turn in range(9):
                start = time.perf_counter()
                await run()
                times.append(time.perf_counter() - start)
            found[name] = statistics.median(times) * 1000
    return found


def main() -> None:
    with ScratchFolder() as folder, ScratchPostgres(folder / "postgres", settings=("fsync=off",)) as server:
        with psycopg.connect(server.url()) as admin:
            make_roles(admin)
        record = Record(server, "venue", "template1")
        with psycopg.connect(record.url("admin")) as admin:
            make_schema(admin)
        first = 1
        with psycopg.connect(record.url("admin"), autocommit=True) as admin:
            for games in GAMES:
                for statement in (_FILL, _PARTS, _HIGHLIGHTS):
                    admin.execute(statement, {"first": first, "games": games})
                admin.execute("TRUNCATE standing")
                admin.execute(_STANDINGS)
                admin.execute("VACUUM ANALYZE")
                first = games + 1
                found = asyncio.run(measure(record.url(BOARD)))
                print(f"{games:>9,} games, ms:", {name: round(value, 1) for name, value in found.items()}, flush=True)


if __name__ == "__main__":
    main()
