"""The book of the game that is open: what is entered in it, and the journal that has every entry before it counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine import Announcement, Corrected, Event, GameHistory, Refused, Started, Undone, history_of
from table.errors import NotStored


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A stored game: its events, and when on the camera's clock the last one was confirmed."""

    events: tuple[Event, ...]
    moment: float


class EventStore(Protocol):
    """Where a session stores its events: the journal."""

    @property
    def trouble(self) -> str | None:
        """Return why what was confirmed is in memory only, as long as it is."""
        ...

    def append(self, events: Sequence[Event], moment: float) -> None:
        """Store these events, all or none, before any of them counts. A start begins the next game."""
        ...

    def reopen(self, game: int) -> OpenGame:
        """Go back to that game. Raises :class:`~table.errors.NotStored` if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class ConfirmedEvent:
    """An event that has been confirmed: when, on the clock of the frames, whose it was, and what it is called."""

    moment: float
    event: Event
    player: str | None
    said: tuple[Announcement, ...]


class GameSession:
    """One game that is kept. An event is tried first, then written to the journal, and only then it counts."""

    def __init__(self, events: Sequence[Event], journal: EventStore) -> None:
        self._journal = journal
        self._book = history_of(events)
        self._events = tuple(events)

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self._book.state

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event of the game."""
        return self._events

    @property
    def number(self) -> int:
        """How many events the game has."""
        return len(self._events)

    @property
    def rolls(self) -> int:
        """How many rolls the game has had."""
        return self._book.rolls

    def roll_of(self, number: int) -> tuple[int, ...]:
        """What that roll showed; :class:`~engine.Refused` if it counts no more or was never thrown."""
        return self._book.roll_of(number)

    def reaches_back(self, event: Event) -> str | None:
        """Why somebody must be asked before this is entered, None if nobody need be."""
        return self._book.asks(event)

    def reopen(self, game: int) -> None:
        """Go on with that game of the journal. :class:`~table.errors.NotStored` if there is none, or while it cannot
        be written."""
        if self._journal.trouble:
            raise NotStored(self._journal.trouble)
        kept = self._journal.reopen(game)
        self._book, self._events = history_of(kept.events), tuple(kept.events)

    def enter(self, events: Sequence[Event], moment: float, *, sure: bool = False) -> tuple[ConfirmedEvent, ...]:
        """Enter these events, all or none.

        Raises :class:`~engine.Refused` where the rules do not allow one (with the code ``confirm`` where it must be
        ``sure``), and :class:`~table.errors.NotStored` where they cannot be kept; then nothing has changed.
        """
        tried = self._tried(events, sure=sure)
        self._journal.append(events, moment)
        if tried is not None:
            self._book = tried
            counted = tuple(ConfirmedEvent(moment, event, self._whose(event), ()) for event in events)
        else:
            counted = tuple(self._written(event, moment) for event in events)
        self._events = tuple(self._book.events)
        return counted

    def _tried(self, events: Sequence[Event], *, sure: bool) -> GameHistory | None:
        """The logbook with these events where that is another course of the game, else None."""
        if not any(isinstance(event, Corrected | Undone) for event in events):
            state = self.state
            for event in events:
                state = GameHistory(event).state if isinstance(event, Started) else self._book.game.apply(state, event)
            return None
        tried = history_of(self._book.events)
        for event in events:
            if not sure and (why := tried.asks(event)):
                raise Refused("confirm", why)
            tried.write(event)
        return tried

    def _written(self, event: Event, moment: float) -> ConfirmedEvent:
        """The start of a game leaves the one before behind."""
        if isinstance(event, Started):
            self._book = GameHistory(event)
            return ConfirmedEvent(moment, event, None, ())
        before = self._book.state
        self._book.write(event)
        said = self._book.game.announcements(before, self._book.state)
        return ConfirmedEvent(moment, event, before.player, said)

    def _whose(self, event: Event) -> str | None:
        if isinstance(event, Corrected):
            return self._book.thrower(event.roll)
        player: str | None = self.state.player
        return player
