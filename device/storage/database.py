"""The journal's SQLite file and its lock. Rows are only appended, never rewritten.

A row holds one event: (game, number within the game, moment, event as a line of JSON). The game opened last is the open
one. Every row carries a checksum chained to the row written before it (:mod:`device.storage.checksums`). The file
carries a random id, so that diverged copies of one journal can be distinguished.
"""

import contextlib
import errno
import fcntl
import os
import re
import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Self

from device.errors import BadJournal
from device.files.durable_write import make_durable, make_shared
from device.files.kept_file import size_of
from device.storage.acknowledged import Extent
from device.storage.checksums import START, Link, Value, checksum, is_sound
from device.storage.sqlite_format import HEADER, StoredRow
from engine.i18n import gettext as _

SCHEMA = 3
APPLICATION = 0x5144434B
"""SQLite application id of a journal: “QDCK”."""

NEWEST = 999
"""Highest valid schema version. A file with a higher one has a damaged header."""

_TABLES = """
CREATE TABLE events (
    place INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    moment REAL NOT NULL,
    event TEXT NOT NULL,
    checksum BLOB NOT NULL,
    UNIQUE (game, number)
) STRICT;
CREATE TABLE openings (
    number INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    clock REAL NOT NULL,
    checksum BLOB NOT NULL
) STRICT;
CREATE TABLE identities (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    parent TEXT,
    checksum BLOB NOT NULL
) STRICT;
"""


def _guards(table: str) -> str:
    refuse = "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;"
    return (
        f"CREATE TRIGGER {table}_stay BEFORE UPDATE ON {table} {refuse}\n"
        f"CREATE TRIGGER {table}_are_kept BEFORE DELETE ON {table} {refuse}\n"
    )


MAKE = _TABLES + "".join(map(_guards, ("events", "openings", "identities")))
_TABLES_BEFORE = """
CREATE TABLE events (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    moment REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE openings (
    number INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    clock REAL NOT NULL
) STRICT;
"""


def _definitions(script: str) -> frozenset[str]:
    """Return the script's statements, without spaces. SQLite stores each statement as written."""
    return frozenset("".join(one.split()) for one in re.split(r";\s*\n", script) if one.strip())


MADE = _definitions(MAKE)
MADE_BEFORE = _definitions(_TABLES_BEFORE + _guards("events") + _guards("openings"))


LARGE = 24 << 20
"""File size in bytes above which the whole structure is not checked on opening. Rows are still checked one by one."""

BESIDE = ("-wal", "-journal", "-shm")
"""Suffixes of the files that SQLite keeps beside a database."""

ADVICE = _("set another path in [journal] of the configuration, or free up space and fix permissions.")

Row = tuple[int, int, float, str]


class Damaged(Exception):
    """The file is not a database, or data is missing from it."""


class Older(Exception):
    """The file is a sound journal of an older schema. :mod:`device.storage.rebuild` updates it."""


class Newer(Exception):
    """The file is a sound journal of a newer schema, written by a newer version of Quarterdeck."""


def why_unusable(file: Path, error: Damaged | Newer) -> str:
    """Return why the journal in that file can't be used, a sentence."""
    if isinstance(error, Newer):
        return _("{file} comes from a newer version of Quarterdeck ({newer}): update this one.", file=file, newer=error)
    return _("The journal {file} is damaged ({damage}): quarterdeck run repairs it.", file=file, damage=error)


@dataclass(frozen=True, slots=True)
class Opening:
    """Opening of a game, new or resumed. ``clock`` is the machine's clock at that moment (seconds, Unix)."""

    game: int
    clock: float


@dataclass(frozen=True, slots=True)
class Identity:
    """Id of a journal, 32 hexadecimal digits, and the id of the journal it was made from, if any."""

    id: str
    parent: str | None


