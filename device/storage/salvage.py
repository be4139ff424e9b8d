"""Recovery of the rows of a damaged journal. The damaged file is renamed and replaced by a new one.

Rows are searched in every page of the file and of its write-ahead log, and checked against their chained checksums. A
row can thus be recovered despite a damaged header or index. A game is kept up to its first missing row. Journals of
older schemas have no checksums and are read as far as SQLite can.
"""

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from device.errors import BadJournal
from device.files.scratch import scratch_folder
from device.storage.checksums import START, Link, checksum, is_sound
from device.storage.database import COLUMNS, JournalDatabase, Opening, Row, fresh, link_of, row_of
from device.storage.rebuild import free_name, rebuild, snapshot
from device.storage.sqlite_format import FRAME_HEAD, LOG_HEAD, PAGE_SIZES, USUAL, StoredRow, page_size_of, records_of
from engine import BadLog, EngineError, Event, GameHistory, decode, opened
from engine.i18n import gettext as _

CACHE = 64 << 10
"""Kilobytes of recovered rows kept in memory. More rows go to a temporary file."""


@dataclass(frozen=True, slots=True)
class Saved:
    """Result of a recovery: the number of rows, and the games with missing rows."""

    rows: int
    incomplete: frozenset[int]


@dataclass(frozen=True, slots=True)
class InMemory:
    """Rows in the program's memory: all rows of the open game, and rows not yet written.

    ``follows``: the journal could not be read, so that the numbers of the games begin at 1 and follow those of the
    journal once it can be read.
    """

    game: Sequence[Row] = ()
    waiting: Sequence[Row] = ()
    openings: Sequence[Opening] = ()
    follows: bool = False

    def after(self, last: int) -> "InMemory":
        """Return the same rows with numbers of games that follow the game ``last``."""

        def moved(rows: Sequence[Row]) -> list[Row]:
            return [(game + last, number, moment, event) for game, number, moment, event in rows]

        openings = [Opening(one.game + last, one.clock) for one in self.openings]
        return InMemory(moved(self.game), moved(self.waiting), openings)

    def lacking_in(self, ledger: JournalDatabase) -> list[Row]:
        there = {row[:2] for row in ledger.rows(self.game[0][0])} if self.game else set[tuple[int, int]]()
        missing = [row for row in self.game if row[:2] not in there]
        return sorted({row[:2]: row for row in [*missing, *self.waiting]}.values())

    def write_to(self, ledger: JournalDatabase) -> None:
        """Write the rows that the journal lacks, all or none."""
        held = self.after(ledger.last_game()) if self.follows else self
        ledger.write(held.lacking_in(ledger), held.openings)


def salvage(file: Path, held: InMemory = InMemory()) -> tuple[Path, Saved]:
    """Replace the damaged journal by one with its recovered rows and the rows in memory.

    Returns the new path of the damaged file, and what was recovered. Raises sqlite3.Error and OSError. The journal is
    then unchanged.
    """
    aside = free_name(file, "damaged")
    with contextlib.closing(sqlite3.connect("", isolation_level=None)) as found:
        _collect(file, found)
        due: Counter[int] = Counter()
        incomplete: set[int] = set()

        def fill(ledger: JournalDatabase) -> None:
            ledger.write(_kept(_rows(file, found), held, due, incomplete))
            games = set(ledger.games())
            openings = [*_openings(file, found), *held.openings]
            if held.game:
                openings.append(Opening(held.game[0][0], openings[-1].clock if openings else 0.0))
            ledger.write([], [one for one in openings if one.game in games])
            if games and not ledger.last_opening():
                ledger.write([], [Opening(max(games), 0.0)])

        identity = list(_sound(found, "identities"))
        rebuild(file, aside, fill, [fresh(str(identity[-1].values[0]))] if identity else ())
    return aside, Saved(due.total(), frozenset(incomplete))


def _kept(found: Iterable[Row], held: InMemory, due: Counter[int], incomplete: set[int]) -> Iterator[Row]:
    """Yield the rows that are consecutive in their games. Rows in memory take precedence.

    ``due`` counts the rows of each game. Games with missing rows are added to ``incomplete``.
    """
    mine = {row[:2]: row for row in held.waiting}
    opened = held.game[0][0] if held.game else None
    for row in found:
        game, number = row[:2]
        if game == opened or (game, number) in mine:
            continue
        if number == due[game]:
            due[game] += 1
            yield row
        else:
            incomplete.add(game)
    for row in (*held.game, *sorted(mine.values())):
        game, number = row[:2]
        if number == due[game]:
            due[game] += 1
            yield row
        elif game != opened:
            incomplete.add(game)


def _collect(file: Path, found: sqlite3.Connection) -> None:
    found.execute(f"PRAGMA cache_size = -{CACHE}")
    found.execute("BEGIN")
    for table, columns in COLUMNS.items():
        found.execute(f"CREATE TABLE {table} (place INTEGER, {', '.join(columns)})")
    for record in _records(file):
        for table, columns in COLUMNS.items():
            if link := link_of(record, table):
                marks = ", ".join("?" * (len(columns) + 1))
                found.execute(f"INSERT INTO {table} VALUES ({marks})", (link.place, *link.values, link.checksum))
    for table in COLUMNS:
        found.execute(f"CREATE INDEX {table}_in_order ON {table} (place)")
    found.execute("COMMIT")


