"""The events that all games share. Events of one game only (a die held, a box scored) are in that game's package."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import BadRules
from engine.i18n import gettext as _
from engine.names import check_names

MAX_PLAYERS = 20


@dataclass(frozen=True, slots=True)
class Event:
    """Base class of the events of a game."""


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The start of a game: the name of its rules, the players in seat order, and the first player to throw.

    ``starter`` is None where the dice decide it. ``options`` are the chosen options of the rules, as JSON.
    ``handicap`` are the points with which some players begin, where the points of the game add up.
    """

    preset: str
    players: tuple[str, ...]
    starter: str | None = None
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    handicap: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if len(self.players) > MAX_PLAYERS:
            raise BadRules(
                _(
                    "{players} players: the game takes up to {max_players}",
                    players=len(self.players),
                    max_players=MAX_PLAYERS,
                )
            )
        check_names(self.players)
        if self.starter is not None and self.starter not in self.players:
            raise BadRules(_("{starter} can’t start without playing", starter=self.starter))


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A throw of these dice, without those held.

    The player on turn threw them unless ``player`` is given, which is needed where several throw at once. ``told``
    marks a roll entered by hand instead of read by the camera.
    """

    dice: tuple[int, ...]
    player: str | None = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The player on turn stands: the turn ends with the dice as they lie, or with the points so far."""


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A player joined the game, or returned to it."""

    player: str


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player left the game."""

    player: str


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    """A player has another name from now on."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """A correction: the roll of that number, counted from one over the whole game, showed these dice."""

    roll: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last confirmation was undone."""


SHARED: Mapping[str, type[Event]] = {
    "started": Started,
    "rolled": Rolled,
    "stopped": Stopped,
    "joined": Joined,
    "left": Left,
    "renamed": Renamed,
    "corrected": Corrected,
    "undone": Undone,
}
"""The events that all games share, by their names in a log."""
