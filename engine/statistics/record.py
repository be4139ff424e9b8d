"""The record types: the figures of one game, each player's part, and the game's stored events."""

from dataclasses import dataclass, field

from engine.events import Event
from engine.purse import Purses

Kind = str
"""The kind of a game: “ship” for Ship, Captain, Crew, else that of the game."""

KINDS: tuple[Kind, ...] = ("ship", "yahtzee")
"""The kinds with boards and figures of their own."""


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
class LuckyRoll:
    """The roll that gained most over the mean: its dice, and the points gained, rounded to millionths.

    In Yahtzee the dice are all five, in other games those that were thrown.
    """

    dice: tuple[int, ...]
    luck: float


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The coach's review of one player's part in a game, in points, rounded to millionths.

    ``luck`` is the gain over the mean by the dice, ``cost`` the loss by decisions, ``decisions`` their number, and
    ``to_win`` their loss in the chance to win, None where it cannot be calculated. ``best_roll`` is the luckiest one,
    None without a roll.
    """

    luck: float
    cost: float
    decisions: int
    to_win: float | None = None
    best_roll: LuckyRoll | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part in a game.

    ``total`` is the value that decided the game, with the ``head_start``. In Ship, Captain, Crew ``cargoes`` are those
    of all finished turns, 0 without ship, captain and crew. In Yahtzee ``filled`` is set once no box is open.
    ``chips`` are those won or lost in a game with a pot or bets, None in any other.
    """

    name: str
    total: int
    won: bool = False
    shared: bool = False
    cargoes: tuple[int, ...] = ()
    filled: bool = False
    bonus: bool = False
    yahtzees: int = 0
    hindsight: Hindsight | None = None
    chips: int | None = None
    head_start: int = 0

    @property
    def best(self) -> int | None:
        """The highest cargo, or the total of a full card without a head start; None where there is neither."""
        return max(self.cargoes, default=0) or (self.earned if self.filled else None)

    @property
    def earned(self) -> int:
        """The total without the head start."""
        return self.total - self.head_start


@dataclass(frozen=True, slots=True)
class Record:
    """The figures of one game.

    ``purses`` are the chips and drinks that it has moved, by name, those of bystanders too.
    ``faces`` counts the dice seen by the camera, from one to six, with corrections applied. ``looked_back`` is set once
    the review is included. A game that this version cannot read has no players.
    """

    number: int
    clock: float | None
    kind: Kind = "ship"
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

    @property
    def is_level(self) -> bool:
        """Return whether all players began alike. Otherwise a win says nothing of skill, and isn't counted."""
        return not any(part.head_start for part in self.parts)

    @property
    def is_empty(self) -> bool:
        """Return whether the game was begun without a roll, and is not finished."""
        return bool(self.parts) and not self.rolls and not self.over
