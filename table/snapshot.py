"""The snapshot of the table that pages show, and the protocol of its source."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

from engine import Announcement, Event
from engine.games.shake import Rules
from table.commands import Deed
from table.join_requests import JoinRequest
from table.panel import Signal

Point = tuple[float, float]
Colour = tuple[int, int, int]
Part = str
"""The sign of a die that is part of something in its game, such as “cargo”."""
CameraUse = Literal["on", "lost", "off"]
Posted = tuple[tuple[str, str], ...]
"""Values that pages post beside the game, by name, in the order of the names."""


class Mode(StrEnum):
    """The mode of the table. :mod:`table.feedback` has the lamp and sounds of each."""

    WAITING = "waiting"
    MOVING = "moving"
    SHOWN = "shown"
    UNSURE = "unsure"
    ILLEGAL = "illegal"
    WRONG_NUMBER = "wrong_number"
    ASTRAY = "astray"
    OBSTRUCTED = "obstructed"
    COVERED = "covered"
    LOST = "lost"
    PAUSED = "paused"
    OVER = "over"


NO_THROW = (Mode.UNSURE, Mode.ILLEGAL, Mode.WRONG_NUMBER, Mode.ASTRAY)
"""The modes in which dice have to be moved before any button counts."""


@dataclass(frozen=True, slots=True)
class TrayView:
    """The tray's inner measures in mm; the hold rail is the strip of ``rail`` mm along the left side."""

    width: float
    height: float
    rail: float


@dataclass(frozen=True, slots=True)
class LyingDie:
    """One die as it lies: centre in mm from the tray's top-left corner, yaw in degrees clockwise, size in mm.

    ``key`` stays the same for a die as long as it can be followed from one look to the next, so that a page can move
    it. A die without a value carries in ``doubt`` the reason in a few words. ``likeliest`` are its faces, the likeliest
    first, as far as known; another order alone makes no new snapshot. One that was ``entered`` by hand was not seen.
    """

    key: str
    value: int | None
    center: Point
    yaw: float
    size: float
    on_rail: bool
    body: Colour
    pips: Colour
    part: Part | None = None
    doubt: str | None = None
    likeliest: tuple[int, ...] = field(default=(), compare=False)
    entered: bool = False


@dataclass(frozen=True, slots=True)
class LyingThing:
    """A thing on the tray that has to be removed: the corners of its outline, in mm from the tray's top-left corner.

    ``area`` is in mm². ``problem`` is the sentence that says so.
    """

    corners: tuple[Point, ...]
    area: float
    problem: str


Effect = Literal["roll", "hold", "found", "bell", "five", "bust", "bank", "win", "turn", "correction"]
"""What sounds with a call: a counted roll, dice held, a find, the two greatest, a loss, points kept, and so on."""


@dataclass(frozen=True, slots=True)
class Call:
    """What the caller says of a confirmation, and its effect. ``number`` counts the calls of this run of the program.

    A screen or a speaker that has heard a number does not let it sound again. ``says`` may be empty.
    """

    number: int
    effect: Effect
    says: str


@dataclass(frozen=True, slots=True)
class Occasion:
    """What Voice has spoken of: the latest call and event, mode and note, the faces on the rail and of a throw that is
    not counted, and where its doubtful dice lie."""

    call: int
    event: int
    mode: Mode
    note: str | None
    rail: tuple[int, ...]
    thrown: tuple[int, ...]
    doubtful: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Voice:
    """What Voice says of a moment, to players who do not look. ``number`` counts its sentences as that of a call."""

    number: int
    says: str
    of: Occasion


@dataclass(frozen=True, slots=True)
class PostedPot:
    """Shake of the Day: what the bar has set up, the posted pot, and who has shaken for it on that day of the bar."""

    rules: Rules
    pot: int
    day: int
    shaken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All data that a page shows at one moment.

    ``boot`` names this run of the program and ``revision`` counts the changes within it: a page that has seen (boot,
    revision) has seen this moment. ``prompt`` is the one sentence that says what to do next, ``note`` a second one
    where there is a reason to give (a refusal, a doubtful die), else None. ``said`` are the announcements of the latest
    event, ``event`` its number in the game's log, and ``game`` counts the games that this run has opened. While
    ``pairing`` phones may ask for the helm; ``signal`` is that of the phone that ROLL accepts now, None while none
    asks. ``asking`` is what ROLL at the table allows now, and STAND refuses; None while ROLL and STAND are the
    game's. ``trouble`` are the faults of the appliance itself, a sentence each, whatever the game does. ``log`` are
    the events of the game, of which everything else about it can be told. ``after`` is the state that comes of
    counting the throw that lies there, None where none does. ``camera`` says whether the camera reads the dice, is
    lost (``camera_why`` is the reason), or is not used. ``joining`` are players who join as soon as the rules allow
    it, ``requests`` those of guests' phones that ask to play. ``posted`` are values that pages post beside the
    game. ``call`` is what is called of the latest confirmation, None before the first; ``voice`` is what Voice said
    last. ``things`` are what the camera sees on the tray and has to be removed, largest first. ``former`` is the
    number of the game before, which can be continued until this one has a roll; else None. ``shake`` is None while
    there is no Shake of the Day. ``called`` are the players of the match that ROLL opens now.
    """

    boot: str
    revision: int
    mode: Mode
    prompt: str
    note: str | None
    state: Any
    tray: TrayView
    dice: tuple[LyingDie, ...]
    event: int
    said: tuple[Announcement, ...]
    pairing: bool = False
    trouble: tuple[str, ...] = ()
    signal: Signal | None = None
    log: tuple[Event, ...] = ()
    after: Any = None
    asking: Deed | None = None
    camera: CameraUse = "on"
    camera_why: str | None = None
    joining: tuple[str, ...] = ()
    requests: tuple[JoinRequest, ...] = ()
    posted: Posted = ()
    call: Call | None = None
    voice: Voice | None = None
    things: tuple[LyingThing, ...] = ()
    game: int = 0
    former: int | None = None
    shake: PostedPot | None = None
    called: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[str, int, int]:
        """Name what is counted by now: run, game and event. No other log of a game has the same name."""
        return self.boot, self.game, self.event


class SnapshotSource(Protocol):
    """A source of snapshots. Both calls are safe from any thread."""

    def snapshot(self) -> Snapshot:
        """Return the latest snapshot."""

    def wait(self, revision: int, timeout: float) -> Snapshot:
        """Return the latest snapshot once its revision differs, or after ``timeout`` seconds."""
