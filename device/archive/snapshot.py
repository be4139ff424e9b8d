"""A connection for reading: the archive's file with the open game as it is now, which the file may have as it was."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from device.archive.rows import Moments, checksum_of, kept_of, write_record
from device.archive.schema import check, check_files, dice_of, empty_archive, tally_of
from device.storage.database import Row
from engine import EngineError
from engine.statistics.player_names import PlayerNames, stand_ins
from engine.statistics.record import Record, record_of

CACHE = 512
"""Page cache in kilobytes; other pages usually come from the system's cache."""

_OPEN = "(SELECT game FROM main.games)"


def _now(table: str) -> str:
    return (
        f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table}"
        f" UNION ALL SELECT * FROM past.{table} WHERE game NOT IN {_OPEN};"
    )


_VIEWS = f"""
{_now("games")}
{_now("parts")}
{_now("purses")}
{_now("moments")}
CREATE TEMP VIEW tallies AS SELECT * FROM main.tallies UNION ALL SELECT * FROM past.tallies
    UNION ALL SELECT {tally_of("parts", "-")} FROM past.parts INDEXED BY parts_of_game WHERE game IN {_OPEN};
CREATE TEMP VIEW dice AS SELECT * FROM main.dice UNION ALL SELECT * FROM past.dice
    UNION ALL SELECT {dice_of("games", "-")} FROM past.games WHERE game IN {_OPEN};
CREATE TEMP VIEW people AS SELECT * FROM main.people UNION ALL SELECT * FROM past.people WHERE game NOT IN {_OPEN}
    UNION ALL SELECT name, max(game), seat FROM past.parts WHERE game NOT IN {_OPEN}
        AND name IN (SELECT name FROM past.people WHERE game IN {_OPEN}) GROUP BY name;
CREATE TEMP VIEW rows AS SELECT * FROM past.rows;
CREATE TEMP VIEW about AS SELECT * FROM past.about;
"""
"""The tables as they are with the open game, if it is in the tables of ``main``. They hide those of that name."""


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """The rows of the open game, their checksum, and its figures without the coach's."""

    rows: Moments
    checksum: int
    record: Record


def open_game_of(rows: Sequence[Row], begun: float | None) -> OpenRecord:
    """Return the open game with these rows. Its record has no players if this version cannot read it."""
    number, moments = rows[0][0], [(moment, event) for _, _, moment, event in rows]
    try:
        record = record_of(kept_of(number, begun, moments, is_open=True), look_back=False)
    except EngineError:
        record = Record(number, begun, events=len(rows), is_open=True)
    return OpenRecord(moments, checksum_of(moments), record)


class ArchiveSnapshot:
    """A connection to the archive's file, or to none, and the open game.

    Its tables are those of :mod:`device.archive.schema`; ``called`` has the names under which stored ones are counted.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.base = empty_archive()
        self._has_file = file is not None
        self.open_game: OpenRecord | None = None
        self._shown: OpenRecord | None = None
        """The open game, if it is in the tables of ``main``."""
        self._names = PlayerNames()
        try:
            self.base.execute("CREATE TEMP TABLE called (stored TEXT PRIMARY KEY, shown TEXT NOT NULL) WITHOUT ROWID")
            if file:
                check_files(file)
                self.base.execute("ATTACH ? AS past", [f"{file.absolute().as_uri()}?mode=ro"])
                self.base.execute(f"PRAGMA past.cache_size = -{CACHE}")
                check(self.base, "past")
                self.base.executescript(_VIEWS)
        except BaseException:
            self.base.close()
            raise

    def stored(self, number: int) -> tuple[int | None, float | None]:
        """Return the checksum of that game in the file and when it began; None for what is not there or not known."""
        query = "SELECT checksum, clock FROM past.games WHERE game = ?"
        found = self.base.execute(query, [number]).fetchone() if self._has_file else None
        return found or (None, None)

    @contextmanager
    def reading(self, open_game: OpenRecord | None, names: PlayerNames) -> Iterator[None]:
        """Read one state of the file, with this open game and these names."""
        before = self._shown, self._names
        self.base.execute("BEGIN")
        try:
            self.open_game = open_game
            there = open_game and self.stored(open_game.record.number)[0] == open_game.checksum
            self._show(None if there else open_game)
            self._call(names)
            yield
        except BaseException:
            if self.base.in_transaction:
                self.base.execute("ROLLBACK")
            self._shown, self._names = before
            raise
        self.base.execute("COMMIT")

    def _show(self, wanted: OpenRecord | None) -> None:
        if wanted is not self._shown:
            self.base.execute("DELETE FROM main.games")
            if wanted:
                write_record(self.base, wanted.record, wanted.checksum)
            self._shown = wanted

    def _call(self, names: PlayerNames) -> None:
        if names is not self._names:
            self.base.execute("DELETE FROM called")
            rows = dict.fromkeys(stand_ins(), "") | {stored: names.called(stored) for stored in names.touched}
            self.base.executemany("INSERT INTO called VALUES (?, ?)", rows.items())
            self._names = names

    @property
    def open(self) -> int | None:
        return self.open_game.record.number if self.open_game else None

    def replaces(self, number: int) -> bool:
        """Return whether that game is the open one, and the file does not have it as it is now."""
        return self._shown is not None and self._shown.record.number == number

    def close(self) -> None:
        self.base.close()
