"""Whole games as people play them, by seed: for pages and figures that want many."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from engine import Event, Kept, Logbook, Rolled, Scored, Started, Stopped, legal_actions
from engine.yahtzee.report import report
from engine.yahtzee.state import State as YahtzeeState
from web.archive import Kept as KeptGame
from web.archive import Record
from web.archive_figures import record_of

PEOPLE = ("Mia", "Jonas", "Lin", "Zoë", "Ólafur")


def ship(seed: int, players: Sequence[str] = PEOPLE[:3], preset: str = "dice-game-depot") -> tuple[Event, ...]:
    """A game of Ship, Captain, Crew in which everybody stands from seven on."""
    chance = Random(seed)
    book = Logbook(Started(preset, tuple(players), players[seed % len(players)]))
    while legal := legal_actions(book.state):
        turn = book.state.turn
        stands = "stop" in legal and turn is not None and (sum(turn.cargo) >= 7 or "roll" not in legal)
        book.write(Stopped() if stands else Rolled(_dice(chance, book.state.must_roll)))
    return tuple(book.events)


def yahtzee(seed: int, players: Sequence[str] = PEOPLE[:2], preset: str = "yahtzee-official") -> tuple[Event, ...]:
    """A game of Yahtzee in which everybody keeps what there is most of, and fills the box that scores most."""
    chance = Random(seed)
    book = Logbook(Started(preset, tuple(players)))
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
        return Kept((face,) * many)
    boxes = report(state)["may_score"]
    assert isinstance(boxes, dict)
    return Scored(max(boxes, key=boxes.__getitem__))


def _dice(chance: Random, many: int) -> tuple[int, ...]:
    return tuple(chance.choices(range(1, 7), k=many))


class PlayedGames:
    """An archive of these games, numbered from 1, each begun at its clock; the last one may be open."""

    is_behind = False

    def __init__(self, *games: tuple[float | None, Sequence[Event]], last_is_open: bool = False) -> None:
        self._games = [
            KeptGame(number, clock, tuple(events), tuple(moments_of(events)), last_is_open and number == len(games))
            for number, (clock, events) in enumerate(games, 1)
        ]
        self._records = tuple(record_of(game, look_back=not game.is_open) for game in self._games)

    def records(self) -> Sequence[Record]:
        """All of them."""
        return self._records

    def game(self, number: int) -> KeptGame | None:
        """That one."""
        return self._games[number - 1] if 0 < number <= len(self._games) else None


def moments_of(events: Sequence[Event], begun: float = 100.0) -> Iterator[float]:
    """When each of them was confirmed, if one happens every nine seconds."""
    yield from (begun + 9.0 * number for number in range(len(events)))
