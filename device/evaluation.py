"""Measuring the reader: labelled pictures in, and how many tables were read exactly, caught, or misread silently."""

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import dist
from pathlib import Path
from typing import Literal

import msgspec

from device.cameras.camera import Image
from device.cameras.recording import RecordingCamera
from device.errors import BadLabels
from device.recording import load
from device.stills import load_picture
from vision import Die, Reader, Reading

Verdict = Literal["exact", "caught", "silent"]
Point = tuple[float, float]


class LabelledDie(msgspec.Struct, frozen=True):
    """What is known about a die; what a label lacks is not scored."""

    value: int
    center: Point | None = None
    flags: tuple[str, ...] = ()


class LabelledPicture(msgspec.Struct, frozen=True):
    """What is known about a picture; ``file`` is relative to the labels' own folder."""

    file: str
    dice: tuple[LabelledDie, ...]
    family: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One picture, (h, w, 3) uint8 BGR, with the dice that lie in it and the family it belongs to."""

    name: str
    family: str
    image: Image
    dice: tuple[LabelledDie, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """How one table was read. ``flagged`` and ``flags_right`` count the dice whose labels carry flags."""

    name: str
    family: str
    reading: Reading
    verdict: Verdict
    flagged: int
    flags_right: int
    ms: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The scores of one family of tables."""

    family: str
    tables: int
    exact: int
    caught: int
    silent: int
    flagged: int
    flags_right: int
    ms: float


def tables_of(place: Path) -> tuple[int, Iterator[Table]]:
    """How many tables a set has, and the tables: a folder with ``labels.json``, that file, or a recording.

    Raises :class:`BadLabels` or what reading the pictures raises.
    """
    if (place / "recording.json").is_file():
        return _settled(place)
    file = place / "labels.json" if place.is_dir() else place
    try:
        pictures = msgspec.json.decode(file.read_bytes(), type=list[LabelledPicture])
    except OSError as error:
        raise BadLabels(f"{place} is no labelled set: {file.name} cannot be read ({error.strerror}).") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadLabels(f"{file} is damaged: {error}.") from None
    return len(pictures), (_table(file.parent, picture) for picture in pictures)


def _table(folder: Path, picture: LabelledPicture) -> Table:
    image, factor = load_picture(folder / picture.file)
    dice = tuple(
        LabelledDie(die.value, die.center and (die.center[0] / factor, die.center[1] / factor), die.flags)
        for die in picture.dice
    )
    return Table(picture.file, picture.family or picture.source or folder.name, image, dice)


def _settled(folder: Path) -> tuple[int, Iterator[Table]]:
    """Every settled frame of a recording."""
    recording = load(folder)
    layouts = {
        number: recording.layouts[frame.layout]
        for number, frame in enumerate(recording.frames)
        if frame.rest == "settled" and frame.layout is not None
    }

    def tables() -> Iterator[Table]:
        with RecordingCamera(folder, recording, speed=None) as camera:
            for frame in camera.frames():
                if frame.number in layouts:
                    dice = tuple(LabelledDie(die.value, die.center, die.flags) for die in layouts[frame.number])
                    yield Table(f"{recording.name} at {frame.time:.1f} s", recording.name, frame.image, dice)

    return len(layouts), tables()


def score(reader: Reader, table: Table) -> Score:
    """Read one table and hold the reading against its labels."""
    began = time.perf_counter()
    reading = reader.read(table.image)
    ms = 1000 * (time.perf_counter() - began)
    flagged = [die for die in table.dice if die.flags and die.center]
    right = sum(_carries(reading.dice, die) for die in flagged)
    return Score(table.name, table.family, reading, verdict(table.dice, reading.dice), len(flagged), right, ms)


def verdict(truth: Sequence[LabelledDie], read: Sequence[Die]) -> Verdict:
    """Exact, or caught (the reader said so: no value, or another number of dice), or silent: wrong without a word."""
    values = [die.value for die in read]
    if None not in values and Counter(values) == Counter(die.value for die in truth):
        return "exact"
    return "caught" if None in values or len(values) != len(truth) else "silent"


def _carries(read: Sequence[Die], truth: LabelledDie) -> bool:
    """Whether the die read nearest to a labelled one carries its flags."""
    assert truth.center is not None
    nearest = min(read, key=lambda die: dist(die.center, truth.center or (0, 0)), default=None)
    return nearest is not None and set(truth.flags) <= {str(flag) for flag in nearest.flags}


def summaries(scores: Iterable[Score]) -> list[Summary]:
    """One line a family in the order they came, and one for all of them together."""
    families: dict[str, list[Score]] = {}
    for one in scores:
        families.setdefault(one.family, []).append(one)
    if len(families) > 1:
        families["all"] = [one for rows in families.values() for one in rows]
    return [_summary(family, rows) for family, rows in families.items()]


def _summary(family: str, rows: Sequence[Score]) -> Summary:
    counts = Counter(one.verdict for one in rows)
    return Summary(
        family,
        len(rows),
        counts["exact"],
        counts["caught"],
        counts["silent"],
        sum(one.flagged for one in rows),
        sum(one.flags_right for one in rows),
        statistics.median(one.ms for one in rows),
    )
