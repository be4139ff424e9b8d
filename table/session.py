"""The session of the open game: its history, and the journal that stores every event before it counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Protocol

from engine import (
    Announcement,
    Corrected,
    Event,
    GameHistory,
    Joined,
    Left,
    PlayedEvent,
    Refused,
    Started,
    Undone,
    history_of,
)
from table.errors import NotStored

WAIT = frozenset({"mid_round", "mid_game", "game_over"})
"""The codes of refusals of a player who may join later."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A stored game: its events, and the time of the last confirmation on the camera's clock."""

    events: tuple[Event, ...]
    moment: float


@dataclass(frozen=True, slots=True)
class KeptState:
    """What a table keeps beside its games: whether it uses the camera, and the players who wait to join this game."""

    camera: bool = True
    joining: tuple[str, ...] = ()
    shake: Mapping[str, object] | None = None
    """The options of Shake of the Day, None while it is off."""


class StateStore(Protocol):
    """The store of a :class:`KeptState`."""

    def load(self) -> KeptState:
        """Return the stored state; the defaults if there is none. Players who waited in another game are left out."""

    def save(self, state: KeptState) -> bool:
        """Store the state, with the number of the open game. Return whether it is stored."""


class EventStore(Protocol):
    """The journal, in which a session stores its events."""

    @property
    def trouble(self) -> str | None:
        """Why confirmed events are in memory only, as long as they are; else None."""

    @property
    def before(self) -> int | None:
        """The number of the game that was open before; None if there was none."""

    @property
    def former(self) -> int | None:
        """The number of the game that was played before; None if there was none."""

    def append(self, events: Sequence[Event], moment: float) -> None:
        """Store these events, all or none, before any of them counts. A start begins the next game."""

    @property
    def number(self) -> int:
        """The number of the open game."""

    def reopen(self, game: int, *, beside: bool = False) -> OpenGame:
        """Return to that game. Raises :class:`~table.errors.NotStored` if there is none.

        A game that is played beside the others is refused, unless it is wanted.
        """

    def shakes(self) -> Sequence["StoredShake"]:
        """Return the latest Shake of the Day, and before it those to which events were added since it began."""


@dataclass(frozen=True, slots=True)
class StoredShake:
    """A shake: the number of its game, its events, and the number of those that were there when the latest began."""

    game: int
    events: tuple[Event, ...]
    before: int


@dataclass(frozen=True, slots=True)
class ConfirmedEvent:
    """A confirmed event: its time on the clock of the frames, its player, and its announcements."""

    moment: float
    event: Event
    player: str | None
    said: tuple[Announcement, ...]