class JournalDatabase:
    """Journal file, opened by one process. Other processes use a :func:`~device.storage.rebuild.snapshot`.

    SQLite's index of the write-ahead log is kept in this process's memory. With a memory-mapped index, as used when
    processes share it, a disk that becomes read-only would end the program with a bus error.

    A log left by an earlier process is first written into the file, synced and emptied, since its contents may never
    have been synced.

    Raises :class:`Damaged`, :class:`Older` or :class:`Newer` for such a journal, :class:`BadJournal` for a database of
    another program, and sqlite3.OperationalError if the disk refuses reads or writes. A failed write leaves no rows
    behind. A new file gets these identities, or one that is new too.
    """

    def __init__(self, file: Path, identities: Sequence[tuple[str, str | None]] = ()) -> None:
        self._file = file
        is_new = not file.exists()
        make_shared(file)
        if not all(map(is_file_if_there, with_those_beside(file))):
            raise Damaged(_("it is no file"))  # SQLite would read a pipe for ever
        if size_of(file) < HEADER and size_of(Path(f"{file}-wal")):
            raise Damaged(_("it was emptied"))  # SQLite would delete the log, which may hold every event
        self._base = sqlite3.connect(file, isolation_level=None)
        self._looked_through: dict[str, tuple[int, list[int]]] = {}
        try:
            with telling_damage():
                self._check(identities or [fresh(None)])
                self._take_up()
            if is_new:
                make_durable(file.parent)
        except BaseException:
            self._base.close()
            raise

    def _check(self, identities: Sequence[tuple[str, str | None]]) -> None:
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._base.execute("PRAGMA trusted_schema = OFF")
        self._base.execute("PRAGMA cell_size_check = ON")
        application, schema = self._header()
        made = {
            "".join(str(sql).split())
            for (sql,) in self._base.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        }
        if made and made != MADE:
            self._refuse(made, application, schema)
        if made and self._file.stat().st_size <= LARGE:
            [found] = self._base.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise Damaged(found)
        if not made:
            # before a write-ahead log exists, the tables are in the file itself
            self._base.execute("PRAGMA page_size = 4096")
            self._base.executescript(f"BEGIN IMMEDIATE; {MAKE}")
            self._name(*identities)
            self._base.execute("COMMIT")
        if (application, schema) != (APPLICATION, SCHEMA):
            # the tables are those of a journal, so a header that contradicts them is damaged
            self._base.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA};")
        self._base.execute("PRAGMA synchronous = FULL")
        [mode] = self._base.execute("PRAGMA journal_mode").fetchone()
        if mode == "wal":
            self.checkpoint()
        else:
            self._base.execute("PRAGMA journal_mode = WAL").fetchall()

    def _header(self) -> tuple[int, int]:
        [application] = self._base.execute("PRAGMA application_id").fetchone()
        [schema] = self._base.execute("PRAGMA user_version").fetchone()
        return application, schema

    def _refuse(self, made: set[str], application: int, schema: int) -> None:
        """Raise the error for a file with a different schema. SQLite must not run unknown statements in it."""
        strange = made - MADE
        is_damaged = not strange or any(map(_resembles_ours, strange))
        if application == APPLICATION and SCHEMA < schema <= NEWEST and not is_damaged:
            raise Newer(_("it has schema {schema}, this version writes {schema_2}", schema=schema, schema_2=SCHEMA))
        if made <= MADE_BEFORE and any("TABLEevents" in one for one in made):
            [found] = self._base.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise Damaged(found)
            raise Older
        if application != APPLICATION and not made & (MADE | MADE_BEFORE):
            raise BadJournal(
                _("{file} is a database, but not a Quarterdeck journal: {advice}", file=self._file, advice=ADVICE)
            )
        parts = self._base.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        strangers = (str(name) for name, made in parts if "".join(str(made).split()) not in MADE)
        stranger = next(strangers, _("a part of it"))  # a message within another is not extracted
        raise Damaged(_("it has an unknown “{name}”", name=stranger[:40]))

    def _take_up(self) -> None:
        links = self._chain("identities", "id, parent")
        if not links:
            raise Damaged(_("its id is missing or damaged"))
        name, parent = next(link.values for link in links if link.values[0] == links[-1].values[0])
        self.identity = Identity(str(name), None if parent is None else str(parent))
        self._ends = {table: self._end_of(table) for table in ("events", "openings", "identities")}

    def _chain(self, table: str, columns: str) -> list[Link]:
        """Return the rows of that table, none if one does not match the row before it."""
        before, links = START, list[Link]()
        query = f"SELECT number, {columns}, checksum FROM {table} ORDER BY number"
        for place, (number, *values, sum_) in enumerate(self._base.execute(query), 1):
            if number != place or checksum(before, place, values) != sum_:
                return []
            links.append(Link(number, tuple(values), sum_))
            before = sum_
        return links

    def _end_of(self, table: str) -> tuple[int, bytes]:
        key = "place" if table == "events" else "number"
        found = self._base.execute(f"SELECT {key}, checksum FROM {table} ORDER BY {key} DESC LIMIT 1").fetchone()
        return found or (0, START)

    @property
    def extent(self) -> Extent:
        return Extent(self.identity.id, self._ends["events"][0], self._ends["openings"][0])

    def write(self, rows: Iterable[Row], openings: Iterable[Opening] = ()) -> None:
        """Write these rows, all or none, and return when they are durable.

        A row that is already there is skipped: a write may have succeeded although the disk reported an error. Raises
        :class:`Damaged` if a different event is in its place.
        """
        with telling_damage(), self._transaction():
            for row in rows:
                try:
                    self._append("events", (row[0], row[1], float(row[2]), row[3]))
                except sqlite3.IntegrityError:
                    self._compare(row)
            for one in openings:
                if one != self.last_opening():
                    self._append("openings", (one.game, float(one.clock)))

    def renew(self) -> None:
        """Give the journal a new id, with the present one as its parent."""
        with telling_damage(), self._transaction():
            self._name(fresh(self.identity.id))
        with telling_damage():
            self._take_up()

    def _name(self, *identities: tuple[str, str | None]) -> None:
        self._ends = {"identities": self._end_of("identities")}
        for one in identities:
            self._append("identities", one)

    def identities(self) -> list[tuple[str, str | None]]:
        """Return the rows of ids. One that repeats an id has as parent the :attr:`head` before an erasure."""
        with telling_damage():
            return self._base.execute("SELECT id, parent FROM identities ORDER BY number").fetchall()

    @property
    def head(self) -> str:
        """The checksum in which all events are chained."""
        return self._ends["events"][1].hex()

    def _append(self, table: str, values: tuple[Value, ...]) -> None:
        place, before = self._ends[table]
        made = checksum(before, place + 1, values)
        marks = ", ".join("?" * (len(values) + 2))
        self._base.execute(f"INSERT INTO {table} VALUES ({marks})", (place + 1, *values, made))
        self._ends[table] = (place + 1, made)

    def _compare(self, row: Row) -> None:
        game, number, _kind, event = row
        there = self._base.execute("SELECT event FROM events WHERE game = ? AND number = ?", (game, number)).fetchone()
        if there is None:
            raise Damaged(_("another event is in the place of event {number} of game {game}", number=number, game=game))
        if there[0] != event:
            raise Damaged(
                _("event {number} of game {game} is not the one that was confirmed", number=number, game=game)
            )

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        ends = dict(getattr(self, "_ends", {}))
        try:
            self._base.execute("BEGIN IMMEDIATE")
            yield
            self._base.execute("COMMIT")
        except BaseException:
            self._ends = ends
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise

    def checkpoint(self) -> None:
        """Write the write-ahead log into the file, sync the file, and empty the log. Raises sqlite3.Error, OSError."""
        with telling_damage():
            busy, *_rest = self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise OSError(errno.EBUSY, _("its write-ahead log can’t be merged"))

    def rows(self, game: int) -> list[Row]:
        with telling_damage():
            return self._base.execute(
                "SELECT game, number, moment, event FROM events WHERE game = ? ORDER BY number", [game]
            ).fetchall()

    def events_at(self, game: int, numbers: Sequence[int]) -> tuple[str, ...]:
        """Return the events of a game with these numbers, in order. Missing numbers are skipped."""
        marks = ", ".join("?" * len(numbers))
        with telling_damage():
            found = self._base.execute(
                f"SELECT event FROM events WHERE game = ? AND number IN ({marks}) ORDER BY number", [game, *numbers]
            )
            return tuple(event for (event,) in found)

    def latest_of(self, start: str) -> list[int]:
        """Return the game begun last whose first event has that text, after such games with events since then.

        Only events that were written since it was last asked are looked through.
        """
        begun = "number = 0 AND instr(event, ?)"
        seen, games = self._looked_through.get(start, (0, []))
        with telling_damage():
            latest = (
                f"SELECT place, game FROM events NOT INDEXED WHERE place > ? AND {begun} ORDER BY place DESC LIMIT 1"
            )
            if last := self._base.execute(latest, (seen, start)).fetchone():
                seen, games = last[0], [last[1]]
            if games:
                since = "SELECT game FROM events NOT INDEXED WHERE place > ? AND game < ?"
                again = f"SELECT game FROM events WHERE game IN ({since}) AND {begun}"
                found = self._base.execute(again, (seen, games[-1], start)).fetchall()
                games = sorted({*games, *(game for (game,) in found)})
        self._looked_through[start] = self._ends["events"][0], games
        return games

    def before_begin(self, game: int, of: int) -> int:
        """Return how many events of that game were there when the other one began."""
        begin = "SELECT place FROM events WHERE game = ? AND number = 0"
        with telling_damage():
            query = f"SELECT count(*) FROM events WHERE game = ? AND place < ({begin})"
            [before] = self._base.execute(query, (game, of)).fetchone()
            return int(before)

    def all_rows(self) -> Iterator[Row]:
        with telling_damage():
            yield from self._base.execute("SELECT game, number, moment, event FROM events ORDER BY game, number")

    def in_order(self) -> Iterator[Row]:
        """Yield all rows as they were written."""
        yield from map(row_of, self._links(1, None))

    def games(self) -> list[int]:
        with telling_damage():
            return [game for (game,) in self._base.execute("SELECT DISTINCT game FROM events ORDER BY game")]

    def last_game(self) -> int:
        with telling_damage():
            [last] = self._base.execute("SELECT max(game) FROM events").fetchone()
            return last or 0

    def extents(self) -> list[tuple[int, str]]:
        """Return for each game a text that changes when rows are added, in order of first appearance."""
        with telling_damage():
            return self._base.execute(
                "SELECT game, count(*) || ' ' || sum(length(event)) || ' ' || max(moment)"
                " FROM events GROUP BY game ORDER BY game"
            ).fetchall()

    def openings(self) -> list[Opening]:
        with telling_damage():
            return [Opening(*row) for row in self._base.execute("SELECT game, clock FROM openings ORDER BY number")]

    def last_opening(self) -> Opening | None:
        with telling_damage():
            row = self._base.execute("SELECT game, clock FROM openings ORDER BY number DESC LIMIT 1").fetchone()
            return Opening(*row) if row else None

    def unsound(self, first: int = 1, count: int | None = None) -> list[Row]:
        """Return the damaged events among ``count`` events from place ``first`` on, or among all.

        Raises :class:`Damaged` if an event is missing, or an opening is damaged.
        """
        found: list[Row] = []
        fits = True
        with telling_damage():
            before = self._before(first)
            for link in self._links(first, count):
                if checksum(before, link.place, link.values) != link.checksum:
                    fits = False
                    found += [] if is_sound(link, before) else [row_of(link)]
                before = link.checksum
        if not fits and not found:
            raise Damaged(_("the checksums of its events are damaged"))
        return found

    def _before(self, first: int) -> bytes:
        if first == 1:
            return START
        found = self._base.execute("SELECT checksum FROM events WHERE place = ?", [first - 1]).fetchone()
        if found is None:
            raise Damaged(_("event {first} is missing", first=first - 1))
        before: bytes = found[0]
        return before

    def _links(self, first: int, count: int | None) -> Iterator[Link]:
        last = self._ends["events"][0] if count is None else min(first + count - 1, self._ends["events"][0])
        due = first
        for place, *values, sum_ in self._base.execute(
            "SELECT place, game, number, moment, event, checksum FROM events"
            " WHERE place BETWEEN ? AND ? ORDER BY place",
            [first, last],
        ):
            if place != due:
                raise Damaged(_("event {due} is missing", due=due))
            due = place + 1
            yield Link(place, tuple(values), sum_)
        if due <= last:
            raise Damaged(_("event {due} is missing", due=due))

    def check_openings(self) -> None:
        with telling_damage():
            links = self._chain("openings", "game, clock")
        if len(links) != self._ends["openings"][0]:
            raise Damaged(_("the start of a game is missing or damaged"))

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
            self._base.close()


