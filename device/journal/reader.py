"""Games of a journal: list, state of each, and export as one line of JSON."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from device.errors import BadGame, BadJournal
from device.files.os_errors import reason_of
from device.files.scratch import scratch_folder
from device.storage.database import ADVICE, Damaged, JournalDatabase, Newer, Row, why_unusable
from device.storage.rebuild import open_up_to_date, snapshot
from engine import Event, Started, decode, dump, fold
from engine.i18n import gettext as _
from table.games import playable_log


@dataclass(frozen=True, slots=True)
class Past:
    """Game of the journal: its number, and when it was begun (seconds, Unix; None for an imported game).

    ``state`` is its present state, None if this version cannot read it.
    """

    number: int
    clock: float | None
    events: tuple[Event, ...]
    state: Any
    is_open: bool

    @property
    def start(self) -> Started | None:
        first = self.events[0] if self.events else None
        return first if isinstance(first, Started) else None


@contextmanager
def reading(file: Path) -> Iterator[JournalDatabase]:
    """Open a copy of the journal in that file, which may be in use. Raises :class:`BadJournal` if that fails."""
    with ExitStack() as until_read:
        try:
            if not file.is_file():
                raise BadJournal(
                    _("There is no journal {file}: nothing was played yet, or [journal] path names another.", file=file)
                )
            folder = until_read.enter_context(scratch_folder())
            ledger = open_up_to_date(snapshot(file, folder))
        except (Damaged, Newer) as error:
            raise BadJournal(why_unusable(file, error)) from None
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, BadJournal):
                raise
            raise BadJournal(
                _(
                    "The journal {file} can’t be read ({error}): {advice}",
                    file=file,
                    error=reason_of(error),
                    advice=ADVICE,
                )
            ) from None
        try:
            yield ledger
        finally:
            ledger.close()


def past_games(ledger: JournalDatabase) -> Iterator[Past]:
    """Yield all games, in order of first appearance. Each is read on demand."""
    openings = ledger.openings()
    begun = {one.game: one.clock for one in reversed(openings)}
    opened = openings[-1].game if openings else None
    for number, rows in groupby(ledger.all_rows(), key=itemgetter(0)):
        yield _past(number, rows, begun.get(number), number == opened)


def past_game(ledger: JournalDatabase, number: int | None) -> Past:
    """Return the game of that number, or the open one. Raises :class:`BadGame` if there is none."""
    openings = ledger.openings()
    opened = openings[-1].game if openings else None
    wanted = opened if number is None else number
    if wanted is None:
        raise BadGame(_("No game is open: quarterdeck games lists all games."))
    if not (rows := ledger.rows(wanted)):
        raise BadGame(_("There is no game {number}: quarterdeck games lists all games.", number=wanted))
    return _past(wanted, rows, None, wanted == opened)


def exported(game: Past) -> str:
    """Return the game as one line of JSON. Raises :class:`BadGame` if this version cannot read it."""
    if game.state is None:
        raise BadGame(
            _(
                "Game {number} can’t be read by this version: export it with the one that played it.",
                number=game.number,
            )
        )
    return dump(game.events)


def _past(number: int, rows: Iterable[Row], clock: float | None, is_open: bool) -> Past:
    try:
        events = playable_log(decode(event) for *_, event in rows)
        return Past(number, clock, events, fold(events), is_open)
    except Exception:  # events of a newer version may have any shape and raise any exception
        return Past(number, clock, (), None, is_open)
