"""The machine as the owner's page shows it, as small protocols and plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, get_args

from web.ports.maintenance import Finding

SystemTask = Literal["update", "rollback", "restart", "reboot", "shutdown"]
TASKS: tuple[SystemTask, ...] = get_args(SystemTask)
"""What the owner's page can ask of the machine."""

TaskOutcome = Literal["waiting", "installing", "starting", "runs", "left", "refused", "broken"]
OVER: tuple[TaskOutcome, ...] = ("runs", "left", "refused", "broken")
"""Outcomes after which nothing more comes."""


@dataclass(frozen=True, slots=True)
class TaskState:
    """A task, what became of it so far, the share that is done, and one sentence about it."""

    id: str
    task: str
    outcome: TaskOutcome
    share: float
    words: str


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A package that can be installed, and what is new in it."""

    file: str
    version: str
    notes: Sequence[str]


@dataclass(frozen=True, slots=True)
class PackageOnStick:
    """A package on a USB stick; ``built`` in seconds, Unix."""

    key: str
    file: str
    version: str
    built: float


@dataclass(frozen=True, slots=True)
class UploadState:
    """A package on its way: its name, its size in bytes, and how many are here."""

    name: str
    size: int
    received: int


@dataclass(frozen=True, slots=True)
class SystemState:
    """The versions of this machine.

    ``versions`` are all that are installed, ``back_to`` the one that a rollback brings back. ``trouble`` says why
    nothing can be asked of the machine; empty if it can.
    """

    version: str
    notes: Sequence[str] = ()
    versions: Sequence[str] = ()
    back_to: str | None = None
    trouble: str = ""
    staged: NewVersion | None = None
    upload: UploadState | None = None
    task: TaskState | None = None


class System(Protocol):
    """Versions and tasks of this machine. Safe from any thread; methods raise :class:`~web.errors.Denied`."""

    def state(self) -> SystemState:
        """Return the present state."""
        ...

    def found(self) -> Sequence[PackageOnStick]:
        """Return the packages on the sticks that are plugged in; takes a second."""
        ...

    def upload(self, sender: str, name: str, size: int, at: int, piece: bytes) -> int:
        """Write a piece of a package to disk, and return how many bytes are there."""
        ...

    def check(self) -> NewVersion:
        """Check the package that was uploaded; takes seconds."""
        ...

    def pick(self, key: str) -> NewVersion:
        """Copy a package from its stick and check it; takes seconds."""
        ...

    def drop(self) -> None:
        """Delete the package that was uploaded or copied."""
        ...

    def ask(self, task: SystemTask) -> str:
        """Ask the machine to do that, and return the id of the task."""
        ...

    def task(self, name: str) -> TaskState | None:
        """Return the state of the task with that id, ``name``; None if it is not known."""
        ...


class Health(Protocol):
    """Disk, memory, temperature, power and clock of this machine."""

    def findings(self) -> Sequence[Finding]:
        """Check them, without the camera: takes a moment."""
        ...


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A sentence of the log: when it was written (seconds, Unix), and whether it is about a problem.

    ``times`` is how often it was written in a row; ``at`` is the latest.
    """

    at: float
    said: str
    problem: bool = False
    times: int = 1


class ServiceLog(Protocol):
    """What happened to this table, in sentences. Thread-safe."""

    def add(self, sentence: str, *, problem: bool = False) -> None:
        """Write a sentence."""
        ...

    def entries(self) -> Sequence[LogEntry]:
        """Return the sentences, the latest first."""
        ...

    def technical(self) -> str:
        """Return the log for support, a text in English. It has no secrets."""
        ...


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup on this machine; ``at`` in seconds, Unix, ``size`` in bytes, ``sound`` whether it can be restored."""

    name: str
    at: float
    size: int
    sound: bool


class KeptBackups(Protocol):
    """The backups on this machine. Methods raise :class:`~web.errors.Denied`."""

    def all(self) -> Sequence[KeptBackup]:
        """Return them, the latest first."""
        ...

    def make(self) -> str:
        """Make one now, check it, and return its name."""
        ...

    def file(self, name: str) -> Path:
        """Return where the backup of that name lies."""
        ...


@dataclass(frozen=True, slots=True)
class Care:
    """What the owner's pages about the machine show and do."""

    system: System
    health: Health
    log: ServiceLog
    backups: KeptBackups
