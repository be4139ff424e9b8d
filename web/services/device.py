"""What the pages show and ask of the machine beside the table, as protocols and plain values."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from table.snapshot import Point

IDLE = 2 * 3600.0
"""Seconds without a word after which a place at the helm is free again."""


class Settings(Protocol):
    """The settings that this table has, such as brightness, sounds and pictures."""

    def settings(self) -> Mapping[str, object]: ...

    def change(self, values: Mapping[str, object]) -> None:
        """Change these existing settings. Raises :class:`~web.errors.NotKept` if they cannot be stored."""


class Demo(Protocol):
    """A demo: a recording instead of a camera. Thread-safe."""

    @property
    def is_over(self) -> bool: ...

    def again(self) -> None:
        """Play the recording again from its beginning, in a new game; do nothing while it plays."""


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network for phones; without a password it is open."""

    name: str
    password: str = ""
    hidden: bool = False


NetworkMode = Literal["off", "own", "house", "both"]
"""The table leaves networks alone; makes its own; joins that of the house and makes its own without one; or both."""


@dataclass(frozen=True, slots=True)
class NetworkState:
    """The networks of a table that can make one: its own with its address there, and the names that its radios hear.

    ``house`` is the name of the other one that it is in; empty without.
    ``both`` says whether it can make its own and be in another at a time. ``mode`` is the one on trial, if any: then
    ``left`` are the seconds in which to confirm it, ``there`` is the table's address in it, empty before it is joined,
    and ``key`` lets a phone confirm it which the set-up doesn't know at that address. ``went_back`` says why the last
    change was taken back.
    """

    mode: NetworkMode
    own: Wifi
    address: str
    house: str = ""
    both: bool = False
    heard: tuple[str, ...] = ()
    left: int | None = None
    there: str = ""
    key: str = ""
    went_back: str = ""


class NetworkDesk(Protocol):
    """The networks of the table. Thread-safe."""

    def state(self) -> NetworkState | None: ...

    def try_out(self, mode: NetworkMode, house: Wifi | None) -> None:
        """Change the networks soon, and back if nobody calls :meth:`confirm` within a minute.

        Raises :class:`~web.errors.Denied` while another change is tried.
        """

    def confirm(self) -> None:
        """Keep the change. Raises :class:`~web.errors.Denied` if it cannot be stored."""


CLIP_FRAMES = 24
"""Pictures of a clip. They stand below one another in one JPEG, the first on top."""

CLIP_SECONDS = 2.0
"""Time that a clip covers. Pages show it at half speed."""


@dataclass(frozen=True, slots=True)
class ClipDie:
    """A die in the last picture: the corners of its face as shares of width and height, and its value if known."""

    corners: tuple[tuple[float, float], ...]
    value: int | None


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip without its pictures, which are ``width`` by ``height`` pixels each.

    ``game`` and ``roll`` are None until the throw was confirmed, ``begun`` is when that game began (seconds, Unix).
    ``player`` has the stored name, ``rolled`` are the dice of that roll as they count.
    ``clock`` is when the clip was made. ``word`` is the announcement for which it was kept; it is empty for one
    that was kept by hand. ``is_kept`` says whether it lies on disk. One that ``stays`` shows what was won in a game
    beside the others: it has a time and room of its own.
    """

    id: str
    width: int
    height: int
    dice: tuple[ClipDie, ...]
    clock: float
    game: int | None = None
    roll: int | None = None
    begun: float | None = None
    player: str = ""
    rolled: tuple[int, ...] = ()
    word: str = ""
    is_kept: bool = False
    stays: bool = False

    @property
    def address(self) -> str:
        """The address of its pictures, which browsers keep: the same id may come again after a restart or a restore."""
        return f"/clips/{self.id}.jpg?made={self.clock:.0f}"


class Clips(Protocol):
    """The clip of the latest throw, and those that are kept. Safe from any thread."""

    @property
    def can_keep(self) -> bool: ...

    @property
    def shows_on_tv(self) -> bool:
        """Return whether the table's own screens show clips where only the helm may see the camera's pictures."""

    def latest(self) -> Clip | None: ...
    def find(self, name: str) -> Clip | None: ...
    def pictures(self, name: str) -> bytes | None: ...
    def kept(self, games: Collection[int] | None = None) -> Sequence[Clip]: ...
    def unreadable(self) -> int: ...
    def keep(self, name: str) -> Clip: ...
    def remove(self, name: str) -> None: ...
    def forget_game(self, game: int) -> None: ...


Corners = tuple[Point, Point, Point, Point]
"""The floor's corners in pixels of the camera's picture: top left, top right, bottom right, bottom left."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its light, a description, and advice if something is wrong."""

    name: str
    light: Literal["grey", "green", "amber", "red"]
    words: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """The tray in a picture of that width and height, and how it was found."""

    frame: tuple[int, int]
    corners: Corners | None
    found: Literal["markers", "corners", "nowhere"]


