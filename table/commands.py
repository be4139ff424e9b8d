"""The commands of pages, buttons and the encoder, and the protocol of their receiver."""

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Literal, Protocol

from engine import Event


@dataclass(frozen=True, slots=True)
class Play:
    """Events of the game: a roll entered by hand, a correction, a player leaving, a box picked, a new game.

    ``sure`` says that a confirmation was given, which is needed for events that affect turns before the current one.
    """

    event: Event
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Push:
    """Do what a button of the rim means now, pressed there or on a page."""

    button: Literal["roll", "stand", "take_back"]


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the reading of the tray, or resume it."""

    on: bool


@dataclass(frozen=True, slots=True)
class TogglePause:
    """Pause, or resume if paused."""


@dataclass(frozen=True, slots=True)
class TurnEncoder:
    """Show the pick that is that many clicks further."""

    by: int


@dataclass(frozen=True, slots=True)
class PickOne:
    """Pick the one of that name, or the one shown on the encoder if there is none."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class Tune:
    """Change the brightness of the lamp (0–1) and the sounds. None leaves a setting unchanged."""

    brightness: float | None = None
    sounds: bool | None = None


@dataclass(frozen=True, slots=True)
class Reopen:
    """Continue an unfinished game. The current one stays in the journal."""

    game: int


Deed = Literal["restore", "backup", "calibration", "panel"]
"""Actions that need a press at the table: restore or download a backup, change calibration, lamp and sounds."""

Verdict = Literal["allowed", "refused", "unanswered", "withdrawn"]
"""ROLL was pressed, STAND was pressed, neither in time, or the table asks another question or ends."""


@dataclass(frozen=True, slots=True)
class Permit:
    """Ask at the table for permission: ROLL allows it, STAND refuses it.

    The command is done once the question is shown, at most ten seconds before ``verdict`` is set.
    """

    deed: Deed
    verdict: Future[Verdict] = field(default_factory=Future, compare=False)


Command = Play | Push | Pause | TogglePause | TurnEncoder | PickOne | Tune | Reopen | Permit
"""A command: what pages, buttons and the encoder ask of the table."""


@dataclass(frozen=True, slots=True)
class SeenRevision:
    """The moment that a command was based on: the run of the program, and the revision within it."""

    boot: str
    revision: int


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command: whether it was done, and if not a code for programs and the reason in one sentence."""

    done: bool
    code: str = ""
    why: str = ""


class CommandSink(Protocol):
    """A table that takes commands. Safe from any thread. The table never waits for a caller."""

    def submit(self, command: Command, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        """Submit a command and wait at most ``timeout`` seconds. A command not begun by then is dropped.

        It is refused as ``stale`` if what it depends on has changed since ``seen``: for a button what is shown, for all
        else the game.
        """
        ...
