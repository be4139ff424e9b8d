"""Random games of any kind: each number of a list selects the next event."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Any

from engine import (
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    Refused,
    Renamed,
    RoundsSet,
    Started,
    Undone,
    dump,
    history_of,
    legal_actions,
    load,
    text,
)

FACES = (6, 5, 4, 6, 5, 4, 3, 2, 1, 1, 2, 3)
"""6, 5 and 4 come more often than from fair dice, so that turns make progress."""


@dataclass
class Wheel:
    """A number as a sequence of choices."""

    number: int

    def take(self, choices: int) -> int:
        self.number, chosen = divmod(self.number, choices)
        return chosen

    def dice(self, many: int) -> tuple[int, ...]:
        faces = cycle(FACES)
        for _ in range(self.take(len(FACES))):
            next(faces)
        return tuple(FACES[self.take(len(FACES))] if self.number else next(faces) for _ in range(many))


Action = Callable[[Any, str, Wheel], Event]
"""Makes the event of an action from the state, the name of the action, and choices."""


def something(book: GameHistory, number: int, action: Action) -> Event | None:
    """Return the event that the number selects: mostly a move; else a player, a correction, an undo, a length."""
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
        case 6 if RoundsSet in book.game.events.values():
            return RoundsSet(1 + wheel.take(7))
    legal = legal_actions(state)
    return action(state, legal[wheel.take(len(legal))], wheel) if legal else None


def correction(book: GameHistory, wheel: Wheel) -> Corrected | None:
    if not book.rolls:
        return None
    roll = 1 + wheel.take(book.rolls)
    try:
        return Corrected(roll, wheel.dice(len(book.roll_of(roll))))
    except Refused:
        return None


def with_other_seats(one: GameHistory, seats: tuple[str, ...], steps: Sequence[int], action: Action) -> GameHistory:
    """Play both the game and one with the players at other seats by the same steps; return the other."""
    start = one.events[0]
    assert isinstance(start, Started)
    other = GameHistory(replace(start, players=seats))
    for number in steps:
        event = something(one, number, action)
        if event is not None and not isinstance(event, Joined | Left | Renamed):
            assert (refusal(one, event) is None) == (refusal(other, event) is None)
    return other


def refusal(book: GameHistory, event: Event) -> Refused | None:
    """Write an event. Return its refusal, None if it was allowed."""
    try:
        book.write(event)
    except Refused as refused:
        return refused
    return None


def tells_it_all(book: GameHistory) -> None:
    again = history_of(load(dump(book.events)))
    assert (again.state, again.rolls, len(again.waiting)) == (book.state, book.rolls, len(book.waiting))
    assert text(again.state) == text(book.state)
    assert "\n" not in text(book.state)


def corrects_back(book: GameHistory, number: int) -> None:
    """Check, with every fourth roll from a random one on, that correcting it and back restores state and text."""
    before = book.state
    for roll in range(1 + number % 4, book.rolls + 1, 4):
        try:
            was = book.roll_of(roll)
        except Refused:
            continue
        book.write(Corrected(roll, Wheel(number + roll).dice(len(was))))
        book.write(Corrected(roll, was))
        assert book.state == before
        assert text(book.state) == text(before)


def played_at_random(start: Started, action: Action, chance: Random, steps: int = 1000) -> GameHistory:
    """Return a game of legal moves, without bets, until it is over or so many were played."""
    book = GameHistory(start)
    for _ in range(steps):
        if legal := [name for name in legal_actions(book.state) if name != "bet"]:
            book.write(action(book.state, chance.choice(legal), Wheel(chance.randrange(2**40))))
    return book
