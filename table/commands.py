"""What a page may ask of the table: one value for each thing, and the protocol of whoever does it."""

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Literal, Protocol

from engine import Event


@dataclass(frozen=True, slots=True)
class Play:
    """Something happened in the game: a roll told by hand, a correction, somebody left, a box was picked, a new game.

    ``sure`` says that somebody was asked and meant it, which is needed for what reaches back past the turn that is on.
    """

    event: Event
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Push:
    """Do what a button of the rim means now, pressed there or on a page."""

    button: Literal["roll", "stand", "take_back"]


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop looking at the tray, or look again."""

    on: bool


@dataclass(frozen=True, slots=True)
class TogglePause:
    """Pause, or go on: one button does both."""


@dataclass(frozen=True, slots=True)
class TurnEncoder:
    """Show the pick that is so many clicks further."""

    by: int


@dataclass(frozen=True, slots=True)
class PickOne:
    """Pick the one of that name, or the one that the encoder shows if there is none."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class Tune:
    """Another light of the lamp (0–1), sounds or none; what is None stays."""

    brightness: float | None = None
    sounds: bool | None = None


@dataclass(frozen=True, slots=True)
class Reopen:
    """Go on with a game that was left unfinished; the one that is on stays in the journal."""

    game: int


Deed = Literal["restore", "backup", "calibration", "panel"]
"""What needs a press at the table: restore a backup, download one, change the calibration, change lamp and sounds."""

Verdict = Literal["allowed", "refused", "unanswered", "withdrawn"]
"""ROLL was pressed, STAND was pressed, neither in time, or the table asks something else or ends."""


@dataclass(frozen=True, slots=True)
class Permit:
    """Ask at the table whether this may be done: ROLL allows it, STAND refuses it.

    The order is done once the question is shown, at most ten seconds before ``verdict`` is set.
    """

    deed: Deed
    verdict: Future[Verdict] = field(default_factory=Future, compare=False)


Order = Play | Push | Pause | TogglePause | TurnEncoder | PickOne | Tune | Reopen | Permit
"""A command: what pages, buttons and the encoder ask of the table."""


@dataclass(frozen=True, slots=True)
class SeenRevision:
    """The moment that an order was decided on: the run of the program, and the revision within it."""

    boot: str
    revision: int


@dataclass(frozen=True, slots=True)
class CommandResult:
    """Whether it was done; if not a word that programs know, and the reason in one sentence."""

    done: bool
    code: str = ""
    why: str = ""


class CommandSink(Protocol):
    """A table that can be told what to do. Safe from any thread; the table never waits for who asks."""

    def order(self, order: Order, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        """Ask for it, and wait at most so many seconds; what was not begun by then is not done later either.

        It is refused as ``stale`` if what it depends on is no longer as it was ``seen``: a button what is shown, all
        else the game.
        """
        ...
