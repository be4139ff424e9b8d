"""Writing of the archive's file: games with their figures, and totals updated in the same transaction, and checked.

All data is derived from the journal. A file that is damaged or of another version is deleted.
"""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from device.archive.moments import mark_streaks, moment_rows
from device.archive.rows import (
    Moments,
    checksum_of,
    course_row,
    day_here,
    game_row,
    packed,
    part_rows,
    purse_rows,
    record_in,
    records_in,
    unpacked,
    zone_here,
)
from device.archive.schema import NoArchiveFile, cannot_be_used, check, check_files, make_tables
from device.batches import batches
from device.durable_write import make_shared
from device.storage.database import with_those_beside
from engine.reports.figures import MOST_FEATS
from engine.reports.win_course import WinPoint
from engine.statistics.player_totals import FIELDS, values_of
from engine.statistics.record import Record
from engine.statistics.totals import BLOCK, UNDATED, Sums, difference, sums_of

_FEATS = ", ".join(f"sum(coalesce(json_extract(feats, '$[{place}]'), 0))" for place in range(MOST_FEATS))
_FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def change_totals(base: sqlite3.Connection, change: Sums, names: Iterable[str]) -> None:
    """Add ``change`` to the totals, within the caller's transaction, after the games' parts were changed.

    ``names`` are those of all players of these games, before and after.
    """
    _add(
        base,
        "tallies",
        ("span", "place", "kind", "name"),
        FIELDS,
        [(*key, *values_of(tally)) for key, tally in change.tallies.items()],
    )
    keys = ("name", "kind", "score")
    _add(base, "scores", keys, ("times",), [(*key, times) for key, times in change.scores.items()])
    counts = ("games", "counted", *_FACES)
    _add(base, "dice", ("day", "block"), counts, [(*key, *count) for key, count in change.dice.items()])
    changed = [(name,) for name in names]
    base.executemany("DELETE FROM people WHERE name = ?", changed)
    base.executemany(
        "INSERT INTO people SELECT name, ?2, EXISTS (SELECT 1 FROM parts AS one WHERE one.name = ?1 AND one.over = 1),"
        " game, seat FROM parts WHERE name = ?1 ORDER BY game DESC, seat LIMIT 1",
        [(name, name.casefold()) for (name,) in changed],
    )


def _add(
    base: sqlite3.Connection,
    table: str,
    keys: tuple[str, ...],
    counts: tuple[str, ...],
    rows: list[tuple[object, ...]],
) -> None:
    """Add these counts to the rows with their keys; delete rows whose count of games or times becomes 0."""
    added = ", ".join(f"{count} = {count} + excluded.{count}" for count in counts)
    base.executemany(
        f"INSERT INTO {table} VALUES ({', '.join('?' * (len(keys) + len(counts)))})"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {added}",
        rows,
    )
    one = " AND ".join(f"{key} = ?" for key in keys)
    base.executemany(f"DELETE FROM {table} WHERE {one} AND {counts[0]} = 0", [row[: len(keys)] for row in rows])


def wrong_totals(base: sqlite3.Connection) -> list[str]:
    """Return the tables that differ from a count of all games; empty if all are right.

    The count is computed by SQL from the games' rows, independently of the functions that update the totals.
    """
    wrong = []
    for table, counted in _COUNTED.items():
        there = f"SELECT {_COLUMNS.get(table, '*')} FROM {table}"
        for one, other in ((counted, there), (there, counted)):
            [rows] = base.execute(
                f"SELECT count(*) FROM (SELECT * FROM ({one}) EXCEPT SELECT * FROM ({other}))"
            ).fetchone()
            if rows and table not in wrong:
                wrong.append(table)
    return wrong


def _tallies(span: str, place: str) -> str:
    return f"""
    SELECT '{span}', {place} AS place, kind, name, count(*), sum(won AND is_level), sum(shared AND is_level),
        sum((SELECT count(*) FROM json_each(scores))),
        sum((SELECT count(*) FROM json_each(scores) WHERE value > 0)),
        sum((SELECT coalesce(sum(value), 0) FROM json_each(scores))),
        sum(whole), sum(iif(whole, total - head_start, 0)), {_FEATS},
        count(luck), coalesce(sum(luck), 0), coalesce(sum(cost), 0), coalesce(sum(decisions), 0),
        coalesce(sum(iif(to_win IS NULL, 0, decisions)), 0), coalesce(sum(to_win), 0)
    FROM parts WHERE over = 1 AND {place} IS NOT NULL GROUP BY {place}, kind, name"""


_ALL = "game - game"
"""0 for every game."""

_IN_BLOCK = f"(game / {BLOCK} - (game < 0 AND game % {BLOCK} <> 0))"
_COLUMNS = {"people": "name, played, game, seat"}
_COUNTED = {
    "tallies": " UNION ALL ".join(
        (_tallies("all", _ALL), _tallies("evening", "day"), _tallies("block", _IN_BLOCK)),
    ),
    "scores": "SELECT name, kind, value, count(*) FROM parts, json_each(scores) WHERE over = 1"
    " GROUP BY name, kind, value",
    "dice": f"""
    SELECT coalesce(day, {UNDATED}), {_IN_BLOCK}, count(*), sum({" + ".join(_FACES)} > 0),
        {", ".join(f"sum({face})" for face in _FACES)}
    FROM games GROUP BY coalesce(day, {UNDATED}), {_IN_BLOCK}""",
    "people": "SELECT name, max(over), max(game), (SELECT seat FROM parts AS one"
    " WHERE one.name = parts.name ORDER BY game DESC, seat LIMIT 1) FROM parts GROUP BY name",
}
"""For each table of totals, the query that computes it from all games."""