class GameSession:
    """One stored game. An event is checked first, then written to the journal, and then applied.

    ``joining`` are players who waited to join when the game was left.
    """

    def __init__(self, events: Sequence[Event], journal: EventStore, joining: Sequence[str] = ()) -> None:
        self._journal = journal
        self._history = history_of(events)
        self.events = tuple(events)
        self.opened = 1
        """The number of games opened so far, with the current one."""
        self.joining = tuple(joining)
        """Players who join as soon as the rules allow it. They are no events until then."""
        self._waited: frozenset[int] = frozenset()
        """The places, among the events, where players joined who had waited for that, since the program began."""
        self._former = journal.former
        self._let_in(0.0)

    @property
    def state(self) -> Any:
        return self._history.state

    @property
    def rolls(self) -> int:
        return self._history.rolls

    @property
    def former(self) -> int | None:
        """The number of the game before, which can be continued until this one has a roll; else None."""
        return None if self.latest_roll else self._former

    @property
    def latest_roll(self) -> PlayedEvent | None:
        return next((entry for entry in reversed(self._history.played) if entry.roll is not None), None)

    def misread(self, events: Sequence[Event]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return what a roll of this turn was read as, and what it showed, if one of the events corrects one."""
        for event in events:
            if isinstance(event, Corrected) and self._history.asks(event) is None:
                return self._history.roll_of(event.roll), event.dice
        return None

    def reopen(self, game: int, *, beside: bool = False) -> None:
        """Continue that game of the journal; a game ``beside`` the others leaves those waiting who wait to join them.

        Raises :class:`~table.errors.NotStored` if there is none, or while the journal cannot be written.
        """
        if self._journal.trouble:
            raise NotStored(self._journal.trouble)
        back = beside or self._history.game.is_beside
        kept = self._journal.reopen(game, beside=beside)
        self._history, self.events = history_of(kept.events), tuple(kept.events)
        self.opened += 1
        self.joining = self.joining if back else ()
        self._waited, self._former = frozenset(), None

    def enter(self, events: Sequence[Event], moment: float, *, sure: bool = False) -> tuple[ConfirmedEvent, ...]:
        """Enter these events, all or none.

        Raises :class:`~engine.Refused` where the rules do not allow one (with the code ``confirm`` where it must be
        ``sure``), and :class:`~table.errors.NotStored` where they cannot be stored. Nothing has changed then. A player
        who may not join yet is noted and joins after a later event, unless the player leaves before.
        """
        match events:
            case [Joined(name)] if name not in self._coming_or_here and self._why_not_joined(name) in WAIT:
                self.joining = (*self.joining, name)
                return ()
            case [Left(name)] if name in self.joining:
                self.joining = tuple(other for other in self.joining if other != name)
                return ()
        back = self._let_in_since() if list(events) == [Undone()] else ()
        try:
            counted = self._enter((*[Undone()] * len(back), *events), moment, sure=sure)
        except Refused:
            if not back:
                raise
            back, counted = (), self._enter(events, moment, sure=sure)  # the joining is all that can be undone
        self.joining = (*back, *self.joining)  # they wait again
        if any(isinstance(event, Started) for event in events):
            self._waited = frozenset()
            self.joining = self.joining if self._history.game.is_beside else ()  # the players of that game were chosen
        return (*counted, *self._let_in(moment))

    def _enter(self, events: Sequence[Event], moment: float, *, sure: bool) -> tuple[ConfirmedEvent, ...]:
        tried = self._tried(events, sure=sure)
        self._journal.append(events, moment)
        if tried is not None:
            self._history = tried
            counted = tuple(ConfirmedEvent(moment, event, self._whose(event), ()) for event in events)
        else:
            counted = tuple(self._written(event, moment) for event in events)
        self.events = tuple(self._history.events)
        return counted

    @property
    def _coming_or_here(self) -> tuple[str, ...]:
        return (*self.joining, *self.state.present)

    def _why_not_joined(self, name: str) -> str | None:
        try:
            self._history.game.apply(self.state, Joined(name))
        except Refused as refused:
            return refused.code
        return None

    def _let_in_since(self) -> tuple[str, ...]:
        """Return who had waited and joined by what would be undone now: nobody has done anything since."""
        latest: list[int] = []
        for place, event in enumerate(self.events):
            match event:
                case Undone():
                    latest.pop()
                case Corrected():
                    latest = []
                case _:
                    latest.append(place)
        places = list(takewhile(self._waited.__contains__, reversed(latest)))
        return tuple(event.player for place in reversed(places) if isinstance(event := self.events[place], Joined))

    def _let_in(self, moment: float) -> tuple[ConfirmedEvent, ...]:
        counted: list[ConfirmedEvent] = []
        for name in self.joining:
            why = self._why_not_joined(name)
            if why is None:
                counted += self._enter([Joined(name)], moment, sure=False)
                self._waited |= {len(self.events) - 1}
            if why not in WAIT or name in self.state.present:  # another was renamed so
                self.joining = tuple(other for other in self.joining if other != name)
        return tuple(counted)

    def _tried(self, events: Sequence[Event], *, sure: bool) -> GameHistory | None:
        if not any(isinstance(event, Corrected | Undone) for event in events):
            state = self.state
            for event in events:
                state = (
                    GameHistory(event).state if isinstance(event, Started) else self._history.game.apply(state, event)
                )
            return None
        tried = history_of(self._history.events)
        for event in events:
            if not sure and (why := tried.asks(event)):
                raise Refused("confirm", why)
            tried.write(event)
        return tried

    def _written(self, event: Event, moment: float) -> ConfirmedEvent:
        if isinstance(event, Started):
            if self.latest_roll:  # a game without a roll is none to go back to
                self._former = self._journal.former
            self._history = GameHistory(event)
            self.opened += 1
            return ConfirmedEvent(moment, event, None, ())
        before = self._history.state
        self._history.write(event)
        said = self._history.game.announcements(before, self._history.state)
        return ConfirmedEvent(moment, event, before.player, said)

    def _whose(self, event: Event) -> str | None:
        if isinstance(event, Corrected):
            return self._history.thrower(event.roll)
        player: str | None = self.state.player
        return player
