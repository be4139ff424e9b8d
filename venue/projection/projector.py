"""Computes results, players' parts and highlights from the record, game by game, as rows arrive.

A game that cannot be computed is set aside: its result has the reason instead of players, and the others go on. It is
computed again when it gets another row, and once by each other version.
"""

import hashlib
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import psycopg
from psycopg import sql

from engine import BadLog, EngineError, decode, history_of
from engine.codec import names_in, renamed_line
from engine.history import GameHistory
from engine.i18n import gettext as _
from engine.names import printable, why_no_name
from engine.statistics.record import ArchivedGame, Record, record_of
from venue.errors import VenueError
from venue.projection.standings import Standings, counted_parts, evening_of
from venue.record.ingest import connected
from venue.record.live import ALL, PROJECTOR, RESULTS, beat, send
from venue.record.schema import CHANNEL, PROJECTED, SOFTWARE, check_version

ROWS = 5000
"""Events that are looked at in one transaction."""
EARLY, LATE = timedelta(days=400), timedelta(hours=1)
"""How far a table's clock may be before and after that of the venue to be believed."""
PAUSE = 1.0
"""Seconds until the record is connected to again."""
LOOK = 5.0
"""Seconds without a notification after which the record is looked at."""
HIGHLIGHTS = ("won", "midnight", "five_of_a_kind", "yahtzee_bonus", "hot_dice", "dream_spider")
"""Announcements that the board shows; a win only if it ends the game."""

log = logging.getLogger("quarterdeck.venue")

Rows = list[tuple[int, float, str, datetime]]
"""Number, moment, body and time of arrival of a game's events."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment of a game: the number of its event, the announcement, the player, and its value, if any."""

    number: int
    word: str
    player: str
    value: int | None = None


def project(connection: psycopg.Connection) -> int:
    """Bring the projections up to date with some of what is new, and return the number of games computed."""
    with connection.transaction():
        connection.execute(
            "INSERT INTO projected (table_id, journal_id) SELECT table_id, journal_id FROM journal j"
            " WHERE NOT EXISTS (SELECT 1 FROM projected p WHERE (p.table_id, p.journal_id) ="
            " (j.table_id, j.journal_id)) ON CONFLICT DO NOTHING"
        )
        due = connection.execute(
            "SELECT p.table_id, p.journal_id, p.events, p.openings, j.events, j.openings"
            " FROM journal j JOIN projected p USING (table_id, journal_id)"
            " WHERE (j.events, j.openings) <> (p.events, p.openings)"
            " ORDER BY j.changed_at LIMIT 100 FOR UPDATE OF p SKIP LOCKED"
        ).fetchall()
        games, rows, standings = 0, 0, Standings()
        for table, journal, *reach in due:
            if rows >= ROWS:
                break
            found, read = _project_journal(connection, standings, table, journal, *reach)
            games += found
            rows += read
        standings.write(connection)
        if due:
            send(connection, RESULTS)
        return games


def rebuild(connection: psycopg.Connection) -> None:
    """Drop all projections; a running projector computes them again."""
    with connection.transaction():
        for table in PROJECTED:
            connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        send(connection, ALL)


def keep_projecting(record: str, stop: threading.Event) -> None:
    """Keep the projections up to date until ``stop`` is set: woken by notifications, every few seconds in any case."""
    said: str | None = None
    while not stop.is_set():
        try:
            with connected(record) as connection, connected(record) as listener:
                check_version(connection)
                listener.execute(f"LISTEN {CHANNEL}")
                while not stop.is_set():
                    beat(connection, PROJECTOR)
                    while (project(connection) or retry(connection)) and not stop.is_set():
                        beat(connection, PROJECTOR)
                    said = None
                    for _notice in listener.notifies(timeout=LOOK, stop_after=1):
                        break
        except (psycopg.Error, VenueError) as error:
            reason = (str(error).splitlines() or ["?"])[0]
            if reason != said:
                log.warning("%s", reason)
                said = reason
            stop.wait(PAUSE)


