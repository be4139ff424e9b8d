"""The facts that every game is made of. What only one game knows (a die held, a box scored) stands with that game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import BadRules
from engine.names import why_no_name

MAX_PLAYERS = 20


@dataclass(frozen=True, slots=True)
class Event:
    """One fact of a game."""


@dataclass(frozen=True, slots=True)
class Started(Event):
    """A game was begun: its rules by name, who plays, in the order of the seats, and who throws first.

    ``starter`` is None where the dice decide it. ``options`` are what was chosen in the rules, as JSON has it.
    """

    preset: str
    players: tuple[str, ...]
    starter: str | None = None
    options: Mapping[str, object] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if len(self.players) > MAX_PLAYERS:
            raise BadRules(f"{len(self.players)} players: the game is for {MAX_PLAYERS} at the most")
        if why := next(filter(None, map(why_no_name, self.players)), None):
            raise BadRules(why)
        if len(set(self.players)) != len(self.players):
            twice = next(name for name in self.players if self.players.count(name) > 1)
            raise BadRules(f"two players are called {twice}: give each a name of their own")
        if self.starter is not None and self.starter not in self.players:
            raise BadRules(f"{self.starter} cannot start: not one of the players")


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """These dice were thrown (only the dice thrown, not those held).

    By the player on turn, unless ``player`` says otherwise, where several throw at once. ``told``: somebody said so by
    hand, no camera saw them.
    """

    dice: tuple[int, ...]
    player: str | None = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Somebody sat down at the table, or came back."""

    player: str


@dataclass(frozen=True, slots=True)
class Left(Event):
    """Somebody got up from the table."""

    player: str


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    """A player is called otherwise from now on."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The roll of that number, counted from one over the whole game, showed these dice and not those that were read."""

    roll: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """What was confirmed last was taken back."""
