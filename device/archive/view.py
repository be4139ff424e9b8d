"""A snapshot of the archive: the file combined with the open game, which the file may hold in another version."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from device.archive.rows import day_here, record_in, records_in
from engine.game import kinds_of_all
from engine.reports.figures import Part
from engine.statistics.player_names import NAMES_AS_STORED, PlayerNames
from engine.statistics.player_totals import FIELDS, NO_GAMES, PlayerTotals
from engine.statistics.record import Kind, Record
from engine.statistics.totals import Span, Sums, difference, sums_of

NONE = -(2**63)
"""Placeholder for no game."""

COUNTS = tuple(field for field in FIELDS if field not in ("points", "luck", "cost", "to_win"))
"""The fields of a tally that are never negative."""


@dataclass(frozen=True, slots=True)
class ArchiveView:
    """The file and the open game.

    ``live`` is the record of the open game. ``hidden`` is its number if the file has another version of it, or none.
    The file's version is then ignored, and ``change`` is the difference to the file's totals.
    """

    base: sqlite3.Connection
    live: Record | None = None
    hidden: int = NONE
    change: Sums = field(default_factory=Sums)
    was: Record | None = None
    """The file's version of the open game, which is ignored."""
    names: PlayerNames = NAMES_AS_STORED
    """The names under which stored ones are shown and counted."""

    @property
    def open(self) -> int:
        """Return the number of the open game."""
        return self.live.number if self.live else NONE

    @property
    def day(self) -> int | None:
        """Return the evening of the open game."""
        return day_here(self.live.clock) if self.live else None

    @property
    def changed_names(self) -> list[str]:
        """Return the stored names whose totals cannot be taken from the file as they are: see :attr:`names` too."""
        return sorted(self.names.touched | {name for span, _, _, name in self.change.tallies if span == "all"})

    def record(self, number: int) -> Record | None:
        """Return the record of that game; None if there is none."""
        if self.live and self.live.number == number:
            return self.live
        found = record_in(self.base, number)
        return renamed(found, self.names) if found else None

    def records(self, numbers: Sequence[int]) -> list[Record]:
        """Return the records of those games, in the given order."""
        found = {
            record.number: record for record in records_in(self.base, [one for one in numbers if one != self.open])
        }
        found = {number: renamed(record, self.names) for number, record in found.items()}
        if self.live:
            found[self.live.number] = self.live
        return [found[number] for number in numbers if number in found]

    def live_parts(self, name: str, kind: Kind) -> list[Part]:
        """Return that player's parts in the open game if it is over and replaces the file's version."""
        live = self.live
        if live is None or live.number != self.hidden or not live.over or live.kind != kind:
            return []
        stored = self.names.stored(name)
        return [part for part in live.parts if part.name in stored]

    def kinds(self) -> list[Kind]:
        """Return the kinds of games of which there are totals."""
        asked = "SELECT EXISTS (SELECT 1 FROM tallies WHERE span = 'all' AND place = 0 AND kind = ?)"
        changed = {kind for _, _, kind, _ in self.change.tallies}
        return [kind for kind in kinds_of_all() if kind in changed or self.base.execute(asked, [kind]).fetchone()[0]]

    def tally(self, span: Span, place: int, kind: Kind, name: str) -> PlayerTotals:
        """Return the total of that player."""
        found = NO_GAMES
        for stored in self.names.stored(name):
            row = self.base.execute(
                f"SELECT {', '.join(FIELDS)} FROM tallies WHERE span = ? AND place = ? AND kind = ? AND name = ?",
                [span, place, kind, stored],
            ).fetchone()
            changed = self.change.tallies.get((span, place, kind, stored), NO_GAMES)
            found = found + (tally_in(row) if row else NO_GAMES) + changed
        return found


def view_of(
    base: sqlite3.Connection, live: Record | None, same: bool, names: PlayerNames = NAMES_AS_STORED
) -> ArchiveView:
    """Return the file with the open game; ``same`` if the file holds this version of it."""
    if live is None:
        return ArchiveView(base, names=names)
    was = record_in(base, live.number)
    if was is not None and same:
        return ArchiveView(base, replace(was, is_open=True), names=names)
    [(day,)] = base.execute("SELECT day FROM games WHERE game = ?", [live.number]).fetchall() or [(None,)]
    change = difference([sums_of(live, day_here(live.clock))], [sums_of(was, day)] if was else [])
    return ArchiveView(base, live, live.number, change, was, names)


def renamed(record: Record, names: PlayerNames) -> Record:
    """Return the record under the names that are shown, empty for hidden ones; the open game keeps its own."""
    if not names or record.is_open or not any(part.name in names.touched for part in record.parts):
        return record
    return replace(record, parts=tuple(replace(part, name=names.called(part.name)) for part in record.parts))


def tally_in(row: Sequence[int]) -> PlayerTotals:
    """Return the tally in these columns. Raises ValueError for an impossible one."""
    tally = PlayerTotals(*map(int, row))
    if any(getattr(tally, field) < 0 for field in COUNTS) or tally.games < max(tally.wins, tally.shared):
        raise ValueError("no games can have these totals")
    return tally