def _project_journal(
    connection: psycopg.Connection,
    standings: Standings,
    table: str,
    journal: str,
    events: int,
    openings: int,
    new_events: int,
    new_openings: int,
) -> tuple[int, int]:
    if events > new_events or openings > new_openings:  # the record was restored from an earlier backup
        events = openings = 0
    last = min(new_events, events + ROWS)
    key = {"table": table, "journal": journal, "events": events, "last": last, "openings": openings}
    games = connection.execute(
        "SELECT DISTINCT game FROM event WHERE table_id = %(table)s AND journal_id = %(journal)s"
        " AND place > %(events)s AND place <= %(last)s"
        " UNION SELECT game FROM opening WHERE table_id = %(table)s AND journal_id = %(journal)s"
        " AND number > %(openings)s",
        key,
    ).fetchall()
    for (game,) in games:
        _project_game(connection, standings, table, journal, game, last)
    connection.execute(
        "UPDATE projected SET events = %s, openings = %s WHERE table_id = %s AND journal_id = %s",
        [last, new_openings, table, journal],
    )
    return len(games), max(0, last - events)


def retry(connection: psycopg.Connection) -> int:
    """Compute again some of the games that another version has set aside, or with other names; return their number."""
    with connection.transaction():
        games = connection.execute(
            "SELECT table_id, journal_id, game, p.events FROM (SELECT * FROM result WHERE aside IS NOT NULL"
            " AND software <> %s ORDER BY changed_at LIMIT 100) AS r"  # in the order of the index of those set aside
            " JOIN projected p USING (table_id, journal_id) FOR UPDATE OF p",
            [SOFTWARE],
        ).fetchall()
        standings = Standings()
        for game in games:
            _project_game(connection, standings, *game)
        standings.write(connection)
        if games:
            send(connection, RESULTS)
        return len(games)


def _project_game(
    connection: psycopg.Connection, standings: Standings, table: str, journal: str, game: int, last: int
) -> None:
    key: list[str | int] = [table, journal, game]
    try:
        with connection.transaction():
            before, after = _written(connection, key, last)
    except (psycopg.OperationalError, psycopg.InternalError):  # the fault of the database, not of this game
        raise
    except Exception as error:
        why = str(error) if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"
        with connection.transaction():
            before, after = _written(connection, key, last, printable(why.encode("utf-8", "replace").decode())[:200])
    standings.count(before, -1)
    standings.count(after, 1)


