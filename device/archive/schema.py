"""Tables of the archive's file, and how it is opened. All of its data is derived from the journal.

``games``, ``parts``, ``purses`` and ``moments`` hold each game's record, ``rows`` its events, ``courses`` the chances
to win after its turns. ``tallies``, ``scores``, ``dice`` and ``people`` are totals over them
(:mod:`engine.statistics.totals`), updated in the same transaction, so that no page reads all games. ``merit`` is a
part's best, negative where the lowest wins: the larger, the better. There is no write-ahead log: its index would be
mapped into memory, and a disk that turns read-only would crash the program.
"""

import sqlite3
import zlib
from pathlib import Path

import msgspec

from device.scratch import probe
from device.storage.database import is_file_if_there, with_those_beside
from engine.statistics.player_totals import FIELDS

VERSION = 6
"""Version of the schema and of the computation of figures. A file of another version is deleted."""

CACHE = 512
"""Page cache of a reader in kilobytes; other pages usually come from the system's cache."""

ROOM = 1 << 20
"""Bytes that a disk takes which is not full."""

FACES = "ones, twos, threes, fours, fives, sixes"

_SCHEMA = f"""
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    extent TEXT,
    clock REAL,
    day INTEGER,
    kind TEXT NOT NULL,
    preset TEXT NOT NULL,
    events INTEGER NOT NULL,
    rolls INTEGER NOT NULL,
    corrections INTEGER NOT NULL,
    ones INTEGER NOT NULL, twos INTEGER NOT NULL, threes INTEGER NOT NULL,
    fours INTEGER NOT NULL, fives INTEGER NOT NULL, sixes INTEGER NOT NULL,
    players INTEGER NOT NULL,
    over INTEGER NOT NULL,
    looked_back INTEGER NOT NULL
) STRICT;
CREATE INDEX games_by_day ON games (day, game);
CREATE INDEX games_unfinished ON games (game) WHERE players > 0 AND over = 0;
CREATE INDEX games_empty ON games (day, game) WHERE players > 0 AND rolls = 0 AND over = 0;
CREATE INDEX games_waiting ON games (game) WHERE over = 1 AND looked_back = 0;
CREATE TABLE rows (game INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
CREATE TABLE courses (game INTEGER PRIMARY KEY, points TEXT NOT NULL) STRICT;
CREATE TABLE parts (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    day INTEGER,
    over INTEGER NOT NULL,
    total INTEGER NOT NULL,
    won INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    scores TEXT NOT NULL,
    whole INTEGER NOT NULL,
    merit INTEGER,
    feats TEXT NOT NULL,
    luck INTEGER,
    cost INTEGER,
    decisions INTEGER,
    to_win INTEGER,
    lucky_dice TEXT,
    lucky INTEGER,
    chips INTEGER,
    head_start INTEGER NOT NULL,
    is_level INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
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
    seat INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (name, moment, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX moments_of_game ON moments (game);
CREATE INDEX parts_of_player ON parts (name, game, seat);
CREATE INDEX parts_over ON parts (name, kind, over, game, whole, total, head_start, luck, cost);
CREATE INDEX parts_best ON parts (name, kind, over, merit DESC, game);
CREATE INDEX parts_best_by_day ON parts (name, kind, over, day, merit, game);
CREATE TABLE tallies (
    span TEXT NOT NULL,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    {", ".join(f"{field} INTEGER NOT NULL" for field in FIELDS)},
    PRIMARY KEY (span, place, kind, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX tallies_of_player ON tallies (name, kind, span, place);
CREATE TABLE scores (
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    score INTEGER NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (name, kind, score)
) STRICT, WITHOUT ROWID;
CREATE TABLE dice (
    day INTEGER NOT NULL,
    block INTEGER NOT NULL,
    games INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    {", ".join(f"{face} INTEGER NOT NULL" for face in FACES.split(", "))},
    PRIMARY KEY (day, block)
) STRICT, WITHOUT ROWID;
CREATE TABLE people (
    name TEXT PRIMARY KEY,
    folded TEXT NOT NULL,
    played INTEGER NOT NULL,
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX people_by_name ON people (folded, name) WHERE played = 1;
CREATE INDEX people_by_game ON people (game DESC, seat);
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
    """Create the tables in an empty database."""
    base.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")


def check(base: sqlite3.Connection) -> None:
    """Raise :class:`NoArchiveFile` unless the database is an archive of this version, with its own tables only."""
    if base.execute("PRAGMA user_version").fetchone() != (VERSION,) or _tables(base) != _expected():
        raise NoArchiveFile("no archive of this version")


def open_to_read(file: Path) -> sqlite3.Connection:
    """Open the archive for reading, from any thread. Raises sqlite3.Error if it is damaged or missing."""
    check_files(file)
    base = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False, isolation_level=None
    )
    try:
        base.execute(f"PRAGMA cache_size = -{CACHE}")
        check(base)
    except BaseException:
        base.close()
        raise
    return base


def empty_archive() -> sqlite3.Connection:
    """Return an empty archive in memory."""
    base = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    make_tables(base)
    return base


_known: list[list[tuple[object, ...]]] = []


def _expected() -> list[tuple[object, ...]]:
    if not _known:
        base = empty_archive()
        _known.append(_tables(base))
        base.close()
    return _known[0]


def _tables(base: sqlite3.Connection) -> list[tuple[object, ...]]:
    return base.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
