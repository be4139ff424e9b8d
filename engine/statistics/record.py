"""One game in figures: its record, the part of each player, and the game's events as they are kept."""

from dataclasses import dataclass
from typing import Literal

from engine.events import Event

Kind = Literal["ship", "yahtzee"]
KINDS: tuple[Kind, ...] = ("ship", "yahtzee")


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game as it is kept: its events, and when each was confirmed, in seconds of a clock that only goes forward.

    ``clock`` is the day and time at which it began (seconds, Unix), None where it is unknown.
    """

    number: int
    clock: float | None
    events: tuple[Event, ...]
    moments: tuple[float, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What the coach says of one player's part in a game, looking back, in points, rounded to millionths.

    ``luck`` is what the dice brought beyond the mean, ``cost`` what the decisions gave away of it, ``decisions`` how
    many there were, and ``to_win`` what they gave away of the chances to win, None where the coach cannot tell.
    """

    luck: float
    cost: float
    decisions: int
    to_win: float | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part in a game.

    ``total`` is what the game was decided by. Of Ship, Captain, Crew ``cargoes`` are those of all turns played to
    their end, 0 without ship, captain and crew; of Yahtzee ``filled`` says that no box is open.
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

    @property
    def best(self) -> int | None:
        """The highest cargo, or the total of a full card; None where there is neither."""
        return max(self.cargoes, default=0) or (self.total if self.filled else None)


@dataclass(frozen=True, slots=True)
class Record:
    """One game in figures.

    ``faces`` counts the dice that the camera saw thrown, from one to six, as corrections say that they fell;
    ``looked_back`` says that the coach has been asked. A game that this version cannot read has no players.
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
