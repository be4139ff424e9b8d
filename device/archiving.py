"""Taking the journal's games into the archive: ``python -m device.archiving JOURNAL``, a process of its own.

So that figures cost the table nothing: looking back on a game with the coach takes up to some seconds, which would hold
up the camera's thread in the same process. It works on a copy of the journal, at the lowest priority.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

from device.archive_file import VERSION, Shelf, Volume, archive_of, kept_of
from device.history import reading
from device.ledger import Ledger
from engine import EngineError
from web.archive import Record
from web.archive_figures import record_of

NICEST = 19


def take_in(journal: Path, archive: Path) -> None:
    """Bring the archive up to the journal: first all that is quick to know, then what the coach says.

    Raises :class:`~device.errors.BadJournal`, sqlite3.Error and OSError where one of the files cannot be used.
    """
    with Shelf(archive) as shelf:
        with reading(journal) as ledger:
            marks = _marks(ledger)
            there = shelf.marks()
            shelf.remove([game for game in there if game not in marks])
            changed = [game for game, (mark, _) in marks.items() if there.get(game) != mark]
            for some in _by_tens(changed):
                shelf.put([_volume(ledger, game, *marks[game]) for game in some])
        for volume in shelf.unread():
            kept = kept_of(volume.record.number, volume.record.clock, volume.rows)
            shelf.put([Volume(volume.mark, record_of(kept, look_back=True), volume.rows)])


def _marks(ledger: Ledger) -> dict[int, tuple[str, float | None]]:
    """For each game what tells whether it has changed, and when it was first opened."""
    begun = {one.game: one.clock for one in reversed(ledger.openings())}
    return {game: (f"{VERSION} {extent} {begun.get(game)}", begun.get(game)) for game, extent in ledger.extents()}


def _volume(ledger: Ledger, game: int, mark: str, clock: float | None) -> Volume:
    rows = tuple((moment, event) for _, _, moment, event in ledger.rows(game))
    try:
        record = record_of(kept_of(game, clock, rows), look_back=False)
    except EngineError:
        record = Record(game, clock, events=len(rows))
    return Volume(mark, record, rows)


def _by_tens(games: list[int]) -> Iterable[list[int]]:
    return (games[start : start + 10] for start in range(0, len(games), 10))


if __name__ == "__main__":
    with contextlib.suppress(OSError):  # where that is forbidden it is done all the same
        os.nice(NICEST)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the copy of the journal is cleared away
    take_in(Path(sys.argv[1]), archive_of(Path(sys.argv[1])))
