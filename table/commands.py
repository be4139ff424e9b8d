"""The commands of pages, buttons and the encoder, and the queue from the pages' threads to that of the table."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Literal, Protocol

from engine import BadRules, Event, Refused
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.match_call import MatchCall
from table.errors import NotStored


@dataclass(frozen=True, slots=True)
class Play:
    """Events of the game: a roll entered by hand, a correction, a player leaving, a box picked, a new game.

    ``sure`` says that a confirmation was given, which is needed for events that affect turns before the current one.
    """

    event: Event
    sure: bool = False


@dataclass(frozen=True, slots=True)
class ThrowByHand:
    """Count a throw that is entered by hand: the faces that stay aside, and those thrown."""

    aside: tuple[int, ...]
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StandByHand:
    """Do what STAND means without looking at the tray."""


@dataclass(frozen=True, slots=True)
class Push:
    """Do what a button of the rim means now, pressed there or on a page."""

    button: Literal["roll", "stand", "take_back"]


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the reading of the tray, or resume it."""

    on: bool


@dataclass(frozen=True, slots=True)
class UseCamera:
    """Read the dice with the camera, or play by hand without it."""

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
class Shake:
    """Begin a Shake of the Day between two turns; ``day`` is the day of the bar, counted from year 1."""

    player: str
    day: int


@dataclass(frozen=True, slots=True)
class EndShake:
    """Give the tray back to the game, if no dice were thrown in the shake."""


@dataclass(frozen=True, slots=True)
class SetUpShake:
    """Set Shake of the Day up, or with None switch it off."""

    options: Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class AmendShake:
    """Add an event to an earlier shake: a correction, a change of the pot, or that it does not count."""

    game: int
    event: Event


@dataclass(frozen=True, slots=True)
class Summon:
    """Keep a match ready that the venue calls here: ROLL opens it once no game is on. None calls it off."""

    call: MatchCall | None


@dataclass(frozen=True, slots=True)
class Reopen:
    """Continue an unfinished game. The current one stays in the journal."""

    game: int


Deed = Literal[
    "restore",
    "backup",
    "calibration",
    "panel",
    "owner",
    "pictures",
    "house_rules",
    "controllers",
    "screens",
    "players",
]
"""Actions of the owner, which a press at the table allows too: restore or download a backup, change calibration, lamp
and sounds, set the owner's PIN, choose who sees the camera's picture, lock house rules, end all control, change the
table's screens, change remembered players."""

Verdict = Literal["allowed", "refused", "unanswered", "withdrawn"]
"""ROLL was pressed, STAND was pressed, neither in time, or the table asks another question or ends."""


@dataclass(frozen=True, slots=True)
class Permit:
    """Ask at the table for permission: ROLL allows it, STAND refuses it.

    The command is done once the question is shown, at most ten seconds before ``verdict`` is set.
    """

    deed: Deed
    verdict: Future[Verdict] = field(default_factory=Future, compare=False)


ByHand = Play | ThrowByHand | StandByHand
OfShake = Shake | EndShake | SetUpShake | AmendShake
Tray = Push | Pause | UseCamera | TogglePause | TurnEncoder | PickOne | Tune
Command = ByHand | Tray | Reopen | Summon | Permit | OfShake
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


DONE = CommandResult(True)
BUSY = CommandResult(False, "no_answer", _("The table did not answer in time: try again."))


class CommandQueue:
    """A queue of commands. It implements :class:`CommandSink` for the web server."""

    def __init__(self) -> None:
        self.used = False
        """Whether a command was ever submitted."""
        self._waiting: SimpleQueue[tuple[Command, SeenRevision | None, Future[CommandResult]]] = SimpleQueue()

    def submit(self, command: Command, timeout: float, seen: SeenRevision | None = None) -> CommandResult:
        self.used = True
        answer: Future[CommandResult] = Future()
        self._waiting.put((command, seen, answer))
        try:
            return answer.result(timeout)
        except TooLate:
            return BUSY if answer.cancel() else answer.result()

    def post(self, command: Command) -> None:
        """Have a command done that nobody waits for."""
        self._waiting.put((command, None, Future()))

    def execute(self, do: Callable[[Command, SeenRevision | None], CommandResult]) -> None:
        """Execute the queued commands, oldest first, and answer them. Returns at once for an empty queue.

        A refusal of the rules and a failure to store are answered with their reasons. An unexpected failure is raised
        in the thread that submitted the command, so that a page cannot end the game.
        """
        while True:
            try:
                command, seen, answer = self._waiting.get_nowait()
            except Empty:
                return
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(do(command, seen))
                except Refused as refused:
                    answer.set_result(CommandResult(False, refused.code, refused.why))
                except BadRules as error:
                    answer.set_result(CommandResult(False, "bad_rules", full_sentence(str(error))))
                except NotStored as error:
                    answer.set_result(CommandResult(False, "not_kept", str(error)))
                except Exception as error:
                    answer.set_exception(error)
