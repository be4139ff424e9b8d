"""The facts that only Ship, Captain, Crew knows."""

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
    """The player on turn took up these cargo dice again, which had been set aside."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The player on turn keeps the cargo that lies there."""


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """The player on turn leads and lets this roll go by (001)."""


@dataclass(frozen=True, slots=True)
class Anted(Event):
    """The first shooter set the ante of this round, and everybody paid it (004)."""

    chips: int


@dataclass(frozen=True, slots=True)
class Bet(Event):
    """Somebody bet that the player on turn will get ship, captain and crew, or will not (004).

    At even chips, against the player named, who is the one on turn if nobody is named.
    """

    by: str
    on: BetOn
    chips: int
    against: str | None = None
