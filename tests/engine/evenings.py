"""Random evenings of any game: a list of numbers, each of which says what happens next at the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any

from engine import (
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    Refused,
    Renamed,
    Started,
    Undone,
    dump,
    fold,
    legal_actions,
    load,
)

FACES = (6, 5, 4, 6, 5, 4, 3, 2, 1, 1, 2, 3)
"""Those of ship, captain and crew come more often than in life, so that turns get somewhere."""


@dataclass
class Wheel:
    """Takes one choice after another out of a number."""

    number: int

    def take(self, choices: int) -> int:
        """The next choice, from 0."""
        self.number, chosen = divmod(self.number, choices)
        return chosen

    def dice(self, many: int) -> tuple[int, ...]:
        """So many dice."""
        faces = cycle(FACES)
        for _ in range(self.take(len(FACES))):
            next(faces)
        return tuple(FACES[self.take(len(FACES))] if self.number else next(faces) for _ in range(many))


Action = Callable[[Any, str, Wheel], Event]
"""How a game does what is legal: its state, the name of the action, and what to choose by."""


def something(book: GameHistory, number: int, action: Action) -> Event | None:
    """What that number lets happen: mostly the next move, now and then something that upsets the table."""
    state, wheel = book.state, Wheel(number)
    match wheel.take(16):
        case 0:
            return Left(state.players[wheel.take(len(state.players))])
        case 1:
            return Joined("XYZ"[wheel.take(3)])
        case 2:
            return Renamed(state.players[wheel.take(len(state.players))], "PQRS"[wheel.take(4)])
        case 3 | 4:
            return correction(book, wheel)
        case 5:
            return Undone()
    legal = legal_actions(state)
    return action(state, legal[wheel.take(len(legal))], wheel) if legal else None


def correction(book: GameHistory, wheel: Wheel) -> Corrected | None:
    """Another reading of one of the rolls that count."""
    if not book.rolls:
        return None
    roll = 1 + wheel.take(book.rolls)
    try:
        return Corrected(roll, wheel.dice(len(book.roll_of(roll))))
    except Refused:
        return None


def with_other_seats(one: GameHistory, seats: tuple[str, ...], steps: Sequence[int], action: Action) -> GameHistory:
    """A game that has begun, with the players at other seats, after both were played by the same steps."""
    start = one.events[0]
    assert isinstance(start, Started)
    other = GameHistory(replace(start, players=seats))
    for number in steps:
        event = something(one, number, action)
        if event is not None and not isinstance(event, Joined | Left | Renamed):
            assert (refusal(one, event) is None) == (refusal(other, event) is None)
    return other


def refusal(book: GameHistory, event: Event) -> Refused | None:
    """Write an event; why it was refused, if it was."""
    try:
        book.write(event)
    except Refused as refused:
        return refused
    return None


def tells_it_all(book: GameHistory) -> None:
    """The log alone leads to where the game stands, and does so each time."""
    assert fold(book.events) == book.state
    assert fold(load(dump(book.events))) == book.state


def corrects_back(book: GameHistory, number: int) -> None:
    """A roll read otherwise and put right again leaves everything as it was."""
    before = book.state
    for roll in range(1, book.rolls + 1):
        try:
            was = book.roll_of(roll)
        except Refused:
            continue
        book.write(Corrected(roll, Wheel(number + roll).dice(len(was))))
        book.write(Corrected(roll, was))
        assert book.state == before
