"""Recordings: an evening at the tray kept as frames, presses and the truth about both, to be played back as a camera.

A recording is a folder with ``recording.json`` and one video. The file's shape is that of :class:`Recording`; a field
that this version does not know is left alone, a schema number that it does not know is refused.
"""

from itertools import pairwise
from pathlib import Path
from typing import Literal

import msgspec

from device.errors import BadRecording
from device.panels.panel import Button

SCHEMA = 1

Point = tuple[float, float]


class Tray(msgspec.Struct, frozen=True):
    """The tray's inner measures in mm, and where the corners of its floor are in the picture, from top-left round."""

    width: float
    height: float
    rail: float
    marker: float
    corners: tuple[Point, Point, Point, Point]


class Game(msgspec.Struct, frozen=True):
    """What was played: rules by name, players in seat order, and who threw first."""

    preset: str
    players: tuple[str, ...]
    starter: str


class LabelledDie(msgspec.Struct, frozen=True):
    """The truth about one die at rest; pixel places are those of its upper face."""

    value: int
    center: Point
    corners: tuple[Point, Point, Point, Point]
    center_mm: Point
    zone: Literal["rolling", "rail", "outside"]
    flags: tuple[str, ...] = ()


class LabelledFrame(msgspec.Struct, frozen=True):
    """The truth about one frame: its time in seconds, what the tray does, and which of the layouts lies there."""

    t: float
    rest: Literal["empty", "moving", "settled", "obstructed"]
    layout: int | None = None


class RecordedPress(msgspec.Struct, frozen=True):
    """A button that went down at so many seconds."""

    t: float
    button: Button


class Result(msgspec.Struct, frozen=True):
    """How the game ended: each player's score (None: not qualified) and who won."""

    scores: dict[str, int | None]
    winner: str | None


class Recording(msgspec.Struct, frozen=True):
    """``recording.json`` as it is."""

    schema: int
    name: str
    rendered: bool
    video: str
    size: tuple[int, int]
    tray: Tray
    game: Game
    layouts: tuple[tuple[LabelledDie, ...], ...]
    frames: tuple[LabelledFrame, ...]
    presses: tuple[RecordedPress, ...]
    result: Result


class _Head(msgspec.Struct):
    schema: int


def load(folder: Path) -> Recording:
    """The recording in that folder; :class:`BadRecording` says what is missing or damaged."""
    file = folder / "recording.json"
    try:
        data = file.read_bytes()
        schema = msgspec.json.decode(data, type=_Head).schema
        if schema != SCHEMA:
            raise BadRecording(f"{file} has schema {schema}, this version reads {SCHEMA}: use a matching version.")
        recording = msgspec.json.decode(data, type=Recording)
    except OSError as error:
        raise BadRecording(f"{folder} is not a recording: {file.name} cannot be read ({error.strerror}).") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecording(f"{file} is damaged: {error}. Copy or make the recording again.") from None
    _check(recording, file)
    if not (folder / recording.video).is_file():
        raise BadRecording(f"{folder} has no video: {recording.video} is missing. Copy or make the recording again.")
    return recording


def _check(recording: Recording, file: Path) -> None:
    times = [frame.t for frame in recording.frames]
    if not times or any(later <= sooner for sooner, later in pairwise(times)):
        raise BadRecording(f"{file} is damaged: it needs frames, each later than the one before.")
    known = range(len(recording.layouts))
    if any(frame.layout is not None and frame.layout not in known for frame in recording.frames):
        raise BadRecording(f"{file} is damaged: a frame names a layout that is not there.")
    if Path(recording.video).name != recording.video:
        raise BadRecording(f"{file} is damaged: the video must lie in the recording's own folder.")