def fresh(parent: str | None) -> tuple[str, str | None]:
    """Return a new id with that parent."""
    return secrets.token_hex(16), parent


def with_those_beside(file: Path) -> list[Path]:
    """Return the paths of a database and of what SQLite keeps beside it."""
    return [Path(f"{file}{ending}") for ending in ("", *BESIDE)]


def is_file_if_there(file: Path) -> bool:
    """Return False for a pipe, a socket, a device or a folder."""
    return file.is_file() or not file.exists()


def _resembles_ours(statement: str) -> bool:
    """Return whether it is a statement of this or an older schema with a few wrong characters, never of a newer one."""
    return any(
        abs(len(statement) - len(own)) <= 2 and SequenceMatcher(None, statement, own, autojunk=False).ratio() > 0.8
        for own in MADE | MADE_BEFORE
    )


def row_of(link: Link) -> Row:
    game, number, moment, event = link.values
    return int(game or 0), int(number or 0), float(moment or 0.0), str(event)


COLUMNS: dict[str, dict[str, tuple[type, ...]]] = {
    "events": {"game": (int,), "number": (int,), "moment": (float, int), "event": (str,), "checksum": (bytes,)},
    "openings": {"game": (int,), "clock": (float, int), "checksum": (bytes,)},
    "identities": {"id": (str,), "parent": (str, type(None)), "checksum": (bytes,)},
}
"""Columns of each table after its key, and the types in which SQLite stores their values.

It stores a REAL without a fraction as an integer.
"""


