"""A game step by step: the event, the state after it, the announcements, and later corrections."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from engine import (
    Announcement,
    Anted,
    Bet,
    Corrected,
    Event,
    GameHistory,
    Held,
    Joined,
    Kept,
    Left,
    Passed,
    Released,
    Renamed,
    Rolled,
    RoundsSet,
    Scored,
    Started,
    Stopped,
    Undone,
    opened,
)
from web.catalogue import Words
from web.display_names import isolated, shown
from web.games.yahtzee import called
from web.ports import archive


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One event of a game and the state after it. Steps are numbered from 0, the start.

    ``player`` is the player of the event, ``dice`` are its dice. For a roll and for a correction, ``roll`` is the
    roll's number; ``was`` is the reading before the correction, and ``corrected_at`` the step of the latest correction
    of this roll. ``aside`` counts the events that a correction has set aside. ``after`` are the seconds since the first
    event after the start, None if the clock was set back in between.
    """

    number: int
    event: Event
    state: Any
    player: str | None = None
    said: tuple[Announcement, ...] = ()
    roll: int | None = None
    dice: tuple[int, ...] = ()
    was: tuple[int, ...] | None = None
    corrected_at: int | None = None
    aside: int = 0
    after: int | None = None

    @property
    def is_mending(self) -> bool:
        """Return whether the event changes earlier ones."""
        return isinstance(self.event, Corrected | Undone)


def steps_of(game: archive.ArchivedGame) -> tuple[ReplayStep, ...]:
    """Return all steps of that game; :class:`~engine.EngineError` if its events are not possible."""
    times = _times(game.moments)
    book = opened(game.events)
    steps = [ReplayStep(0, game.events[0], book.state)]
    rolled: dict[int, int] = {}
    for number, event in enumerate(game.events[1:], 1):
        step = replace(_step(book, number, event), after=times[number] if times else None)
        if isinstance(event, Rolled) and step.roll is not None:
            rolled[step.roll] = number
        elif isinstance(event, Corrected):
            wrong = rolled[event.roll]
            steps[wrong] = replace(steps[wrong], corrected_at=number)
        steps.append(step)
    return tuple(steps)


def _step(book: GameHistory, number: int, event: Event) -> ReplayStep:
    """Apply the event, and describe it."""
    before = book.state
    was = book.roll_of(event.roll) if isinstance(event, Corrected) else None
    player = book.thrower(event.roll) if isinstance(event, Corrected) else _whose(before, event)
    aside = len(book.played) + len(book.waiting)
    book.write(event)
    if isinstance(event, Corrected | Undone):
        gone = aside - len(book.played) - len(book.waiting) - isinstance(event, Undone)
        roll = event.roll if isinstance(event, Corrected) else None
        dice = event.dice if isinstance(event, Corrected) else ()
        return ReplayStep(number, event, book.state, player, roll=roll, dice=dice, was=was, aside=max(gone, 0))
    said = book.game.announcements(before, book.state)
    if isinstance(event, Rolled | Held | Kept | Released):
        roll = book.rolls if isinstance(event, Rolled) else None
        return ReplayStep(number, event, book.state, player, said, roll=roll, dice=event.dice)
    return ReplayStep(number, event, book.state, player, said)


def _whose(state: Any, event: Event) -> str | None:
    match event:
        case Rolled(player=str() as player) | Joined(player) | Left(player) | Renamed(player) | Bet(by=player):
            return player
    player = state.player
    return str(player) if player is not None else None


def _times(moments: Sequence[float]) -> list[int] | None:
    """Return the seconds since the first event after the start; the start is not on the camera's clock.

    None after a power cut, when that clock began again at 0, and for imported games.
    """
    played = moments[1:]
    if not played or not any(played) or any(after < before for before, after in pairwise(played)):
        return None
    return [0, *(round(moment - played[0]) for moment in played)]


def told(step: ReplayStep, words: Words, *, brief: bool = False) -> str:
    """Describe that step in one sentence without its full stop; ``brief`` if the dice are drawn too."""
    name = isolated(shown(step.player or ""))
    match step.event:
        case Started(players=players):
            kind = "ship" if hasattr(step.state, "leg") else "yahtzee"
            sentence = words.log_began([isolated(shown(player)) for player in players], kind)
        case Rolled() if brief:
            sentence = words.log_throws(name)
        case Corrected() if brief:
            sentence = words.log_puts_right(name if step.player else None, step.roll)
        case Rolled():
            sentence = words.log_rolled(name, step.dice)
        case Corrected():
            whose = name if step.player else None
            sentence = words.log_corrected(whose, step.roll, step.dice, step.was)
        case Undone():
            sentence = words.log_undone()
        case _:
            sentence = _decided(step, name, words, None if brief and step.dice else step.dice)
    return str(sentence)


def _decided(step: ReplayStep, name: str, words: Words, dice: tuple[int, ...] | None) -> Any:
    match step.event:
        case Held():
            return words.log_held(name, dice)
        case Kept():
            return words.log_kept(name, dice)
        case Released():
            return words.log_released(name, dice)
        case Stopped():
            return words.log_stopped(name)
        case Passed():
            return words.log_passed(name)
        case Scored(box=box):
            return words.log_scored(name, called(step.state.rules, box, words))
        case Anted(chips=chips):
            return words.log_anted(name, chips)
        case RoundsSet(rounds=rounds):
            return words.log_rounds(rounds)
        case Bet(on=on, chips=chips):
            return words.log_bet(name, chips, qualifies=on == "qualify")
        case Joined():
            return words.log_joined(name)
        case Left():
            return words.log_left(name)
        case Renamed(name=new):
            return words.log_renamed(name, isolated(shown(new)))
    raise AssertionError(f"no text for {step.event}")
