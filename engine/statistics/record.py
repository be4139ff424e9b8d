"""The record of one game: its stored events, its evening, its figures, and its course, calculated from the events.

Evenings are numbers: days since 1 January of the year 1, as in ``datetime.date.toordinal``. A day begins at six, so a
game at two belongs to the evening before.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, isfinite
from typing import Any

from engine.events import Corrected, Event, Rolled
from engine.history import PlayedEvent, history_of
from engine.reports.figures import Part
from engine.reports.moments import Moment, moments_of
from engine.reports.purse import Purses
from engine.reports.win_chances import decided
from engine.values import FACES

DAY = 86_400
MORNING = 6 * 3600
"""Seconds after midnight, local time, at which a day begins."""

EPOCH = 719_163
"""1 January 1970, where Unix time begins."""

FIRST = 739_252
"""1 January 2025, before the first Quarterdeck: an earlier clock was never set."""

LAST = 3_652_059
"""31 December 9999, the last day that ``datetime.date`` has."""

AHEAD = 1
"""Days by which a game may be ahead of the current evening, after a change of time zone."""


def day_of(clock: float, offset: float) -> int | None:
    """Return the evening of ``clock`` (seconds, Unix) where clocks are ``offset`` seconds ahead of UTC.

    None for an invalid date: before :data:`FIRST`, or after :data:`LAST`.
    """
    if not isfinite(clock):
        return None
    day = EPOCH + floor((clock + offset - MORNING) / DAY)
    return day if FIRST <= day <= LAST else None


Kind = str
"""The kind of a game, as the game calls it."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A stored game: its events, and the time of each confirmation, in seconds of a monotonic clock.

    ``clock`` is the time at which it began (seconds, Unix), None where it is unknown.
    """

    number: int
    clock: float | None
    events: tuple[Event, ...]
    moments: tuple[float, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """The figures of one game.

    ``purses`` are the chips and drinks that it has moved, by name, those of bystanders too.
    ``faces`` counts the dice seen by the camera, from one to six, with corrections applied. ``looked_back`` is set once
    the review is included. ``moments`` are those of the game. A game that this version cannot read has neither a kind
    nor players.
    """

    number: int
    clock: float | None
    kind: Kind = ""
    preset: str = ""
    parts: tuple[Part, ...] = ()
    events: int = 0
    rolls: int = 0
    corrections: int = 0
    faces: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    over: bool = False
    is_open: bool = False
    looked_back: bool = False
    purses: Purses = field(default_factory=dict)
    moments: tuple[Moment, ...] = ()

    @property
    def is_level(self) -> bool:
        """Return whether all players began alike. Otherwise a win says nothing of skill, and isn't counted."""
        return not any(part.head_start for part in self.parts)

    @property
    def is_empty(self) -> bool:
        """Return whether the game was begun without a roll, and is not finished."""
        return bool(self.parts) and not self.rolls and not self.over


def record_of(game: ArchivedGame, *, look_back: bool) -> Record:
    """Return the figures of that game. ``look_back`` includes the coach's review, which takes up to some seconds.

    Raises :class:`~engine.BadLog` where this version cannot read it.
    """
    history = history_of(game.events)
    steps = [(entry.before, entry.event) for entry in history.played]
    return Record(
        number=game.number,
        clock=game.clock,
        kind=history.game.kind,
        preset=history.state.rules.name,
        parts=history.game.figures(steps, history.state, look_back=look_back),
        events=len(game.events),
        rolls=history.rolls,
        corrections=sum(isinstance(event, Corrected) for event in game.events),
        faces=faces_of(game),
        over=history.state.player is None,
        is_open=game.is_open,
        looked_back=look_back,
        purses=history.game.moved(history.state),
        moments=moments_of(history.game, steps, history.state),
    )


def faces_of(game: ArchivedGame) -> tuple[int, ...]:
    """Return the count of each face thrown on this tray, from one to six.

    Only dice seen by the camera count, not rolls entered by hand or games imported from another table. A corrected roll
    counts as corrected, also where it was thrown again because of that.
    """
    thrown: list[tuple[int, ...]] = []
    for event, moment in zip(game.events, game.moments, strict=True):
        if isinstance(event, Rolled):
            seen = not event.told and moment > 0
            thrown.append(event.dice if seen else ())
        elif isinstance(event, Corrected) and thrown[event.roll - 1]:
            thrown[event.roll - 1] = event.dice
    found = Counter(die for dice in thrown for die in dice)
    return tuple(found[face] for face in FACES)


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


def win_course_of(game: ArchivedGame) -> tuple[WinPoint, ...]:
    """Return the chances to win in the course of that game, which takes up to some seconds.

    Empty for a game that goes on, and where little or nothing can be said of its turns. Raises
    :class:`~engine.BadLog` where this version cannot read it.
    """
    history = history_of(game.events)
    state = history.state
    winners = state.tied if state.winner is None else (state.winner,)
    if state.player is not None or not winners:
        return ()
    turns = list(_turns(history.played, state))
    step = max(1, ceil(len(turns) / MOST_POINTS))
    found: list[WinPoint] = []
    for number, (seat, roll, after) in enumerate(turns):
        chances = decided(state.players, winners) if after is state else None
        if chances is None and number % step == 0:
            chances = history.game.win_chances(after)
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


def _turns(played: Sequence[PlayedEvent], state: Any) -> Iterator[tuple[int | None, int, Any]]:
    """Yield seat, rolls so far and the state after each turn; first those of the beginning."""
    rolls, seat, place = 0, None, None
    for one in played:
        if one.place is not None and one.place != place:
            yield seat, rolls, one.before
            seat, place = one.place[2], one.place
        rolls = max(rolls, one.roll or 0)
    yield seat, rolls, state
