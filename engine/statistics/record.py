"""The record types: the figures of one game, and the game's stored events."""

from dataclasses import dataclass, field

from engine.events import Event
from engine.moments.moment import Moment
from engine.reports.figures import Part
from engine.reports.purse import Purses

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
