"""A game step by step: the event, the state after it, the announcements, and later corrections."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from engine import (
    Announcement,
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    Renamed,
    Rolled,
    Started,
    Stopped,
    Undone,
    game_of,
    i18n,
    opened,
)
from engine.i18n import gettext as _
from engine.i18n import joined, listed, ngettext
from web.display_names import isolated, shown
from web.games import game_page
from web.games.page import GamePage, faces_listed
from web.services import archive


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
    before = book.state
    was = book.roll_of(event.roll) if isinstance(event, Corrected) else None
    log = game_page(book.game.kind)
    player = book.thrower(event.roll) if isinstance(event, Corrected) else _whose(before, event, log)
    counting = len(book.counting)
    book.write_stored(event)
    if isinstance(event, Corrected | Undone):
        gone = counting - len(book.counting) - isinstance(event, Undone)
        roll = event.roll if isinstance(event, Corrected) else None
        dice = event.dice if isinstance(event, Corrected) else ()
        return ReplayStep(number, event, book.state, player, roll=roll, dice=dice, was=was, aside=max(gone, 0))
    said = book.game.announcements(before, book.state)
    roll = book.rolls if isinstance(event, Rolled) else None
    return ReplayStep(number, event, book.state, player, said, roll=roll, dice=getattr(event, "dice", ()))


def _whose(state: Any, event: Event, log: GamePage) -> str | None:
    match event:
        case Rolled(player=str() as player) | Joined(player) | Left(player) | Renamed(player):
            return player
    player = log.player_of(event) or state.player
    return str(player) if player is not None else None


def _times(moments: Sequence[float]) -> list[int] | None:
    """Return the seconds since the first event after the start; the start is not on the camera's clock.

    None after a power cut, when that clock began again at 0, and for imported games.
    """
    played = moments[1:]
    if not played or not any(played) or any(after < before for before, after in pairwise(played)):
        return None
    return [0, *(round(moment - played[0]) for moment in played)]


def told(step: ReplayStep, *, brief: bool = False) -> str:
    """Describe that step in one sentence without its full stop; ``brief`` if the dice are drawn too."""
    name = isolated(shown(step.player or ""))
    game = game_of(step.state.rules.name)
    match step.event:
        case Started(players=players):
            names = [isolated(shown(player)) for player in players]
            began = ngettext(
                "{game}: {players} starts.",
                "{game}: {players} start.",
                len(names),
                game=game.title,
                players=listed(names),
            )
            ahead = [
                joined((isolated(shown(player)), i18n.number(points))) for player, points in step.event.handicap.items()
            ]
            return joined((began, _("Head start: {players}", players=listed(ahead))), ". ") if ahead else began
        case Rolled() if brief:
            return _("{player} rolls", player=name)
        case Rolled():
            return _("{player} rolls {dice}", player=name, dice=faces_listed(step.dice))
        case Corrected() if brief:
            return _("{name}’s roll was corrected", name=name) if step.player else _("A roll was corrected")
        case Corrected():
            dice, was = faces_listed(step.dice), faces_listed(step.was or ())
            if step.player:
                return _("{name}’s roll was {dice}, not {was}", name=name, dice=dice, was=was)
            return _("A roll was {dice}, not {was}", dice=dice, was=was)
        case Undone():
            return _("Undone: last action")
        case Joined():
            return _("{player} joins", player=name)
        case Left():
            return _("{player} leaves", player=name)
        case Renamed(name=new):
            return _("{player} is now called {name}", player=name, name=isolated(shown(new)))
        case Stopped():
            return _("{player} stands", player=name)
        case event:
            sentence = game_page(game.kind).told(event, name, None if brief and step.dice else step.dice, step.state)
            assert sentence, f"no text for {event}"
            return sentence
