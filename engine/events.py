"""The facts a game is made of, and how each is written down."""

import json
from dataclasses import dataclass

from engine.errors import BadLog, BadRules
from engine.rules import PRESETS, preset

MAX_PLAYERS = 20


@dataclass(frozen=True, slots=True)
class Started:
    """A game was begun: its rules, who plays, in the order of the seats, and who throws first."""

    preset: str
    players: tuple[str, ...]
    starter: str

    def __post_init__(self) -> None:
        preset(self.preset)
        if not 2 <= len(self.players) <= MAX_PLAYERS:
            raise BadRules(f"{len(self.players)} players: the game is for 2 to {MAX_PLAYERS}")
        if any(not name.strip() for name in self.players):
            raise BadRules("every player needs a name")
        if len(set(self.players)) != len(self.players):
            twice = next(name for name in self.players if self.players.count(name) > 1)
            raise BadRules(f"two players are called {twice}: give each a name of their own")
        if self.starter not in self.players:
            raise BadRules(f"{self.starter} cannot start: not one of the players")


@dataclass(frozen=True, slots=True)
class Rolled:
    """The player on turn threw these dice (only the dice thrown, not those held)."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The player on turn keeps the cargo that lies there."""


Event = Started | Rolled | Stopped


def encode(event: Event) -> str:
    """The event as one line of canonical JSON (sorted keys, no spaces)."""
    row: dict[str, object]
    match event:
        case Started():
            row = {"type": "started", "preset": event.preset, "players": event.players, "starter": event.starter}
        case Rolled():
            row = {"type": "rolled", "dice": event.dice}
        case Stopped():
            row = {"type": "stopped"}
    return json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def decode(line: str) -> Event:
    """The event that :func:`encode` wrote; :class:`BadLog` for anything else."""
    try:
        row = json.loads(line)
    except ValueError:
        raise BadLog(f"not an event: {line[:80]!r}") from None
    match row:
        case {"type": "started", "preset": str(name), "players": list(players), "starter": str(starter)} if (
            len(row) == 4 and name in PRESETS and all(isinstance(player, str) for player in players)
        ):
            return Started(name, tuple(players), starter)
        case {"type": "rolled", "dice": list(dice)} if len(row) == 2 and all(type(die) is int for die in dice):
            return Rolled(tuple(dice))
        case {"type": "stopped"} if len(row) == 1:
            return Stopped()
    raise BadLog(f"not an event that this version knows: {line[:80]!r}")