def link_of(record: StoredRow, table: str) -> Link | None:
    """Return the row of that table as it was written; None if the record is not one of that table."""
    values: list[Any] = list(record.columns[1:])
    columns = COLUMNS[table].values()
    if record.columns[:1] != (None,) or record.rowid < 1 or len(values) != len(columns):
        return None
    if not all(isinstance(value, types) for value, types in zip(values, columns, strict=True)):
        return None
    written = [float(value) if float in types else value for value, types in zip(values, columns, strict=True)]
    return Link(record.rowid, tuple(written[:-1]), values[-1])


def refuse_unsound(rows: Sequence[Row]) -> None:
    if rows:
        game, number, *_rest = rows[0]
        raise Damaged(_("event {number} of game {game} was altered", number=number, game=game))


@contextlib.contextmanager
def telling_damage() -> Iterator[None]:
    """Convert errors that show a damaged file to :class:`Damaged`. Disk errors pass unchanged."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and _is_the_disk(error):
            raise
        # not SQLite's own OperationalError: data is missing, or a text is not valid
        raise Damaged(str(error)) from None
    except (UnicodeDecodeError, OverflowError, MemoryError, TypeError):
        # an SQLite message or value that quotes the contents of the file
        raise Damaged(_("its contents can’t be read")) from None


def _is_the_disk(error: sqlite3.OperationalError) -> bool:
    """Return whether the disk caused the error. False for other kinds and for errors not raised by SQLite itself."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF not in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


