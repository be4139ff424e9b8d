"""Recordings: an evening at the tray kept as frames, presses and the truth about both, to be played back as a camera.

A recording is a folder with ``recording.json`` and one video, or a folder of numbered pictures. The file's shape is
that of :class:`Recording`; a field that this version does not know is left alone, a schema number that it does not
know is refused.

A tray that was recorded live has no truth about its dice. Pixels, millimetres and colours are those of
``fixtures/README.md``; times are seconds on the recording's own clock. A field that holds its default is left out of
the file.
"""

import json
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from device.errors import BadRecording
from device.files.durable_write import write_durably
from device.files.os_errors import not_written, reason_of
from engine import outcome
from engine.game import games_of_all
from engine.i18n import gettext as _
from table.panel import Button
from vision import LampSide

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Colour = tuple[int, int, int]
Face = Annotated[int, Meta(ge=1, le=6)]

What = Literal["illegal_hold", "held_changed", "wrong_number", "cocked", "outside", "hand", "camera_lost", "dim"]
"""What can be wrong on a tray."""

State = Literal["empty", "moving", "settled", "obstructed", "covered"]
"""The state of the tray; ``covered`` is with a cup on it."""


class Look(msgspec.Struct, frozen=True):
    """A physical die: its size in mm, the colours of its body and its pips."""

    size: float
    body: Colour
    pips: Colour


class TrueDieAtRest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One die at rest; pixel places are those of its upper face.

    ``value`` is None for a die that must not be given one: it lies cocked, stacked or on the rim.
    """

    die: str | None = None
    value: Face | None
    center: Point
    corners: Quad
    center_mm: Point
    yaw: float | None = None
    zone: Literal["rolling", "rail", "rim", "outside"]
    flags: tuple[str, ...] = ()


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that must be scored at the press or choice at ``t``.

    That is a throw, dice set ``aside`` from the latest one, a pass, or a box that is filled. A throw has ``rolled``
    and, where dice lay on the rail, ``held``. ``stands`` where it ended the turn; alone, where the player stood later.
    """

    t: float
    player: str
    rolled: tuple[Face, ...] = ()
    held: tuple[Face, ...] = ()
    aside: tuple[Face, ...] = ()
    stands: bool = False
    passed: bool = False
    box: str | None = None
    points: int | None = None


class TrueTrouble(msgspec.Struct, frozen=True):
    """Seconds between which something is wrong, and must be shown."""

    begin: float
    end: float
    what: What


class TrueRound(msgspec.Struct, frozen=True):
    """One round of several: each player's score (None: not qualified), who won it, and the chips in its pot."""

    scores: dict[str, int | None]
    winner: str | None
    pot: int


class TrueResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the game ended: the score of each player whose turn has ended (None: not qualified), and who won.

    Where the game has them also its rounds, each player's chips, the pot, and each player's card: the points by box.
    """

    scores: dict[str, int | None]
    winner: str | None
    rounds: tuple[TrueRound, ...] = ()
    chips: dict[str, int] | None = None
    pot: int | None = None
    card: dict[str, dict[str, int]] | None = None


def result_of(state: Any) -> TrueResult:
    """How a game stands, as a recording says it; between two rounds as it stood at the end of the last."""
    found = outcome(state)
    rounds = tuple(TrueRound(dict(one.scores), one.winner, one.pot) for one in found.rounds)
    chips = None if found.chips is None else dict(found.chips)
    card = None if found.card is None else {name: dict(boxes) for name, boxes in found.card.items()}
    return TrueResult(dict(found.scores), found.winner, rounds, chips, found.pot, card)


SCHEMA = 1
FILE = "recording.json"


class RecordedTray(msgspec.Struct, frozen=True, omit_defaults=True):
    """Inner measures of the tray in mm, and the floor's corners in pixels, clockwise from top-left.

    ``corners`` is None if unknown.
    """

    width: float
    height: float
    rail: float
    marker: float
    corners: Quad | None = None


class RecordedGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Game of a recording: rules by name and options, players in seat order, and the first player."""

    preset: str
    options: dict[str, Any] = {}
    players: tuple[str, ...]
    starter: str


class LabelledFrame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One frame: its time in seconds and, if known, the state of the tray and the index of its layout."""

    t: float
    rest: State | None = None
    layout: int | None = None


class RecordedPress(msgspec.Struct, frozen=True, omit_defaults=True):
    """Button press at ``t`` seconds. A press that must be refused does not count, and ``why`` gives the reason."""

    t: float
    button: Button
    counts: bool = True
    why: Literal["no_throw", "cup"] | What | None = None


class RecordedPick(msgspec.Struct, frozen=True):
    """Choice of a box, with the encoder or on a phone, at ``t`` seconds."""

    t: float
    box: str


class RecordedShake(msgspec.Struct, frozen=True):
    """Begin of a Shake of the Day, on a phone or by the bar, at ``t`` seconds."""

    t: float
    player: str


class LampShots(msgspec.Struct, frozen=True):
    """Pictures of dice at rest from ``t`` seconds on, each under one brighter lamp: files of the recording's folder."""

    t: float
    pictures: dict[LampSide, str]


class AsRead(msgspec.Struct, frozen=True):
    """Reading from a moment on, which may be wrong: each die's value, None if it had none, and its center."""

    t: float
    rest: State
    dice: tuple[tuple[Face | None, Point], ...] = ()


