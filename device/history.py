"""The games of a journal: which there are, how they stand, and each as one line of JSON that another table can take."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.errors import BadGame, BadJournal
from device.journal import Journal
from device.ledger import ADVICE, Damaged, Ledger, Newer
from device.migration import open_up_to_date
from device.snapshot import snapshot
from engine import EngineError, Event, Started, decode, dump, fold, load


@dataclass(frozen=True, slots=True)
class Past:
    """A game of the journal: its number, when it was begun (seconds, Unix; None for one that came from elsewhere).

    ``state`` is where it stands, None where this version cannot read it.
    """

    number: int
    clock: float | None
    events: tuple[Event, ...]
    state: Any
    is_open: bool

    @property
    def start(self) -> Started | None:
        """How it began."""
        first = self.events[0] if self.events else None
        return first if isinstance(first, Started) else None


@contextmanager
def reading(file: Path) -> Iterator[Ledger]:
    """The journal in that file as it stands, while somebody else may write it; :class:`BadJournal` if it cannot be."""
    if not file.is_file():
        raise BadJournal(f"There is no journal {file}: nothing was played yet, or [journal] path names another.")
    with tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder:
        try:
            ledger = open_up_to_date(snapshot(file, Path(folder)))
        except Damaged as damage:
            raise BadJournal(f"The journal {file} is damaged ({damage}): quarterdeck run repairs it.") from None
        except Newer as newer:
            raise BadJournal(
                f"The journal {file} comes from a newer version of Quarterdeck ({newer}): update this one."
            ) from None
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, BadJournal):
                raise
            raise BadJournal(f"The journal {file} cannot be read ({error}): {ADVICE}") from None
        try:
            yield ledger
        finally:
            ledger.close()


def past_games(ledger: Ledger) -> list[Past]:
    """All games, in the order in which they came."""
    openings = ledger.openings()
    begun = {one.game: one.clock for one in reversed(openings)}
    opened = openings[-1].game if openings else None
    return [_past(ledger, number, begun.get(number), number == opened) for number in ledger.games()]


def past_game(ledger: Ledger, number: int | None) -> Past:
    """The game of that number, or the open one. Raises :class:`BadGame` if there is none."""
    openings = ledger.openings()
    opened = openings[-1].game if openings else None
    wanted = opened if number is None else number
    if wanted is None or wanted not in ledger.games():
        raise BadGame(f"There is no game {wanted or 'open'}: quarterdeck games lists those that there are.")
    return _past(ledger, wanted, None, wanted == opened)


def exported(game: Past) -> str:
    """The game as one line of JSON. Raises :class:`BadGame` for one that this version cannot read."""
    if game.state is None:
        raise BadGame(f"Game {game.number} cannot be read by this version: export it with the one that played it.")
    return dump(game.events)


def imported(file: Path) -> tuple[Event, ...]:
    """The game in that file; :class:`BadGame` says why it is none."""
    try:
        events = load(file.read_text("utf-8"))
        fold(events)
    except OSError as error:
        raise BadGame(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadGame(f"{file} is not a game: it is not a text in UTF-8.") from None
    except EngineError as error:
        raise BadGame(f"{file} is not a game that can be taken over: {error}.") from None
    return events


def take_over(journal: Journal, ledger: Ledger, events: tuple[Event, ...]) -> tuple[int, bool]:
    """Keep the game in the journal, unless it is there already: its number, and whether it is new."""
    same = next((past.number for past in past_games(ledger) if past.events == events), None)
    return (same, False) if same is not None else (journal.add(events), True)


def _past(ledger: Ledger, number: int, clock: float | None, is_open: bool) -> Past:
    try:
        events = tuple(decode(event) for *_, event in ledger.rows(number))
        return Past(number, clock, events, fold(events), is_open)
    except Exception:  # events of a newer version may be of any shape, and fail in any way
        return Past(number, clock, (), None, is_open)
