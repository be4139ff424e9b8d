"""The figures of one game, calculated from its events: the players' parts, which the game knows, and the faces."""

from collections import Counter

from engine.events import Corrected, Rolled
from engine.history import history_of
from engine.moments.moment import moments_of
from engine.reports.win_course import WinPoint, course_of
from engine.statistics.record import ArchivedGame, Record
from engine.values import FACES


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


def win_course_of(game: ArchivedGame) -> tuple[WinPoint, ...]:
    """Return the chances to win in the course of that game, which takes up to some seconds; empty if there are none.

    Raises :class:`~engine.BadLog` where this version cannot read it.
    """
    history = history_of(game.events)
    return course_of(history.game, history.played, history.state)


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