ZONE, POSITION = "zone", "position"
AT_ONCE = 100
"""Games per transaction. Readers wait for it, so it is short."""


def archive_of(journal: Path) -> Path:
    """Return the path of that journal's archive."""
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
        """Return the note stored under that name; None if there is none."""
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
        new = [(one, day_here(one.record.clock)) for one in volumes]
        with self._transaction():
            self._replace([(one.record, day) for one, day in new])
            self._base.executemany(
                f"INSERT INTO games VALUES ({', '.join('?' * 19)})",
                [game_row(one.record, checksum_of(one.rows), one.extent, day) for one, day in new],
            )
            self._base.executemany(
                "INSERT INTO rows VALUES (?, ?)", [(one.record.number, packed(one.rows)) for one in volumes]
            )
            self._base.executemany(
                "INSERT INTO courses VALUES (?, ?)",
                [course_row(one.record.number, one.course) for one in volumes if one.course],
            )
            if position is not None:
                self._note(POSITION, position)

    def note_extents(self, extents: Sequence[tuple[str, int]]) -> None:
        """Store new extents of unchanged games, each with its number."""
        with self._transaction():
            self._base.executemany("UPDATE games SET extent = ? WHERE game = ?", extents)

    def remove(self, games: Sequence[int]) -> None:
        """Remove games that the journal no longer has."""
        with self._transaction():
            self._replace([], games)

    def volume(self, number: int) -> Volume | None:
        """Return that game; None if there is none."""
        record = record_in(self._base, number)
        found = self._base.execute(
            "SELECT packed, extent FROM rows JOIN games USING (game) WHERE game = ?", [number]
        ).fetchone()
        return Volume(record, unpacked(found[0]), found[1]) if record and found else None

    def unread(self) -> Iterator[Volume]:
        """Yield the finished games that the coach has not analysed, the latest first."""
        last = 2**63 - 1
        wanted = "SELECT game FROM games WHERE over = 1 AND looked_back = 0 AND game < ? ORDER BY game DESC LIMIT 1"
        while found := self._base.execute(wanted, [last]).fetchone():
            last = found[0]
            if volume := self.volume(last):
                yield volume

    def wrong_totals(self) -> list[str]:
        """Return the tables of totals that differ from a count of all games. Takes longer the more games there are."""
        return wrong_totals(self._base)

    def _replace(self, new: Sequence[tuple[Record, int | None]], gone: Sequence[int] = ()) -> None:
        """Remove the old parts of these games, insert the new ones, and change the totals by the difference."""
        numbers = [record.number for record, _ in new] + list(gone)
        old = _dated(self._base, numbers)
        for table in ("parts", "purses", "moments", "games", "rows", "courses"):
            self._base.executemany(f"DELETE FROM {table} WHERE game = ?", [(number,) for number in numbers])
        self._base.executemany(
            f"INSERT INTO parts VALUES ({', '.join('?' * 22)})",
            [row for record, day in new for row in part_rows(record, day)],
        )
        self._base.executemany(
            "INSERT INTO purses VALUES (?, ?, ?, ?)", [row for record, _ in new for row in purse_rows(record)]
        )
        self._base.executemany(
            "INSERT INTO moments VALUES (?, ?, ?, ?, ?)", [row for record, _ in new for row in moment_rows(record)]
        )
        mark_streaks(self._base, [record for record, _ in [*old, *new]])
        names = {part.name for record, _ in [*new, *old] for part in record.parts}
        change = difference((sums_of(*one) for one in new), (sums_of(*one) for one in old))
        change_totals(self._base, change, names)

    def _date(self, zone: str) -> None:
        """Recompute every game's evening with the machine's present time zone."""
        for found in batches(self.extents(), AT_ONCE):
            some = [game for game, *_ in found]
            with self._transaction():
                old = _dated(self._base, some)
                new = [(record, day_here(record.clock)) for record, _ in old]
                days = [(day, record.number) for record, day in new]
                self._base.executemany("UPDATE games SET day = ? WHERE game = ?", days)
                self._base.executemany("UPDATE parts SET day = ? WHERE game = ?", days)
                change = difference((sums_of(*one) for one in new), (sums_of(*one) for one in old))
                change_totals(self._base, change, ())
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
    """Delete the archive. Raises OSError."""
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


def _dated(base: sqlite3.Connection, games: Sequence[int]) -> list[tuple[Record, int | None]]:
    """Return the records of those games with their evenings in the file."""
    found = records_in(base, games)
    days: dict[int, int | None] = {}
    for some in batches((record.number for record in found), AT_ONCE):
        these = ", ".join("?" * len(some))
        days |= dict(base.execute(f"SELECT game, day FROM games WHERE game IN ({these})", some))
    return [(record, days[record.number]) for record in found]
