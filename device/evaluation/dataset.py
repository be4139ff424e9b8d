"""Labelled sets: pictures or recordings, with their lamp pictures, and what is known about the dice in them."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from pathlib import Path
from statistics import mean
from typing import Literal

import msgspec
import numpy as np

from device.cameras.camera import Image
from device.errors import BadLabels
from device.files.os_errors import reason_of
from device.recording.format import FILE, Face, Point, Quad, State, load
from device.recording.format import RecordedTray as Measures
from device.recording.image_files import load_picture
from device.sources.recorded import RecordedSource
from engine.i18n import gettext as _
from vision import LampMaps, LampPictures, LampSide, Tray, TraySize


def load_maps(file: Path) -> LampMaps:
    """Load lamp maps (npz, `LampMaps.to_arrays`). Raises :class:`BadLabels` if the file is missing or damaged."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadLabels(_("{file} can’t be read ({why}).", file=file, why=reason_of(error))) from None
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return LampMaps.from_arrays(dict(arrays))
    except Exception:  # numpy raises many kinds of errors for a foreign file: of memory, syntax, decompression
        raise BadLabels(_("{file} holds no lamp maps. Copy or make it again.", file=file)) from None


def load_lamp_pictures(base: Image, files: dict[LampSide, Path]) -> LampPictures:
    """Load the pictures of the lamps for a base picture. Raises the errors of reading pictures."""
    return LampPictures(base, {side: load_picture(file)[0] for side, file in files.items()})


def lamp_files_of(file: Path) -> dict[LampSide, Path]:
    """Find the lamp pictures of a picture NAME.jpg: NAME.left.jpg and so on, beside it or in ``lamps`` beside it."""
    found = {}
    for side in LampSide:
        name = f"{file.stem}.{side}{file.suffix}"
        for place in (file.parent / "lamps" / name, file.with_name(name)):
            if place.is_file():
                found[side] = place
    return found


