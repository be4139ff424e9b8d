"""What the log's pages know of past games: one record for each, its events where they are wanted, and who has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine import Event

Kind = Literal["ship", "yahtzee"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it is kept: its events, and when each was confirmed, in seconds of a clock that only goes forward.

    ``clock`` is the day and time at which it was begun (seconds, Unix), None where nobody knows.
    """

    number: int
    clock: float | None
    events: tuple[Event, ...]
    moments: tuple[float, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What the coach says of one player's part in a game, looking back, in points.

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


class Archive(Protocol):
    """Whoever keeps the games. All of it is safe from any thread, and nothing waits for the table."""

    @property
    def is_behind(self) -> bool:
        """Whether past games may be missing, since they could not be taken in."""
        ...

    def records(self) -> Sequence[Record]:
        """All games in the order in which they came, the open one as it stands."""
        ...

    def game(self, number: int) -> Kept | None:
        """That game with its events; None if there is none, or if this version cannot read it."""
        ...


class NoArchive:
    """An archive of a table that keeps no games."""

    is_behind = False

    def records(self) -> Sequence[Record]:
        """None."""
        return ()

    def game(self, _number: int) -> Kept | None:
        """There is none."""
        return None