class Calibration(Protocol):
    """The position of the tray under the camera."""

    def outline(self) -> Outline | None: ...
    def view(self) -> bytes | None: ...

    def keep(self, corners: Corners | None, allow: Callable[[], None]) -> None:
        """Store these corners, or with None use the markers again; the table then restarts.

        ``allow`` is called after validation and before anything is written; what it raises is passed on. Raises
        :class:`~web.errors.Denied` for corners that do not outline a tray, and if they cannot be stored.
        """


class LampDesk(Protocol):
    """The four lamps of a table that has them."""

    def measured(self) -> int | None: ...

    def measure(self, allow: Callable[[], None]) -> str:
        """Measure the lamps over the empty tray; the table then restarts. Returns which of them answer, in words.

        Takes some seconds. ``allow`` is called first; what it raises is passed on. Raises
        :class:`~web.errors.Denied` if the tray is not empty, no lamp answers, or the result cannot be stored.
        """


class Chest(Protocol):
    """Backup and restore of all data of the table, as one file."""

    def backup(self, *, wifi_password: bool) -> bytes: ...

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
        """Restore this backup; the table then restarts. Raises :class:`~web.errors.Denied` if it is not a backup.

        ``allow`` is called after validation and before anything is written; what it raises is passed on.
        """


class DicePictures(Protocol):
    """Pictures of single dice, and of things on the tray."""

    def lying(self, center: Point) -> bytes | None:
        """Return the die at that place (mm), a JPEG, or None."""

    def thing(self, corners: Sequence[Point]) -> bytes | None:
        """Return the thing on the tray with that outline (mm), a JPEG with the outline drawn in, or None."""

    def rolled(self, roll: int, face: int, which: int) -> bytes | None:
        """Return the ``which``-th of the dice of that roll that were read as that face, or None if it is not stored."""

    def likeliest(self, roll: int, face: int, which: int) -> tuple[int, ...]:
        """Return the faces that die may have shown, the likeliest first; empty if unknown."""


Hold = Literal["rail", "in_place", "off_tray"]
"""Where held dice lie."""

TrayState = Literal["settled", "empty", "moving", "obstructed", "covered", "no_picture", "no_tray"]
"""What a test throw came to: dice were read, none lie there, they do not rest, a hand is over the tray, a cup stands
on it, the camera gives no picture, or the tray is not found in it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera sees: the size of its picture, the markers by id with their corners, and the tray's floor.

    All in pixels of the picture. ``found`` says what the floor was found by.
    """

    frame: tuple[int, int]
    markers: dict[int, tuple[Point, ...]]
    corners: Corners | None
    found: Literal["markers", "corners", "nowhere"]


@dataclass(frozen=True, slots=True)
class TrayChoices:
    """How dice are held, and the width of the rail and of the tray, in mm."""

    hold: Hold
    rail: float
    width: float


@dataclass(frozen=True, slots=True)
class TestThrow:
    """A throw that is read as a test: each die's value, None where it is not clear."""

    rest: TrayState
    dice: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class TableNames:
    """The players of the next game, and the table's name; empty if it has none of its own."""

    players: tuple[str, ...]
    table: str