def _records(file: Path) -> Iterator[StoredRow]:
    size = 0
    for number, page in enumerate(_pieces(file, 0, lambda head: page_size_of(head))):
        size = size or len(page)
        yield from records_of(page, first=number == 0)
    log = Path(f"{file}-wal")
    for frame in _pieces(log, LOG_HEAD, lambda head: FRAME_HEAD + (_page_size_in(head) or size or USUAL)):
        page = frame[FRAME_HEAD:]
        yield from records_of(page, first=frame[:4] == b"\0\0\0\1")


def _page_size_in(head: bytes) -> int:
    size = int.from_bytes(head[8:12], "big")
    return size if size in PAGE_SIZES else 0


def _pieces(file: Path, start: int, size_of: Any) -> Iterator[bytes]:
    """Yield the pieces of a file, each of that size. Pieces the disk cannot read are skipped."""
    if not file.is_file():
        return
    try:
        with file.open("rb", buffering=0) as source:
            try:
                size: int = size_of(source.read(64))
            except OSError:
                size = size_of(b"")
            end = source.seek(0, 2)
            for at in range(start, end, size):
                try:
                    source.seek(at)
                    yield source.read(size)
                except OSError:
                    continue
    except FileNotFoundError:
        return


def _rows(file: Path, found: sqlite3.Connection) -> Iterator[Row]:
    any_there = found.execute("SELECT 1 FROM events LIMIT 1").fetchone()
    if not any_there:
        yield from _rows_without_checksums(file)
        return
    yield from map(row_of, _sound(found, "events"))


def _openings(file: Path, found: sqlite3.Connection) -> Iterator[Opening]:
    any_there = found.execute("SELECT 1 FROM openings LIMIT 1").fetchone()
    if not any_there:
        rows = _asked(file, "SELECT game, clock FROM openings ORDER BY number")
        yield from (Opening(*row) for row in rows if [type(value) for value in row] == [int, float])
        return
    for link in _sound(found, "openings"):
        game, clock = link.values
        yield Opening(int(game or 0), float(clock or 0.0))


def _sound(found: sqlite3.Connection, table: str) -> Iterator[Link]:
    """Yield the undamaged rows of a table, in order of their places.

    The pages of file and log may hold several versions of a row. The version that matches the previous row is used, and
    the latest of several such versions.
    """
    before: Link | None = Link(0, (), START)
    rows: Iterable[tuple[Any, ...]] = found.execute(f"SELECT * FROM {table} ORDER BY place, rowid DESC")
    for place, group in groupby(rows, key=lambda row: row[0]):
        follows = before if before is not None and before.place + 1 == place else None
        links = [Link(place, tuple(values), sum_) for _place, *values, sum_ in dict.fromkeys(group)]
        best = max(links, key=lambda link: _trust(link, follows))
        if _trust(best, follows):
            yield best
        before = best


def _trust(link: Link, before: Link | None) -> int:
    if before is not None and checksum(before.checksum, link.place, link.values) == link.checksum:
        return 2
    return 1 if is_sound(link, before.checksum if before else None) else 0


def _rows_without_checksums(file: Path) -> Iterator[Row]:
    """Yield the rows of each game of an older schema, up to the first invalid one."""
    query = "SELECT game, number, moment, event FROM events ORDER BY game, number"
    rows = [row for row in _asked(file, query) if [type(value) for value in row] == [int, int, float, str]]
    for _number, game in groupby(rows, key=lambda row: row[0]):
        yield from as_far_as_it_goes(list(game))


def _asked(file: Path, query: str) -> list[tuple[Any, ...]]:
    """Return the rows that SQLite reads before it reaches damage. The query runs on a copy, which SQLite may change."""
    rows: list[tuple[Any, ...]] = []
    with (
        contextlib.suppress(sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError, OSError, BadJournal),
        scratch_folder() as folder,
        contextlib.closing(sqlite3.connect(snapshot(file, Path(folder)))) as base,
    ):
        base.execute("PRAGMA trusted_schema = OFF")
        for row in base.execute(query):
            rows.append(row)  # one by one, to keep the rows before the damage
    return rows


def _decodable(rows: Sequence[Row]) -> list[Event]:
    events: list[Event] = []
    with contextlib.suppress(EngineError, TypeError, AttributeError):
        for *_place, event in rows:
            events.append(decode(event))  # one by one, to keep those before the damage
    return events


def as_far_as_it_goes(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows before the first one that is not valid in its place."""
    book: GameHistory | None = None
    for place, (_row, number, _kind, event) in enumerate(rows):
        try:
            if number != place:
                raise BadLog(_("a row is missing"))
            if book is None:
                book = opened(_decodable(rows))
            else:
                book.write_stored(decode(event))
        except (EngineError, TypeError, AttributeError):
            return rows[:place]
    return rows