class Recording(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """``recording.json`` as it is; what a recording of a real tray cannot know is empty or None.

    ``shake`` are the options of Shake of the Day, with which ``shakes`` were made between the turns of the game.
    ``lamps`` are the lamp pictures of each rest, ``lamp_maps`` is the file with the maps of the empty tray
    (:mod:`device.config.kept_arrays`). A table without lamps records neither.
    """

    schema: int
    name: str
    rendered: bool
    made_by: str | None = None
    video: str | None = None
    pictures: str | None = None
    size: tuple[int, int]
    tray: RecordedTray
    game: RecordedGame | None = None
    dice: dict[str, Look] = {}
    layouts: tuple[tuple[TrueDieAtRest, ...], ...] = ()
    frames: tuple[LabelledFrame, ...]
    presses: tuple[RecordedPress, ...] = ()
    choices: tuple[RecordedPick, ...] = ()
    shake: dict[str, Any] = {}
    shakes: tuple[RecordedShake, ...] = ()
    readings: tuple[AsRead, ...] = ()
    lamps: tuple[LampShots, ...] = ()
    lamp_maps: str | None = None
    events: tuple[Happening, ...] = ()
    trouble: tuple[TrueTrouble, ...] = ()
    result: TrueResult | None = None


class _Head(msgspec.Struct):
    schema: int


def picture_name(number: int) -> str:
    return f"{number:06}.jpg"


def load(folder: Path) -> Recording:
    """Return the recording in that folder. Raises :class:`BadRecording` if it is missing or damaged."""
    file = folder / FILE
    try:
        data = file.read_bytes()
        data.decode("utf-8")
        schema = msgspec.json.decode(data, type=_Head).schema
        if schema != SCHEMA:
            raise BadRecording(
                _(
                    "{file} has schema {schema}, this version reads {own}: use a matching version.",
                    file=file,
                    schema=schema,
                    own=SCHEMA,
                )
            )
        recording = msgspec.json.decode(data, type=Recording)
    except OSError as error:
        raise BadRecording(
            _(
                "{folder} is not a recording: {file} can’t be read ({why}).",
                folder=folder,
                file=FILE,
                why=reason_of(error),
            )
        ) from None
    except UnicodeDecodeError:
        raise BadRecording(_("{file} is damaged: it is not UTF-8. Copy or make it again.", file=file)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRecording(_("{file} is damaged: {error}. Copy or make it again.", file=file, error=error)) from None
    if fault := _fault(recording):
        raise BadRecording(_("{file} is damaged: {fault}.", file=file, fault=fault))
    if missing := _missing(recording, folder):
        raise BadRecording(
            _("{file} of the recording {folder} is missing: copy or make it again.", file=missing, folder=folder)
        )
    return recording


def save(recording: Recording, folder: Path) -> None:
    """Write ``recording.json`` into that folder, readably, all of it or nothing, so that a power cut cannot harm it.

    Raises :class:`BadRecording` when it cannot be written, or holds what :func:`load` would refuse.
    """
    if fault := _fault(recording):
        raise BadRecording(_("The recording {name} can’t be saved: {fault}.", name=recording.name, fault=fault))
    # lists have one entry per line, layouts one die per line
    fields = [f"  {_line(name)}: {_column(value)}" for name, value in msgspec.to_builtins(recording).items()]
    text = "{\n" + ",\n".join(fields) + "\n}\n"
    try:
        write_durably(folder / FILE, text.encode("utf-8"))
    except OSError as error:
        raise BadRecording(not_written(folder / FILE, error)) from None


def _fault(recording: Recording) -> str | None:
    times = [frame.t for frame in recording.frames]
    if not times or any(later <= sooner for sooner, later in pairwise(times)):
        return _("it needs frames, each later than the one before")
    known = range(len(recording.layouts))
    if any(frame.layout is not None and frame.layout not in known for frame in recording.frames):
        return _("a frame names a layout that is not there")
    moments = [one.t for one in recording.presses] + [one.t for one in recording.choices]
    moments += [one.t for one in recording.shakes]
    if any(not times[0] <= moment <= times[-1] for moment in moments):
        return _("a press or choice is outside its {first:g} to {last:g} seconds", first=times[0], last=times[-1])
    picks = {pick for game in games_of_all() for pick in game.picks}
    if unknown := next((choice.box for choice in recording.choices if choice.box not in picks), None):
        return _("no game has a box “{box}”", box=unknown)
    if any(trouble.end < trouble.begin for trouble in recording.trouble):
        return _("a trouble ends before it begins")
    source = recording.video or recording.pictures
    if source is None or (recording.video and recording.pictures):
        return _("it needs either a video or pictures")
    if any(later.t < sooner.t for sooner, later in pairwise(recording.lamps)):
        return _("its lamp pictures are not in the order of their times")
    for name in (source, *_lamp_files(recording)):
        path = Path(name)
        if path.is_absolute() or ".." in path.parts or (name == source and path.name != name):
            return _("{source} must be in the recording’s own folder", source=name)
    return None


def _lamp_files(recording: Recording) -> tuple[str, ...]:
    pictures = (name for shots in recording.lamps for name in shots.pictures.values())
    return (*([recording.lamp_maps] if recording.lamp_maps else ()), *pictures)


def _missing(recording: Recording, folder: Path) -> str | None:
    files: tuple[str, ...] = (*([recording.video] if recording.video else ()), *_lamp_files(recording))
    for name in files:
        if not (folder / name).is_file():
            return name
    if recording.video:
        return None
    pictures = folder / (recording.pictures or "")
    there = {file.name for file in pictures.iterdir()} if pictures.is_dir() else set()
    names = map(picture_name, range(len(recording.frames)))
    absent = next((name for name in names if name not in there), None)
    return None if absent is None else f"{recording.pictures}/{absent}"


def _column(value: Any, indent: str = "    ") -> str:
    if not (isinstance(value, list | tuple) and value and isinstance(value[0], dict | list | tuple)):
        return _line(value)
    rows: Iterable[str] = (_column(one, indent + "  ") for one in value)
    return f"[\n{indent}" + f",\n{indent}".join(rows) + f"\n{indent[2:]}]"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
