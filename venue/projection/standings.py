"""What players have won, kept up to date game by game: leaderboards read a row a player, however many games there are.

A standing counts finished games of one kind over a span: an evening, a month, or all time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

import psycopg

ALL = "all"
"""The span of all time. That of a month is ``2026-11``, that of an evening ``2026-11-25``."""
NOON = 12
"""The hour at which an evening begins. The small hours belong to the evening before, and to its month."""

StandingKey = tuple[str, str, str]
"""Span, kind of game, player."""


def evening_of(time: datetime) -> date:
    return (time.astimezone() - timedelta(hours=NOON)).date()


def spans_of(evening: date) -> tuple[str, str, str]:
    """Return the spans in which an evening counts: itself, its month, all time."""
    return evening.isoformat(), f"{evening:%Y-%m}", ALL


@dataclass(slots=True)
class _StandingChange:
    """Change of a standing. ``is_less``: a game was taken out, so that the best may have been in it."""

    wins: int = 0
    shared: int = 0
    games: int = 0
    best: int | None = None
    is_less: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """Changes of standings in one transaction: :meth:`count` them, then :meth:`write` them."""

    _changes: dict[StandingKey, _StandingChange] = field(default_factory=dict)

    def count(self, parts: Iterable[Sequence[object]], sign: int) -> None:
        """Count parts of games (kind, evening, player, won, shared, best); with ``sign`` -1 take them out."""
        for kind, evening, player, won, shared, best in parts:
            assert isinstance(evening, date)
            for span in spans_of(evening):
                change = self._changes.setdefault((span, str(kind), str(player)), _StandingChange())
                change.wins += sign * bool(won)
                change.shared += sign * bool(shared)
                change.games += sign
                if sign < 0:
                    change.is_less = True
                elif isinstance(best, int):
                    change.best = best if change.best is None else max(change.best, best)

    def write(self, connection: psycopg.Connection) -> None:
        """Write the changes, always in the same order, so that several projectors do not block each other."""
        rows = [(*key, one.wins, one.shared, one.games, one.best) for key, one in sorted(self._changes.items())]
        if not rows:
            return
        connection.execute(
            "INSERT INTO standing AS s SELECT * FROM unnest(%s::text[], %s::text[], %s::text[],"
            " %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[]) ON CONFLICT (span, kind, player) DO UPDATE SET"
            " wins = s.wins + excluded.wins, shared = s.shared + excluded.shared, games = s.games + excluded.games,"
            " best = greatest(s.best, excluded.best)",
            [list(column) for column in zip(*rows, strict=True)],
        )
        less = [key for key, one in sorted(self._changes.items()) if one.is_less]
        if less:
            _correct(connection, less)


def _correct(connection: psycopg.Connection, keys: Sequence[StandingKey]) -> None:
    """Compute the best of these standings again, and drop those without a game."""
    some = [list(column) for column in zip(*keys, strict=True)]
    chosen = "unnest(%s::text[], %s::text[], %s::text[]) AS k (span, kind, player)"
    same = "(s.kind, s.span, s.player) = (k.kind, k.span, k.player)"
    connection.execute(f"DELETE FROM standing s USING {chosen} WHERE {same} AND s.games <= 0", some)
    connection.execute(
        "UPDATE standing s SET best = (SELECT max(p.best) FROM part p JOIN result r USING (table_id, journal_id, game)"
        " WHERE p.player = s.player AND r.kind = s.kind AND r.over AND r.counts"
        f" AND s.span IN ('{ALL}', to_char(r.evening, 'YYYY-MM'), to_char(r.evening, 'YYYY-MM-DD')))"
        f" FROM {chosen} WHERE {same}",
        some,
    )


def counted_parts(connection: psycopg.Connection, origins: Sequence[bytes]) -> list[tuple[object, ...]]:
    """Return the parts of finished games that count, of games with these origins. Others wait for this transaction."""
    for origin in sorted(origins):
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(encode(%s, 'hex'), 0))", [origin])
    return connection.execute(
        "SELECT r.kind, r.evening, p.player, p.won, p.shared, p.best FROM result r"
        " JOIN part p USING (table_id, journal_id, game) WHERE r.origin = ANY (%s) AND r.over AND r.counts",
        [list(origins)],
    ).fetchall()
