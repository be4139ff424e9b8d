"""Conversion of a game's record and events to rows of the archive's tables, and back."""

import json
import sqlite3
import time
import zlib
from collections.abc import Sequence
from typing import Annotated

import msgspec

from device.archive.schema import FACES
from engine.codec import decode
from engine.game import game_of, game_of_kind
from engine.names import why_no_name
from engine.statistics.player_totals import NO_GAMES, tally_of, values_of
from engine.statistics.record import WHOLE, ArchivedGame, Kind, Record, WinPoint, day_of
from table.games import check_playable, playable_log

CoursePoint = tuple[
    Annotated[int, msgspec.Meta(ge=0)] | None,
    Annotated[int, msgspec.Meta(ge=0)],
    tuple[Annotated[int, msgspec.Meta(ge=0, le=WHOLE)], ...],
]
"""A point of a course as it is stored."""

Moments = Sequence[tuple[float, str]]
"""A game's events as lines of JSON, each with its time in seconds."""


def write_record(base: sqlite3.Connection, record: Record, checksum: int, extent: str | None = None) -> None:
    """Insert or replace a game's record and all that is counted of it, within the caller's transaction."""
    number, day = record.number, day_here(record.clock)
    base.execute("DELETE FROM main.games WHERE game = ?", [number])
    text = msgspec.json.encode(record).decode()
    flags = int(record.over), int(record.looked_back)
    row = (number, checksum, extent, record.clock, day, len(record.parts), record.rolls, *flags, *record.faces, text)
    base.execute(f"INSERT INTO main.games VALUES ({marks(row)})", row)
    for seat, part in enumerate(record.parts):
        tally = tally_of(part, is_level=record.is_level) if record.over else NO_GAMES
        merit = None if part.best is None else part.best * sign_of(record.kind)
        scores = json.dumps(part.scores)
        played = (part.name, record.kind, number, seat, day, int(record.is_level), merit, scores, *values_of(tally))
        base.execute(f"INSERT INTO main.parts VALUES ({marks(played)})", played)
    purses = [(number, name, purse.chips, purse.drinks) for name, purse in record.purses.items()]
    base.executemany("INSERT INTO main.purses VALUES (?, ?, ?, ?)", purses)
    moments = [(record.parts[one.seat].name, one.key, number) for one in record.moments]
    base.executemany("INSERT OR IGNORE INTO main.moments VALUES (?, ?, ?)", moments)


def marks(row: Sequence[object]) -> str:
    return ", ".join("?" * len(row))


def record_in(text: str) -> Record:
    """Return the record in that column. Raises ValueError or msgspec.MsgspecError if it is not a valid one."""
    record = msgspec.json.decode(text, type=Record)
    for name in (*(part.name for part in record.parts), *record.purses):
        name_in(name)
    if len(record.faces) != len(FACES) or min(record.faces) < 0:
        raise ValueError("no dice can have fallen less often than never")
    if record.parts:
        check_playable(record.preset)
    if record.parts and record.kind != game_of(record.preset).kind:
        raise ValueError(f"the rules {record.preset!r:.60} are of another kind than {record.kind!r:.60}")
    return record


def sign_of(kind: Kind) -> int:
    """Return the factor between the best and the merit in games of that kind: −1 where the lowest wins."""
    return -1 if game_of_kind(kind).lowest_wins else 1


def name_in(value: str) -> str:
    """Return the name in that column. Raises ValueError or TypeError if it is not a valid player's name."""
    if why := why_no_name(value):
        raise ValueError(why)
    return value


def course_text(course: Sequence[WinPoint]) -> str:
    return json.dumps([[point.seat, point.roll, point.chances] for point in course])


def course_in(text: str) -> tuple[WinPoint, ...]:
    return tuple(WinPoint(*point) for point in msgspec.json.decode(text, type=list[CoursePoint]))


def checksum_of(rows: Moments) -> int:
    found = len(rows)
    for moment, event in rows:
        found = zlib.crc32(f"{moment!r} {event}".encode(), found)
    return found


def packed(rows: Moments) -> bytes:
    return zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode())


def unpacked(data: bytes) -> Moments:
    return [(float(moment), str(event)) for moment, event in json.loads(zlib.decompress(data))]


def kept_of(number: int, clock: float | None, rows: Moments, *, is_open: bool = False) -> ArchivedGame:
    """Return the game with these rows. Raises :class:`~engine.EngineError` if this version cannot play it."""
    events = playable_log(decode(event) for _, event in rows)
    return ArchivedGame(number, clock, events, tuple(moment for moment, _ in rows), is_open)


def day_here(clock: float | None) -> int | None:
    """Return the evening of that time in the machine's time zone; None if the clock cannot have been right."""
    if clock is None:
        return None
    try:
        return day_of(clock, time.localtime(clock).tm_gmtoff)
    except (ValueError, OverflowError, OSError):
        return None


def zone_here() -> str:
    """Return a fingerprint of the machine's time zone: its offsets from UTC, week by week from 2024 to 2046."""
    offsets = ",".join(str(time.localtime(7 * 86_400 * week).tm_gmtoff) for week in range(2_869, 4_000))
    return f"{zlib.crc32(offsets.encode()):08x}"
