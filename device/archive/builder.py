"""Adds games to the archive: ``python -m device.archive.builder JOURNAL``, run as a process of the lowest priority.

The coach's analysis of a game takes up to some seconds. In the table's process it would delay the camera's thread.
There are two modes:

- With the journal alone, all games of a copy of it are compared with the archive, and the differences are added.
- With ``-`` as second argument, games are read from standard input, one JSON object a line (:class:`Given`), without a
  copy. Then the coach analyses every game that it has not analysed yet.

Only some hundred games are in memory at a time.
"""

import contextlib
import os
import signal
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from device.archive.database import AT_ONCE, ArchiveDatabase, Volume, archive_of, batches, throw_away
from device.archive.rows import Moments, checksum_of, kept_of
from device.archive.schema import UNREADABLE, NoArchiveFile, cannot_be_used
from device.journal.course import JournalCourse
from device.journal.reader import reading
from engine import EngineError
from engine.statistics.record import Record, record_of, win_course_of

NICEST = 19
SPOILT, STOPPED = 3, 4
"""Exit statuses: the archive's file is unreadable and must be rebuilt; the process was stopped."""


class Given(msgspec.Struct, frozen=True):
    """A game to add: its number, when it began (Unix seconds), its rows, and the journal's position after it."""

    game: int
    begun: float | None
    rows: list[tuple[float, str]]
    position: str


def compare(journal: Path, archive: Path, *, rebuild: bool = False) -> None:
    """Update the archive from the journal, without the coach's analysis; ``rebuild`` deletes the file first.

    Raises :class:`~device.errors.BadJournal`, sqlite3.Error or OSError if one of the files cannot be used.
    """
    if rebuild:
        throw_away(archive)
    with ArchiveDatabase(archive, thorough=True) as shelf, reading(journal) as ledger:
        extents, openings = ledger.extents(), ledger.openings()
        begun = {one.game: one.clock for one in reversed(openings)}
        for some in batches(_changed(extents, begun, shelf), AT_ONCE):
            volumes, same = [], []
            for game, extent, clock, checksum in some:
                rows = [(moment, event) for _, _, moment, event in ledger.rows(game)]
                if checksum is not None and checksum == checksum_of(rows):
                    same.append((extent, game))
                else:
                    volumes.append(Volume(_record(game, clock, rows), rows, extent))
            shelf.put(volumes)
            shelf.note_extents(same)
        course = JournalCourse()
        course.read(openings, extents[-1][0] if extents else 0, ledger.identity.id)
        shelf.put((), course.position)


def take_in(given: Iterable[str], archive: Path) -> None:
    """Add these games, each a line of JSON (:class:`Given`).

    Raises sqlite3.Error or OSError if the file cannot be used, :class:`~device.archive.schema.NoArchiveFile` if it is
    missing and other games would be missing in a new one, and msgspec.DecodeError for an invalid line.
    """
    games = [msgspec.json.decode(line, type=Given) for line in given]
    if games and games[0].game != 1 and not archive.is_file():
        raise NoArchiveFile("missing")
    with ArchiveDatabase(archive, rebuild=False) as shelf:
        for one in games:
            known = shelf.volume(one.game)
            if known and checksum_of(known.rows) == checksum_of(one.rows):
                shelf.put((), one.position)
            else:
                begun = one.begun if one.begun is not None or known is None else known.record.clock
                shelf.put([Volume(_record(one.game, begun, one.rows), one.rows)], one.position)


def look_back(archive: Path) -> None:
    """Run the coach on every game that it has not analysed yet, the latest first, and keep the chances to win."""
    with ArchiveDatabase(archive, rebuild=False) as shelf:
        for volume in shelf.unread():
            try:
                kept = kept_of(volume.record.number, volume.record.clock, volume.rows)
                record, course = record_of(kept, look_back=True), win_course_of(kept)
            except Exception:  # one game that the coach fails on must not block the others
                record, course = replace(volume.record, looked_back=True), ()
            shelf.put([Volume(record, volume.rows, volume.extent, course)])


Changed = tuple[int, str, float | None, int | None]
"""A game's number, extent, clock, and its checksum in the archive if only the extent differs."""


def _changed(extents: Iterable[tuple[int, str]], begun: dict[int, float], shelf: ArchiveDatabase) -> Iterator[Changed]:
    """Yield the games that differ from the archive; remove from it those that the journal no longer has."""
    there = shelf.extents()
    known = next(there, None)
    gone: list[int] = []
    for game, extent in extents:
        while known is not None and known[0] < game:
            gone.append(known[0])
            known = next(there, None)
        clock, checksum = begun.get(game), None
        if known is not None and known[0] == game:
            _, before, checksum, dated = known
            known = next(there, None)
            if dated != clock:
                checksum = None
            elif before == extent:
                continue
        yield game, extent, clock, checksum
    gone += [] if known is None else [known[0], *(number for number, *_ in there)]
    for some in batches(gone, AT_ONCE):
        shelf.remove(some)


def _record(game: int, clock: float | None, rows: Moments) -> Record:
    """Return the game's figures without the coach's; only its number if this version cannot read it."""
    try:
        return record_of(kept_of(game, clock, rows), look_back=False)
    except EngineError:
        return Record(game, clock, events=len(rows))


def main(journal: Path, *how: str) -> None:
    archive = archive_of(journal)
    try:
        if "-" in how:
            take_in(sys.stdin, archive)
            look_back(archive)
        else:
            compare(journal, archive, rebuild="rebuild" in how)
    except UNREADABLE as error:
        if isinstance(error, sqlite3.Error) and not cannot_be_used(error, archive):
            raise
        sys.exit(SPOILT)


if __name__ == "__main__":
    with contextlib.suppress(OSError):  # not permitted everywhere; then the priority stays
        os.nice(NICEST)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(STOPPED))  # so that the copy of the journal is removed
    main(Path(sys.argv[1]), *sys.argv[2:])