def _written(
    connection: psycopg.Connection, key: list[str | int], last: int, aside: str | None = None
) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Write the projections of a game; without players if it is set ``aside`` for that reason.

    Returns the parts that counted before and that count now, of all copies of the game.
    """
    rows = connection.execute(
        "SELECT number, moment, body, received_at FROM event"
        " WHERE table_id = %s AND journal_id = %s AND game = %s AND place <= %s ORDER BY number",
        [*key, last],
    ).fetchall()
    result = connection.execute(
        "SELECT origin, over, aside FROM result WHERE table_id = %s AND journal_id = %s AND game = %s", key
    ).fetchone()
    was_over, was_aside = result[1:] if result else (False, None)
    if aside is not None and aside != was_aside:
        log.warning("%s", _("Game {game} of table {table} is set aside: {why}", game=key[2], table=key[0], why=aside))
    origin = _origin(*rows[0][1:3]) if rows else b""
    record, history = _read(rows) if rows and aside is None else (Record(0, None, kind=""), None)
    origins = [one for one in {origin, result[0] if result else b""} if one]
    is_counted = was_over or record.over
    before = counted_parts(connection, origins) if is_counted else []
    for projection in ("result", "part", "highlight"):
        connection.execute(
            sql.SQL("DELETE FROM {} WHERE table_id = %s AND journal_id = %s AND game = %s").format(
                sql.Identifier(projection)
            ),
            key,
        )
    if rows:
        _write_game(connection, key, rows, origin, record, history, aside)
    for one in origins:
        _count_once(connection, one)
    return before, counted_parts(connection, origins) if is_counted else []


def _write_game(
    connection: psycopg.Connection,
    key: list[str | int],
    rows: Rows,
    origin: bytes,
    record: Record,
    history: GameHistory | None,
    aside: str | None,
) -> None:
    opened = connection.execute(
        "SELECT clock, received_at FROM opening WHERE table_id = %s AND journal_id = %s AND game = %s"
        " ORDER BY number LIMIT 1",
        key,
    ).fetchone()
    begun = when(*opened) if opened else rows[0][3]
    connection.execute(
        "INSERT INTO result (table_id, journal_id, game, origin, kind, preset, begun_at, evening, changed_at, events,"
        " rolls, over, aside, software) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        [
            *(*key, origin, record.kind, record.preset, begun, evening_of(begun)),
            *(rows[-1][3], len(rows), record.rolls, record.over, aside, SOFTWARE),
        ],
    )
    if history and history.game.written:
        connection.execute(
            "INSERT INTO owners_game VALUES (%s, %s) ON CONFLICT DO NOTHING", [record.kind, history.game.written]
        )
    for seat, part in enumerate(record.parts):
        connection.execute(
            "INSERT INTO part VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [*key, seat, part.name, part.total, part.won, part.shared, part.best],
        )
    for one in highlights(history, record) if history else ():
        connection.execute(
            "INSERT INTO highlight VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [*key, one.number, _at(rows, one.number, begun), one.word, one.player, record.preset, one.value],
        )


def _origin(moment: float, body: str) -> bytes:
    """Return what all copies of a game have in common, also those in which players are called otherwise."""
    names = dict.fromkeys(reversed([*names_in([body])]))  # the starter and the seats: a handicap is sorted by name
    seats = {name: str(seat) for seat, name in enumerate(names)}
    return hashlib.sha256(f"{moment!r}\t{renamed_line(body, seats)}".encode()).digest()


def _read(rows: Rows) -> tuple[Record, GameHistory]:
    """Return the figures of a game. Raises :class:`~engine.EngineError` if this version cannot read it."""
    events = tuple(decode(body) for _number, _moment, body, _received in rows)
    kept = ArchivedGame(0, None, events, tuple(moment for _number, moment, *_rest in rows))
    record = record_of(kept, look_back=False)
    if any(why_no_name(part.name) for part in record.parts):
        raise BadLog("a player has no valid name")
    return record, history_of(events)


def when(clock: float, received: datetime) -> datetime:
    """Return when a game was opened: by the table's clock, unless it is wrong by far; then when its row arrived."""
    try:
        told = datetime.fromtimestamp(clock, UTC)
    except (OverflowError, ValueError, OSError):
        return received
    return told if received - EARLY <= told <= received + LATE else received


def _at(rows: Rows, number: int, begun: datetime) -> datetime:
    """Return the time of an event. Moments count from the start of the table, so they are held against the opening."""
    moment, received = next(((row[1], row[3]) for row in rows if row[0] == number), (rows[0][1], begun))
    try:
        at = begun + timedelta(seconds=moment - rows[0][1])
    except (OverflowError, ValueError):
        return received
    return at if begun <= at <= received + LATE else received


def highlights(history: GameHistory, record: Record) -> Iterator[Highlight]:
    """Yield the moments of a game that the board shows, in order. Corrected rolls count as corrected."""
    number_of = {id(event): number for number, event in enumerate(history.events)}
    entries = history.played
    for index, entry in enumerate(entries):
        after = entries[index + 1].before if index + 1 < len(entries) else history.state
        number = number_of.get(id(entry.event), index + 1)
        for one in history.game.announcements(entry.before, after):
            if one.word in HIGHLIGHTS and one.word != "won" and one.player:
                yield Highlight(number, one.word, one.player, one.number)
    if record.over:
        for part in record.parts:
            if part.won:
                yield Highlight(len(history.events) - 1, "won", part.name, part.total)


def _count_once(connection: psycopg.Connection, origin: bytes) -> None:
    """Have one copy of a game count: a finished one, that of the journal seen last. Restored backups have copies."""
    copies = connection.execute("SELECT count(*), bool_or(counts) FROM result WHERE origin = %s", [origin]).fetchone()
    if copies and (copies[0] > 1 or copies[1] is False):
        connection.execute(
            "UPDATE result r SET counts = (r.table_id, r.journal_id, r.game) = ("
            " SELECT s.table_id, s.journal_id, s.game FROM result s JOIN journal j USING (table_id, journal_id)"
            " WHERE s.origin = %(origin)s ORDER BY s.over DESC, j.first_seen DESC, s.journal_id, s.game DESC LIMIT 1)"
            " WHERE r.origin = %(origin)s",
            {"origin": origin},
        )
