"""Imports games from files into a journal: one line of JSON for each game, as ``export`` writes them.

Each line is read, validated and written separately, which limits memory use. Games are written in batches of some
hundred. Invalid lines are reported, and the other games of the file are kept.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from device.errors import BadGame
from device.files.os_errors import reason_of
from device.journal.journal import Journal
from engine import EngineError, encode, history_of, load
from engine.i18n import clause
from engine.i18n import gettext as _
from table.games import playable_log

AT_ONCE = 300
"""Games that are written in one transaction."""

_SAMPLES = 8
"""Number of events in which two games are compared first."""

LONGEST = 4 * 2**20
"""Maximum size of an imported game in bytes, far above any real game."""


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """Game of a file: its place in the file, its number in the journal, and whether it is new."""

    place: str
    number: int
    is_new: bool


def take_games(journal: Journal, files: Iterable[Path]) -> Iterator[ImportedGame | BadGame]:
    """Import the games of these files, except those already in the journal, and yield the result for each.

    Raises :class:`~device.errors.BadJournal` if the disk refuses writes. Games yielded before are kept.
    """
    known, waiting = _Known(journal), list[ImportedGame | BadGame]()
    for place, found in (one for file in files for one in games_in(file)):
        waiting.append(found if isinstance(found, BadGame) else known.taken(place, found))
        if len(waiting) == AT_ONCE:
            known.write()
            yield from waiting
            waiting.clear()
    known.write()
    yield from waiting


def games_in(file: Path) -> Iterator[tuple[str, list[str] | BadGame]]:
    """Yield the place of each game in that file, with the lines of its events or the error."""
    try:
        with file.open("rb") as data:
            start = data.read(LONGEST + 1)
            if len(start) <= LONGEST and (b"\n" not in start.strip() or _is_json(start)):
                yield str(file), _game(str(file), start)
                return
            data.seek(0)
            for number, line in enumerate(iter(lambda: data.readline(LONGEST + 1), b""), 1):
                place = _("{file}, line {number}", file=file, number=number)
                if line.strip():
                    yield place, _game(place, line)
                while len(line) > LONGEST and not line.endswith(b"\n"):
                    line = data.readline(LONGEST + 1)
    except OSError as error:
        yield str(file), BadGame(_("{file} can’t be read ({why}).", file=file, why=reason_of(error)))


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def _game(place: str, line: bytes) -> list[str] | BadGame:
    if len(line) > LONGEST:
        return BadGame(_("{place} is not a game: it is longer than {size} MB.", place=place, size=LONGEST // 2**20))
    try:
        events = playable_log(load(line.decode()))
        if history_of(events).game.is_beside:
            return BadGame(_("{place} is a Shake of the Day: it belongs to the pot of its own table.", place=place))
        json.dumps(json.loads(line), ensure_ascii=False).encode()  # halves of characters are no text
    except UnicodeError:
        return BadGame(_("{place} is not a game: it is not a text in UTF-8.", place=place))
    except EngineError as error:
        return BadGame(_("{place} is not a game that can be imported: {error}.", place=place, error=clause(str(error))))
    return [encode(event) for event in events]


class _Known:
    """Index of the games of a journal and of those waiting to be written, by their events.

    Games are candidates for equality if they have the same number of events, the same total length, and the same events
    in a few places. Candidates are compared event by event.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._waiting: dict[int, list[str]] = {}
        self._unread: dict[str, list[int]] = {}
        self._sampled: dict[str, dict[tuple[str, ...], list[int]]] = {}
        for number, extent in journal.ledger.extents():
            many, length, *_ = extent.split()
            self._unread.setdefault(f"{many} {length}", []).append(number)

    def taken(self, place: str, events: list[str]) -> ImportedGame:
        same = self._alike(events)
        for number in same:
            kept = self._waiting.get(number) or [event for *_, event in self._journal.ledger.rows(number)]
            if events == kept:
                return ImportedGame(place, number, False)
        number = self._journal.last + 1 + len(self._waiting)
        same.append(number)
        self._waiting[number] = events
        return ImportedGame(place, number, True)

    def write(self) -> None:
        if self._waiting:
            self._journal.add_all(list(self._waiting.values()))
            self._waiting.clear()

    def _alike(self, events: list[str]) -> list[int]:
        """Return the numbers of games that may be equal, in a list to which this one can be added."""
        extent = f"{len(events)} {sum(map(len, events))}"
        alike = self._sampled.setdefault(extent, {})
        places = sorted({len(events) * part // _SAMPLES for part in range(_SAMPLES)})
        for number in self._unread.pop(extent, ()):
            alike.setdefault(self._journal.ledger.events_at(number, places), []).append(number)
        return alike.setdefault(tuple(events[place] for place in places), [])