PATIENCE = 5.0
"""Seconds for which a table waits for a command that holds its journal, as ``restore`` does."""

AGAIN = 0.05
"""Seconds between two tries to get the lock."""


class JournalLock:
    """Exclusive lock, held until :meth:`close` or the end of the process.

    If no lock file can be created, as on a full or read-only disk, the journal's folder is locked instead. Raises
    :class:`InUse` if another program holds the lock for longer than ``patience``, in seconds. If the folder does not
    exist, no lock is needed.
    """

    def __init__(self, file: Path, patience: float = 0.0) -> None:
        self._handle = _handle(file)
        end = time.monotonic() + patience
        while self._handle is not None:
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= end:
                    self.close()
                    raise InUse(file) from None
                time.sleep(AGAIN)
            except OSError:
                self.close()
            else:
                return

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _handle(file: Path) -> int | None:
    flags = os.O_CLOEXEC | os.O_NOFOLLOW
    lock = file.with_name(f"{file.name}.lock")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return os.open(lock, os.O_RDWR | os.O_CREAT | flags, 0o600)
    except OSError:
        pass
    for place, kind in ((lock, 0), (file.parent, os.O_DIRECTORY)):
        try:
            return os.open(place, os.O_RDONLY | os.O_NONBLOCK | flags | kind)
        except OSError:
            continue
    return None


class InUse(BadJournal):
    """Another program is writing that journal."""

    def __init__(self, file: Path) -> None:
        super().__init__(_("The journal {file} is in use: another Quarterdeck is running, stop it first.", file=file))
