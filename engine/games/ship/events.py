"""The events of Ship, Captain, Crew only."""

from dataclasses import dataclass
from typing import Literal

from engine.events import Event

BetOn = Literal["qualify", "miss"]


@dataclass(frozen=True, slots=True)
class Held(Event):
    """The player on turn set these dice aside."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Released(Event):
    """The player on turn took up these cargo dice, which had been set aside before."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """The player on turn leads and passes this roll (001)."""


@dataclass(frozen=True, slots=True)
class Anted(Event):
    """The first shooter set the ante of this round, and all players paid it (004)."""

    chips: int


@dataclass(frozen=True, slots=True)
class Bet(Event):
    """A bet that the player on turn will get ship, captain and crew, or will not (004).

    At even chips, against the one named. The default is the player on turn. Both may be bystanders.
    """

    by: str
    on: str
    chips: int
    against: str | None = None


@dataclass(frozen=True, slots=True)
class RoundsSet(Event):
    """The game has another number of rounds from now on."""

    rounds: int
