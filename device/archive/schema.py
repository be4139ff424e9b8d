"""Tables of the archive's file, and how it is opened. All of its data is derived from the journal.

``games`` has each game's record as JSON, beside the columns by which games are sorted, found and counted; ``rows`` its
events and the chances to win after its turns. ``parts`` has what each player's part adds to their totals
(:class:`~engine.statistics.player_totals.PlayerTotals`), and its ``merit``: its best, negative where the lowest wins,
so that the largest is the best.

Totals are kept by triggers, so that no page reads all games: ``tallies`` of players, ``dice`` of evenings and blocks of
games, ``people`` with their latest games. There is no write-ahead log: its index would be mapped into memory, and a
disk that turns read-only would crash the program.
"""

import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import msgspec

from device.files.scratch import probe
from device.storage.database import is_file_if_there, with_those_beside
from engine import game_of, presets_of_all
from engine.statistics.player_totals import FIELDS

VERSION = zlib.crc32(f"8 {' '.join(name for name in presets_of_all() if not game_of(name).written)}".encode()) >> 1
"""Version of the schema, of the computation of figures, and of the games. A file of another version is deleted."""

ROOM = 1 << 20
"""Bytes that a disk takes which is not full."""

BLOCK = 100
"""Games in a block, by their numbers. The course of many dice is drawn from blocks without reading each game."""

UNDATED = 0
"""The evening in ``dice`` of games without a valid date."""

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
DICE = ("games", "counted", *FACES)
"""Counts in ``dice``: games, those with counted dice, and each face."""

EMPTY = "players > 0 AND rolls = 0 AND over = 0"
"""Games that were begun without a roll are not in the log. The words are those of the indexes."""


def dice_of(row: str, sign: str = "") -> str:
    faces = [f"{row}.{face}" for face in FACES]
    block = f"{row}.game / {BLOCK} - ({row}.game < 0 AND {row}.game % {BLOCK} <> 0)"
    counts = ", ".join(f"{sign}({count})" for count in ("1", f"{' + '.join(faces)} > 0", *faces))
    return f"coalesce({row}.day, {UNDATED}), {block}, {counts}"


def tally_of(row: str, sign: str = "") -> str:
    return f"{row}.kind, {row}.name, {', '.join(f'{sign}{row}.{field}' for field in FIELDS)}"


def _count(table: str, keys: str, counts: Sequence[str], row: str, sign: str) -> str:
    sums = ", ".join(f"{count} = {count} {sign} excluded.{count}" for count in counts)
    return f"INSERT INTO {table} SELECT {row} WHERE true ON CONFLICT ({keys}) DO UPDATE SET {sums};"


def _dice(row: str, sign: str) -> str:
    return _count("dice", "day, block", DICE, dice_of(row), sign)


def _tally(row: str, sign: str) -> str:
    return _count("tallies", "kind, name", FIELDS, tally_of(row), sign)


def _integers(columns: Sequence[str]) -> str:
    return ", ".join(f"{column} INTEGER NOT NULL" for column in columns)


