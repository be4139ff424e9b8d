"""Whole games as people play them, by seed: for pages and figures that want many."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp

from device.archive.database import ArchiveDatabase, Volume
from device.archive.reader import JournalArchive
from device.storage.database import Row
from engine import Event, GameHistory, Rolled, Scored, Started, Stopped, encode, legal_actions
from engine import Kept as KeptDice
from engine.games.yahtzee.announcements import report
from engine.games.yahtzee.state import State as YahtzeeState
from engine.statistics.record import ArchivedGame, record_of, win_course_of

PEOPLE = ("Mia", "Jonas", "Lin", "Zoë", "Ólafur")


def ship(seed: int, players: Sequence[str] = PEOPLE[:3], preset: str = "dice-game-depot") -> tuple[Event, ...]:
    chance = Random(seed)
    book = GameHistory(Started(preset, tuple(players), players[seed % len(players)]))
    while legal := legal_actions(book.state):
        turn = book.state.turn
        stands = "stop" in legal and turn is not None and (sum(turn.cargo) >= 7 or "roll" not in legal)
        book.write(Stopped() if stands else Rolled(_dice(chance, book.state.must_roll)))
    return tuple(book.events)


def yahtzee(seed: int, players: Sequence[str] = PEOPLE[:2], preset: str = "yahtzee-official") -> tuple[Event, ...]:
    chance = Random(seed)
    book = GameHistory(Started(preset, tuple(players)))
    while legal := legal_actions(book.state):
        book.write(_move(book.state, legal, chance))
    return tuple(book.events)


def _move(state: YahtzeeState, legal: Sequence[str], chance: Random) -> Event:
    turn = state.turn
    assert turn is not None
    if not turn.rolls or turn.kept:
        return Rolled(_dice(chance, state.must_roll))
    [(face, many)] = Counter(turn.dice).most_common(1)
    if "keep" in legal and many < 5:
        return KeptDice((face,) * many)
    boxes = report(state)["may_score"]
    assert isinstance(boxes, dict)
    return Scored(max(boxes, key=boxes.__getitem__))


def _dice(chance: Random, many: int) -> tuple[int, ...]:
    return tuple(chance.choices(range(1, 7), k=many))


@dataclass(frozen=True, slots=True)
class Opened:
    rows: Sequence[Row] = ()
    begun: float | None = None


class PlayedGames(JournalArchive):
    """An archive of these games in a file, numbered from 1, each begun at its clock; the last one may be open.

    The coach has looked back on those that are not, or on the first so many of them.
    """

    def __init__(
        self, *games: tuple[float | None, Sequence[Event]], last_is_open: bool = False, looked_back: int = 10**6
    ) -> None:
        self._folder = Path(mkdtemp(prefix="quarterdeck-"))
        kept = [
            ArchivedGame(number, clock, tuple(events), tuple(moments_of(events)), last_is_open and number == len(games))
            for number, (clock, events) in enumerate(games, 1)
        ]
        with ArchiveDatabase(self._folder / "archive.db") as shelf:
            shelf.put([volume_of(game, game.number <= looked_back) for game in kept if not game.is_open])
        opened = [
            Opened([(game.number, place, *row) for place, row in enumerate(rows_of(game))], game.clock)
            for game in kept
            if game.is_open
        ]
        super().__init__(self._folder / "archive.db", next(iter(opened), Opened()))

    def __del__(self) -> None:
        self.close()
        rmtree(self._folder, ignore_errors=True)


@cache
def volume_of(game: ArchivedGame, look_back: bool) -> Volume:
    return Volume(record_of(game, look_back=look_back), rows_of(game), course=win_course_of(game) if look_back else ())


def rows_of(game: ArchivedGame) -> list[tuple[float, str]]:
    return [(moment, encode(event)) for moment, event in zip(game.moments, game.events, strict=True)]


def moments_of(events: Sequence[Event], begun: float = 100.0) -> Iterator[float]:
    """When each of them was confirmed, if one happens every nine seconds."""
    yield from (begun + 9.0 * number for number in range(len(events)))