class SetupDesk(Protocol):
    """The configuration and the camera, as the set-up uses them. Thread-safe.

    What is written is used by the table after its next start; it restarts by itself once :meth:`allow_restart` says
    so, nobody waits for an answer, and no game is on. Each method that writes raises :class:`~web.errors.Denied`, with
    nothing changed, if it cannot.
    """

    def is_untouched(self) -> bool:
        """Return whether the table is as it was installed: nothing of the set-up is configured, no game was played."""

    def is_playing(self) -> bool: ...
    def has_camera(self) -> bool: ...
    def use_camera(self, on: bool) -> None: ...
    def sight(self) -> Sight | None: ...
    def view(self) -> bytes | None: ...
    def keep_corners(self, corners: Corners | None) -> None: ...
    def tray(self) -> TrayChoices: ...
    def keep_tray(self, hold: Hold, rail: float) -> None: ...

    def throw(self) -> TestThrow:
        """Read the dice on the tray once they rest; takes up to some seconds. No game notices."""

    def names(self) -> TableNames: ...

    def keep_names(self, players: Sequence[str], table: str) -> None:
        """Configure these names, and begin a game with the players if no roll was counted in the present one.

        Without ``players`` they keep the names that they have.
        """

    def used(self) -> None:
        """Note that the set-up is in use: the table does not restart in the next seconds."""

    def allow_restart(self, allowed: bool) -> None:
        """Allow or forbid the restart, of which there is one only if something was written that needs it."""


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """The state of the link. Times are seconds, Unix.

    ``to`` is the broker's or the venue's address. ``venue`` is empty without one. ``behind`` is the number of events
    that the venue has not confirmed, None if unknown. ``trouble`` says what is wrong, in one sentence.
    """

    to: str
    venue: str
    table: str
    home_assistant: bool = False
    linked: bool = False
    last_sent: float | None = None
    behind: int | None = None
    trouble: str | None = None


StickState = Literal["none", "new", "ready"]
"""No stick is plugged in; one is, but was not chosen for backups; the chosen one is plugged in."""


@dataclass(frozen=True, slots=True)
class StickBackupStatus:
    """The state of backups to a USB stick. Times are seconds, Unix.

    ``on`` is the configuration's ``[backup] usb``. ``last`` is the time of the last backup that was written, read back
    and checked, None without one; ``file`` is its path on the stick. ``next`` is the time of the next one, None if it
    is off or no stick was chosen. ``where`` names the plugged-in stick, and is empty without one. ``trouble`` says what
    is wrong, in one sentence; None if all is well. ``running`` is true while a backup is written.
    """

    on: bool = False
    stick: StickState = "none"
    where: str = ""
    last: float | None = None
    file: str = ""
    next: float | None = None
    kept: int = 0
    running: bool = False
    trouble: str | None = None


class StickBackups(Protocol):
    """Backups to a USB stick, while the table runs. Safe from any thread; no method waits for the stick.

    The page of the owner shows :meth:`status`, and has a button for :meth:`choose` if ``stick`` is ``new``, and for
    :meth:`back_up_now` if it is ``ready``.
    """

    def status(self) -> StickBackupStatus: ...

    def choose(self) -> None:
        """Choose the plugged-in stick: its folder ``quarterdeck-backups`` is made, and a backup is written at once.

        Raises :class:`~web.errors.Denied` if there is no stick, or more than one.
        """

    def back_up_now(self) -> None:
        """Have a backup written at once, in the background. Raises :class:`~web.errors.Denied` without a chosen stick.

        :meth:`status` says when it is done, and what went wrong.
        """


SystemTask = Literal["update", "rollback", "restart", "reboot", "shutdown"]

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

    def state(self) -> SystemState: ...
    def found(self) -> Sequence[PackageOnStick]: ...
    def upload(self, sender: str, name: str, size: int, at: int, piece: bytes) -> int: ...
    def check(self) -> NewVersion: ...
    def pick(self, key: str) -> NewVersion: ...
    def drop(self) -> None: ...
    def ask(self, task: SystemTask) -> str: ...
    def task(self, name: str) -> TaskState | None: ...


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

    def add(self, sentence: str, *, problem: bool = False) -> None: ...
    def entries(self) -> Sequence[LogEntry]: ...
    def technical(self) -> str: ...


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup on this machine; ``at`` in seconds, Unix, ``size`` in bytes, ``sound`` whether it can be restored."""

    name: str
    at: float
    size: int
    sound: bool


class KeptBackups(Protocol):
    """The backups on this machine. Methods raise :class:`~web.errors.Denied`."""

    def all(self) -> Sequence[KeptBackup]: ...
    def make(self) -> str: ...
    def file(self, name: str) -> Path: ...


@dataclass(frozen=True, slots=True)
class Care:
    """What the owner's pages about the machine show and do."""

    system: System
    health: Callable[[], Sequence[Finding]]
    """Disk, memory, temperature, power and clock, without the camera: takes a moment."""
    log: ServiceLog
    backups: KeptBackups
