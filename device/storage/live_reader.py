"""Reads a journal that another connection has open, without a lock and without a copy of the whole file.

The table's connection holds the file exclusively. Rows up to the last checkpoint are read through an SQLite connection
that takes no locks (``immutable``). Later rows are read from the pages of the write-ahead log. Since the file may
change meanwhile, a row is accepted only if its own checksum matches its place and values; rows are never rewritten, so
any such row is the right one. Only rows that the extent file (:mod:`device.storage.acknowledged`) counts are returned:
they are on disk and survive a power cut.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.files.kept_file import read_file
from device.storage.acknowledged import Acknowledged, Extent
from device.storage.checksums import Link, is_sound
from device.storage.database import link_of
from device.storage.sqlite_format import FRAME_HEAD, LOG_HEAD, StoredRow, page_size_of, records_of
from engine.link_protocol import EventRow, OpeningRow

_QUERIES = {
    "events": "SELECT place, game, number, moment, event, checksum FROM events WHERE place >= ? ORDER BY place LIMIT ?",
    "openings": "SELECT number, game, clock, checksum FROM openings WHERE number >= ? ORDER BY number LIMIT ?",
    "identities": "SELECT number, id, parent, checksum FROM identities WHERE number >= ? ORDER BY number LIMIT ?",
}

LONGEST_LOG = 64 << 20
"""Bytes of a write-ahead log above which its rows are read from the file only, after the next checkpoint."""


class LiveJournal:
    """Reader of the journal in that file, which may be open in another connection or process. It writes nothing.

    A call that meets a change of the file returns fewer rows, or none: call it again later.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def extent(self) -> Extent | None:
        """Return the durable extent of the journal; None if it is not known. Reads 128 bytes."""
        return Acknowledged(self._file).kept

    def parent(self, journal: str) -> str | None:
        """Return the id of the journal from which the one of that id was made, None if there is none.

        Raises LookupError if the file, as far as it can be read now, is not that journal.
        """
        for link in self._links("identities", 0, -1):
            if link.values[0] == journal:
                parent = link.values[1]
                return None if parent is None else str(parent)
        raise LookupError(journal)

    def events(self, first: int, most: int, extent: Extent) -> tuple[EventRow, ...]:
        """Return up to ``most`` events from place ``first`` on, as far as they are within the extent."""
        rows = self._consecutive("events", first, min(most, extent.events - first + 1))
        return tuple(EventRow(link.place, *link.values) for link in rows)  # type: ignore[arg-type]

    def openings(self, first: int, most: int, extent: Extent) -> tuple[OpeningRow, ...]:
        """Return up to ``most`` openings from number ``first`` on, as far as they are within the extent."""
        rows = self._consecutive("openings", first, min(most, extent.openings - first + 1))
        return tuple(OpeningRow(link.place, *link.values) for link in rows)  # type: ignore[arg-type]

    def _consecutive(self, table: str, first: int, most: int) -> Iterator[Link]:
        if most < 1:
            return
        due = first
        for link in self._links(table, first, most):
            if link.place == due:
                due += 1
                yield link
            if due == first + most:
                return

    def _links(self, table: str, first: int, most: int) -> Iterator[Link]:
        """Yield the sound rows of the file, then those of the log that follow them, in order of their places."""
        last = first - 1
        for link in self._in_file(table, first, most):
            if link.place > last:
                last = link.place
                yield link
        if most < 0 or last < first + most - 1:
            found = {link.place: link for link in self._in_log(table) if link.place > last}
            yield from (found[place] for place in sorted(found))

    def _in_file(self, table: str, first: int, most: int) -> list[Link]:
        found: list[Link] = []
        # errors: the file is missing, or a page was written while it was read
        with contextlib.suppress(sqlite3.Error, UnicodeDecodeError, OverflowError, TypeError):
            uri = f"{self._file.absolute().as_uri()}?mode=ro&immutable=1"
            with contextlib.closing(sqlite3.connect(uri, uri=True)) as base:
                base.execute("PRAGMA trusted_schema = OFF")
                base.execute("PRAGMA cell_size_check = ON")
                for place, *columns, sum_ in base.execute(_QUERIES[table], [first, most]):
                    link = Link(place, tuple(columns), sum_)
                    if not is_sound(link):
                        break
                    found.append(link)
        return found

    def _in_log(self, table: str) -> Iterator[Link]:
        for record in self._records():
            link = link_of(record, table)
            if link and is_sound(link):
                yield link

    def _records(self) -> Iterator[StoredRow]:
        log = Path(f"{self._file}-wal")
        data = b""
        with contextlib.suppress(OSError):
            if log.stat().st_size <= LONGEST_LOG:
                with self._file.open("rb") as file:
                    size = page_size_of(file.read(LOG_HEAD))
                data = read_file(log)
        if not data:
            return
        for at in range(LOG_HEAD, len(data) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
            page = data[at + FRAME_HEAD : at + FRAME_HEAD + size]
            yield from records_of(page, first=data[at : at + 4] == b"\0\0\0\1")