_SCHEMA = f"""
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    extent TEXT,
    clock REAL,
    day INTEGER,
    {_integers(("players", "rolls", "over", "looked_back", *FACES))},
    record TEXT NOT NULL
) STRICT;
CREATE INDEX games_listed ON games (day, game) WHERE NOT ({EMPTY});
CREATE INDEX games_unfinished ON games (game) WHERE players > 0 AND over = 0;
CREATE INDEX games_empty ON games (day, game) WHERE {EMPTY};
CREATE INDEX games_waiting ON games (game) WHERE over = 1 AND looked_back = 0;
CREATE TABLE rows (game INTEGER PRIMARY KEY, packed BLOB NOT NULL, course TEXT NOT NULL) STRICT;
CREATE TABLE parts (
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    day INTEGER,
    is_level INTEGER NOT NULL,
    merit INTEGER,
    scores TEXT NOT NULL,
    {_integers(FIELDS)},
    PRIMARY KEY (name, kind, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX parts_of_game ON parts (game, seat);
CREATE INDEX parts_best ON parts (name, kind, merit DESC, game) WHERE games = 1;
CREATE INDEX parts_of_evening ON parts (day, kind) WHERE games = 1;
CREATE TABLE purses (
    game INTEGER NOT NULL,
    name TEXT NOT NULL,
    chips INTEGER NOT NULL,
    drinks INTEGER NOT NULL,
    PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE moments (
    name TEXT NOT NULL,
    moment TEXT NOT NULL,
    game INTEGER NOT NULL,
    PRIMARY KEY (name, moment, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX moments_of_game ON moments (game);
CREATE TABLE tallies (kind TEXT, name TEXT, {_integers(FIELDS)}, PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID;
CREATE INDEX tallies_of_player ON tallies (name);
CREATE TABLE dice (day INTEGER, block INTEGER, {_integers(DICE)}, PRIMARY KEY (day, block)) STRICT, WITHOUT ROWID;
CREATE TABLE people (
    name TEXT PRIMARY KEY,
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX people_by_game ON people (game DESC, seat);
CREATE TRIGGER game_added AFTER INSERT ON games BEGIN
    {_dice("new", "+")}
END;
CREATE TRIGGER game_dated AFTER UPDATE OF day ON games BEGIN
    {_dice("old", "-")}
    {_dice("new", "+")}
    UPDATE parts SET day = new.day WHERE game = new.game;
END;
CREATE TRIGGER game_gone AFTER DELETE ON games BEGIN
    {_dice("old", "-")}
    DELETE FROM rows WHERE game = old.game;
    DELETE FROM parts WHERE game = old.game;
    DELETE FROM purses WHERE game = old.game;
    DELETE FROM moments WHERE game = old.game;
END;
CREATE TRIGGER part_added AFTER INSERT ON parts BEGIN
    {_tally("new", "+")}
    INSERT INTO people VALUES (new.name, new.game, new.seat) ON CONFLICT (name)
        DO UPDATE SET game = excluded.game, seat = excluded.seat
        WHERE excluded.game > game OR (excluded.game = game AND excluded.seat < seat);
END;
CREATE TRIGGER part_gone AFTER DELETE ON parts BEGIN
    {_tally("old", "-")}
    DELETE FROM people WHERE name = old.name AND game = old.game;
    INSERT INTO people SELECT name, game, seat FROM parts WHERE name = old.name ORDER BY game DESC, seat LIMIT 1
        ON CONFLICT (name) DO NOTHING;
END;
PRAGMA user_version = {VERSION};
"""


class NoArchiveFile(sqlite3.DatabaseError):
    """The file is damaged, of another version, or not an archive: it must be rebuilt."""


UNREADABLE = (
    sqlite3.Error,
    zlib.error,
    msgspec.MsgspecError,
    ValueError,  # invalid UTF-8 or JSON
    TypeError,  # a value of another type than in the schema
    AttributeError,
    ArithmeticError,
    LookupError,
    RecursionError,
    MemoryError,
)
"""Exceptions that reading a damaged file can raise."""


def cannot_be_used(error: sqlite3.Error, file: Path) -> bool:
    """Return whether the file is to be made again, rather than to be tried again: it is not locked, nor the disk full.

    A damaged header makes SQLite tell of a full or read-only disk, so the disk is asked itself.
    """
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return False
    if isinstance(error, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR:
        try:
            probe(file.parent, ROOM)
        except OSError:
            return False
    return True


def check_files(file: Path) -> None:
    """Raise :class:`NoArchiveFile` for a pipe or the like, which SQLite would read for ever."""
    if not all(map(is_file_if_there, with_those_beside(file))):
        raise NoArchiveFile("no file")


def make_tables(base: sqlite3.Connection) -> None:
    base.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")


def check(base: sqlite3.Connection, name: str = "main") -> None:
    """Raise :class:`NoArchiveFile` unless the database is an archive of this version, with its own tables only."""
    version = base.execute(f"PRAGMA {name}.user_version").fetchone()
    if version != (VERSION,) or _tables(base, name) != _expected():
        raise NoArchiveFile("no archive of this version")


def empty_archive() -> sqlite3.Connection:
    base = sqlite3.connect(":memory:", uri=True, check_same_thread=False, isolation_level=None)
    make_tables(base)
    return base


@cache
def _expected() -> list[tuple[object, ...]]:
    with closing(empty_archive()) as base:
        return _tables(base, "main")


def _tables(base: sqlite3.Connection, name: str) -> list[tuple[object, ...]]:
    return base.execute(f"SELECT name, sql FROM {name}.sqlite_schema ORDER BY name").fetchall()