LENIENT = frozenset({"hidden", "blurred"})
"""Labels of dice that need not be found or read, but must not be misread."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    """Ground truth of a die. Unknown fields are None.

    A ``value`` of None marks a barred die, which must not be given a value. ``center`` and ``size`` (its width) are in
    pixels.
    """

    value: int | None
    center: Point | None = None
    size: float | None = None
    zone: str = "rolling"
    flags: frozenset[str] = frozenset()

    @property
    def lies_outside(self) -> bool:
        return self.zone == "outside"

    @property
    def ordinary(self) -> bool:
        """Return whether the die must be found with its value."""
        return not self.lies_outside and self.value is not None and not self.flags & LENIENT


@dataclass(frozen=True, slots=True)
class Truth:
    """Ground truth of a table: its dice, and the state of the tray if known."""

    dice: tuple[TrueDie, ...]
    rest: str | None = None


Split = Literal["tune", "check"]


class LabelledDie(msgspec.Struct, frozen=True):
    """Die in ``labels.json``. All fields but its value are optional. ``box`` is x0, y0, x1, y1 in pixels."""

    value: Face | None
    center: Point | None = None
    corners: Quad | None = None
    box: tuple[float, float, float, float] | None = None
    zone: Literal["rolling", "rail", "rim", "outside"] = "rolling"
    flags: tuple[str, ...] = ()


class LabelledTray(Measures, frozen=True):
    """The tray of a picture, and whether it has markers."""

    markers: bool = True


class LabelledLamps(msgspec.Struct, frozen=True):
    """Lamp pictures of a picture, and the maps of its lamps (npz); files relative to the folder of the labels."""

    maps: str
    pictures: dict[Literal["left", "right", "far", "near"], str]


class LabelledPicture(msgspec.Struct, frozen=True):
    """Image in ``labels.json``. ``file`` is relative to the folder of the labels; those of one ``group`` are of one
    sitting."""

    file: str
    dice: tuple[LabelledDie, ...]
    family: str | None = None
    source: str | None = None
    group: str | None = None
    split: Split | None = None
    rest: State | None = None
    problems: tuple[str, ...] | None = None
    tray: LabelledTray | None = None
    calibrated: Quad | None = None
    lamps: LabelledLamps | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTable:
    """One image, (h, w, 3) uint8 BGR, with its ground truth and its family.

    ``tray`` is the calibrated position of the tray, ``problems`` the problems of the whole image; each None if unknown.
    ``factor`` is the factor by which the image was reduced, ``sitting`` that in which the dice were thrown, if it is
    not its family. ``lamps`` are its lamp pictures with the maps of the lamps.
    """

    name: str
    family: str
    image: Image
    truth: Truth
    tray: Tray | None = None
    problems: frozenset[str] | None = None
    factor: int = 1
    sitting: str = ""
    lamps: tuple[LampPictures, LampMaps] | None = None


def tables_of(place: Path, split: Split | None = None) -> tuple[int, Iterator[LabelledTable]]:
    """Return the number of tables of a set, and the tables.

    A set is a folder with ``labels.json``, that file, or a recording, of which the settled frames are used. With a
    ``split`` only its tables are returned. Raises :class:`BadLabels` if the set is missing, damaged or has no such
    tables, and the errors of reading the images.
    """
    count, tables = _at_rest(place, split) if (place / FILE).is_file() else _pictures(place, split)
    if not count:
        if split:
            raise BadLabels(_("{place} has no pictures of the split “{split}”.", place=place, split=split))
        raise BadLabels(_("{place} has no pictures with known dice.", place=place))
    return count, tables


def _pictures(place: Path, split: Split | None) -> tuple[int, Iterator[LabelledTable]]:
    file = place / "labels.json" if place.is_dir() else place
    try:
        data = file.read_bytes()
        data.decode("utf-8")
        pictures = msgspec.json.decode(data, type=list[LabelledPicture])
    except OSError as error:
        raise BadLabels(
            _(
                "{place} is not a labelled set: {file} can’t be read ({why}).",
                place=place,
                file=file.name,
                why=reason_of(error),
            )
        ) from None
    except UnicodeDecodeError:
        raise BadLabels(_("{file} is damaged: it is not UTF-8. Copy or make it again.", file=file)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadLabels(_("{file} is damaged: {error}. Copy or make it again.", file=file, error=error)) from None
    chosen = [picture for picture in pictures if split in (None, picture.split)]
    return len(chosen), (_table(file.parent, picture) for picture in chosen)


def _table(folder: Path, picture: LabelledPicture) -> LabelledTable:
    image, factor = load_picture(folder / picture.file)
    truth = Truth(tuple(_scaled(die, factor) for die in picture.dice), picture.rest)
    family = picture.family or picture.source or folder.name
    tray = _tray(picture.tray, picture.calibrated or picture.tray.corners, image, factor) if picture.tray else None
    problems = None if picture.problems is None else frozenset(picture.problems)
    lamps = None
    if picture.lamps:
        files = {LampSide(side): folder / name for side, name in picture.lamps.pictures.items()}
        lamps = load_lamp_pictures(image, files), load_maps(folder / picture.lamps.maps)
    return LabelledTable(picture.file, family, image, truth, tray, problems, factor, picture.group or "", lamps)


def _tray(tray: LabelledTray, corners: Quad | None, image: Image, factor: int) -> Tray | None:
    """Return the calibrated tray, for an image reduced by ``factor``."""
    if corners is None:
        return None
    height, width = image.shape[:2]
    small = [((x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5) for x, y in corners]
    size = TraySize(tray.width, tray.height, tray.rail, tray.marker)
    return Tray.from_corners(small, (width, height), size, marked=tray.markers)


def _scaled(die: LabelledDie, factor: int) -> TrueDie:
    center, size = die.center, _width(die.corners) if die.corners else None
    if die.box:
        left, top, right, bottom = die.box
        center = center or ((left + right) / 2, (top + bottom) / 2)
        size = size or (right - left + bottom - top) / 2
    return TrueDie(
        die.value,
        center and (center[0] / factor, center[1] / factor),
        size and size / factor,
        die.zone,
        frozenset(die.flags),
    )


def _at_rest(folder: Path, split: Split | None) -> tuple[int, Iterator[LabelledTable]]:
    """Return the settled frames of a recording. They belong to no split."""
    recording = load(folder)
    layouts = {
        number: recording.layouts[frame.layout]
        for number, frame in enumerate(recording.frames)
        if frame.rest == "settled" and frame.layout is not None and split is None
    }

    def tables() -> Iterator[LabelledTable]:
        with RecordedSource(folder, recording, speed=None) as camera:
            for frame in camera.frames():
                if frame.number in layouts:
                    dice = (
                        TrueDie(die.value, die.center, _width(die.corners), die.zone, frozenset(die.flags))
                        for die in layouts[frame.number]
                    )
                    name = f"{recording.name} at {frame.time:.1f} s"
                    yield LabelledTable(name, recording.name, frame.image, Truth(tuple(dice), "settled"))

    return len(layouts), tables()


def _width(corners: Quad) -> float:
    return mean(dist(one, other) for one, other in pairwise((*corners, corners[0])))
