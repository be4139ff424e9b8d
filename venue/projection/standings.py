"""What players have won, kept up to date game by game: leaderboards read a row a player, however many games there are.

A standing counts finished games of one kind over a span: an evening, a month, or all time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

import psycopg

from engine.statistics.player_names import stand_ins

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
    """Change of a standing: ``best`` of the games that came, and that of the games that went."""

    wins: int = 0
    shared: int = 0
    games: int = 0
    best: int | None = None
    gone: int | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """Changes of standings in one transaction: :meth:`count` them, then :meth:`write` them."""

    _changes: dict[StandingKey, _StandingChange] = field(default_factory=dict)

    def count(self, parts: Iterable[Sequence[object]], sign: int) -> None:
        """Count parts of games (kind, evening, player, won, shared, best); with ``sign`` -1 take them out.

        Players for whom no name was entered are not counted.
        """
        for kind, evening, player, won, shared, best in parts:
            assert isinstance(evening, date)
            if player in stand_ins():
                continue
            for span in spans_of(evening):
                change = self._changes.setdefault((span, str(kind), str(player)), _StandingChange())
                change.wins += sign * bool(won)
                change.shared += sign * bool(shared)
                change.games += sign
                if isinstance(best, int) and sign > 0:
                    change.best = best if change.best is None else max(change.best, best)
                elif isinstance(best, int):
                    change.gone = best if change.gone is None else max(change.gone, best)

    def write(self, connection: psycopg.Connection) -> None:
        """Write the changes, always in the same order, so that several projectors do not block each other."""
        changes = sorted(self._changes.items())
        if not changes:
            return
        rows = [(*key, one.wins, one.shared, one.games, one.best) for key, one in changes]
        connection.execute(
            "INSERT INTO standing AS s SELECT * FROM unnest(%s::text[], %s::text[], %s::text[],"
            " %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[]) ON CONFLICT (span, kind, player) DO UPDATE SET"
            " wins = s.wins + excluded.wins, shared = s.shared + excluded.shared, games = s.games + excluded.games,"
            " best = greatest(s.best, excluded.best)",
            _columns(rows),
        )
        connection.execute(
            "DELETE FROM standing s USING unnest(%s::text[], %s::text[], %s::text[]) AS k (span, kind, player)"
            " WHERE (s.span, s.kind, s.player) = (k.span, k.kind, k.player) AND s.games <= 0",
            _columns(key for key, _one in changes),
        )
        less = [(*key, one.gone) for key, one in changes if one.gone is not None]
        _correct(connection, [row for row in less if len(row[0]) == _EVENING], _OF_THE_EVENING)
        _correct(connection, [row for row in less if len(row[0]) != _EVENING], _OF_THE_EVENINGS)


_EVENING = len("2026-11-25")
_OF_THE_EVENING = (
    "SELECT max(p.best) FROM result r JOIN part p USING (table_id, journal_id, game)"
    " WHERE r.evening = k.span::date AND r.kind = k.kind AND r.over AND r.counts AND p.player = k.player"
)
_OF_THE_EVENINGS = (
    "SELECT max(e.best) FROM standing e WHERE (e.kind, e.player) = (k.kind, k.player)"
    f" AND length(e.span) = {_EVENING} AND (k.span = '{ALL}' OR starts_with(e.span, k.span))"
)


def _correct(connection: psycopg.Connection, less: Sequence[tuple[object, ...]], best: str) -> None:
    """Find the best of these standings again where it was in a game that went: in the evening, then of all evenings."""
    if less:
        connection.execute(
            f"UPDATE standing s SET best = ({best})"
            " FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[]) AS k (span, kind, player, gone)"
            " WHERE (s.span, s.kind, s.player) = (k.span, k.kind, k.player) AND s.best <= k.gone",
            _columns(less),
        )


def _columns(rows: Iterable[Sequence[object]]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]


def counted_parts(connection: psycopg.Connection, origins: Sequence[bytes]) -> list[tuple[object, ...]]:
    """Return the parts of finished games that count, of games with these origins. Others wait for this transaction."""
    for origin in sorted(origins):
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(encode(%s, 'hex'), 0))", [origin])
    return connection.execute(
        "SELECT r.kind, r.evening, p.player, p.won, p.shared, p.best FROM result r"
        " JOIN part p USING (table_id, journal_id, game) WHERE r.origin = ANY (%s) AND r.over AND r.counts",
        [list(origins)],
    ).fetchall()
