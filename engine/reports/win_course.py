"""The chances to win in the course of a game that is over: at its beginning and after each turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Protocol

from engine.reports.win_chances import WinChances, decided

MOST_POINTS = 160
"""Points of a course. Of a longer game each second turn has one, or each third."""

LEAST_POINTS = 3
"""With fewer there is no course to see: the beginning and the end are known without it."""

WHOLE = 1000
"""Certainty."""


@dataclass(frozen=True, slots=True)
class WinPoint:
    """The chances after a turn: that of each seat in thousandths, the seat on turn, and the number of rolls by then.

    ``seat`` is None at the beginning of the game.
    """

    seat: int | None
    roll: int
    chances: tuple[int, ...]


class PlayedOn(Protocol):
    """What counts of a history: the state before an event, the part of the game that the event belongs to, the roll."""

    @property
    def before(self) -> Any:
        """Return the state before the event."""

    @property
    def place(self) -> tuple[int, int, int] | None:
        """Return the round, the leg and the seat; None for an event of no turn."""

    @property
    def roll(self) -> int | None:
        """Return the number of a roll, None for any other event."""


class Chancy(Protocol):
    """What the course needs of a game."""

    def win_chances(self, state: Any, /) -> WinChances | None:
        """Return the chances in a state, or None."""


def course_of(game: Chancy, played: Sequence[PlayedOn], state: Any) -> tuple[WinPoint, ...]:
    """Return the course of the game of these events, which lead to that state.

    Empty for a game that goes on, and where little or nothing can be said of its turns.
    """
    winners = state.tied if state.winner is None else (state.winner,)
    if state.player is not None or not winners:
        return ()
    turns = list(_turns(played, state))
    step = max(1, ceil(len(turns) / MOST_POINTS))
    found: list[WinPoint] = []
    for number, (seat, roll, after) in enumerate(turns):
        chances = decided(state.players, winners) if after is state else None
        if chances is None and number % step == 0:
            chances = game.win_chances(after)
        if chances is not None:
            by_seat = [chances.of.get(name, 0.0) for name in after.players]
            by_seat += [0.0] * (len(state.players) - len(by_seat))
            found.append(WinPoint(seat, roll, tuple(round(WHOLE * chance) for chance in by_seat)))
    return tuple(found) if len(found) >= LEAST_POINTS else ()


def turning_point(course: Sequence[WinPoint]) -> int | None:
    """Return the index of the point from which on the winner's chance was the highest.

    None where nobody won alone, and where it was the highest from the beginning.
    """
    last = course[-1].chances if course else ()
    if last.count(WHOLE) != 1:
        return None
    seat = last.index(WHOLE)
    behind = [
        number
        for number, point in enumerate(course)
        if point.chances[seat] <= max(chance for other, chance in enumerate(point.chances) if other != seat)
    ]
    return behind[-1] + 1 if behind else None


def _turns(played: Sequence[PlayedOn], state: Any) -> Iterator[tuple[int | None, int, Any]]:
    """Yield seat, rolls so far and the state after each turn; first those of the beginning."""
    rolls, seat, place = 0, None, None
    for one in played:
        if one.place is not None and one.place != place:
            yield seat, rolls, one.before
            seat, place = one.place[2], one.place
        rolls = max(rolls, one.roll or 0)
    yield seat, rolls, state
