"""Writing of the archive's file. All data is derived from the journal: a file that is damaged or of another version is
deleted."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Self, TypeVar

from device.archive.rows import (
    Moments,
    checksum_of,
    course_text,
    day_here,
    packed,
    record_in,
    unpacked,
    write_record,
    zone_here,
)
from device.archive.schema import NoArchiveFile, cannot_be_used, check, check_files, make_tables
from device.files.durable_write import make_shared
from device.storage.database import with_those_beside
from engine.statistics.record import Record, WinPoint

Item = TypeVar("Item")


def batches(items: Iterable[Item], most: int) -> Iterator[list[Item]]:
    rest = iter(items)
    while batch := list(islice(rest, most)):
        yield batch


ZONE, POSITION = "zone", "position"
AT_ONCE = 100
"""Games per transaction. Readers wait for it, so it is short."""


def archive_of(journal: Path) -> Path:
    return journal.with_name(f"{journal.stem}.archive{journal.suffix}")


@dataclass(frozen=True, slots=True)
class Volume:
    """A game with its rows. ``extent`` is its extent in the journal, None if not queried.

    ``course`` are the chances to win after its turns, once the coach has analysed it.
    """

    record: Record
    rows: Moments
    extent: str | None = None
    course: Sequence[WinPoint] = ()


class ArchiveDatabase:
    """The archive's file, opened for writing. Raises sqlite3.Error or OSError if it cannot be written.

    ``thorough`` runs an integrity check first; its time grows with the file. A file that is damaged or of another
    version is rebuilt if ``rebuild`` is true, else :class:`NoArchiveFile` is raised.
    """

    def __init__(self, file: Path, *, thorough: bool = False, rebuild: bool = True) -> None:
        try:
            self._base = _opened(file, thorough=thorough)
        except sqlite3.DatabaseError as error:
            if not rebuild or not cannot_be_used(error, file):
                raise
            throw_away(file)
            self._base = _opened(file, thorough=False)
        if (zone := zone_here()) != self.about(ZONE):
            self._date(zone)

    def about(self, name: str) -> str | None:
        found = self._base.execute("SELECT value FROM about WHERE name = ?", [name]).fetchone()
        return str(found[0]) if found else None

    def extents(self) -> Iterator[tuple[int, str | None, int, float | None]]:
        """Yield number, extent, checksum and clock of each game, ordered by number.

        Games may be stored during the iteration.
        """
        last = -(2**63)
        while found := self._base.execute(
            "SELECT game, extent, checksum, clock FROM games WHERE game > ? ORDER BY game LIMIT 1000", [last]
        ).fetchall():
            last = found[-1][0]
            yield from found

    def put(self, volumes: Sequence[Volume], position: str | None = None) -> None:
        """Insert or replace these games and update the totals, in one transaction.

        ``position`` is the journal's position after them.
        """
        with self._transaction():
            for one in volumes:
                write_record(self._base, one.record, checksum_of(one.rows), one.extent)
                row = (one.record.number, packed(one.rows), course_text(one.course))
                self._base.execute("INSERT INTO rows VALUES (?, ?, ?)", row)
            if position is not None:
                self._note(POSITION, position)

    def note_extents(self, extents: Sequence[tuple[str, int]]) -> None:
        with self._transaction():
            self._base.executemany("UPDATE games SET extent = ? WHERE game = ?", extents)

    def remove(self, games: Sequence[int]) -> None:
        with self._transaction():
            self._base.executemany("DELETE FROM games WHERE game = ?", [(game,) for game in games])

    def volume(self, number: int) -> Volume | None:
        found = self._base.execute(
            "SELECT record, packed, extent FROM games JOIN rows USING (game) WHERE game = ?", [number]
        ).fetchone()
        return Volume(record_in(found[0]), unpacked(found[1]), found[2]) if found else None

    def unread(self) -> Iterator[Volume]:
        """Yield the finished games that the coach has not analysed, the latest first."""
        last = 2**63 - 1
        wanted = "SELECT game FROM games WHERE over = 1 AND looked_back = 0 AND game < ? ORDER BY game DESC LIMIT 1"
        while found := self._base.execute(wanted, [last]).fetchone():
            last = found[0]
            if volume := self.volume(last):
                yield volume

    def _date(self, zone: str) -> None:
        """Recompute every game's evening with the machine's present time zone."""
        for found in batches(self.extents(), AT_ONCE):
            with self._transaction():
                days = [(day_here(clock), game) for game, _, _, clock in found]
                self._base.executemany("UPDATE games SET day = ? WHERE game = ?", days)
        self._note(ZONE, zone)

    def _note(self, name: str, value: str) -> None:
        self._base.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", [name, value])

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._base.close()


def throw_away(file: Path) -> None:
    for place in reversed(with_those_beside(file)):
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)


def _opened(file: Path, *, thorough: bool) -> sqlite3.Connection:
    check_files(file)
    make_shared(file)
    base = sqlite3.connect(file, isolation_level=None, timeout=30)
    try:
        [tables] = base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if not tables:
            make_tables(base)
        check(base)
        if thorough and base.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise NoArchiveFile("damaged")
    except BaseException:
        base.close()
        raise
    return base
