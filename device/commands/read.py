"""``read``: pictures instead of a camera."""

import json
import sys
import time
from pathlib import Path

import click

from device.cameras.camera import Image
from device.cli import output
from device.cli.command import FILE, PATH, WholeNumberInRange, argument, command, option
from device.config.tray_file import KnownTray, load_tray, tray_of_corners
from device.errors import DeviceError
from device.recording.image_files import lamp_files_of, load_lamp_pictures, load_maps, load_picture, save_picture
from device.terminal import safe, said, say
from engine.i18n import gettext as _
from engine.i18n import joined
from vision import LampMaps, Reader, Reading, VisionError, annotate, counted
from vision.lamps.examine import examine


@command(
    help=_(
        "Without --tray and --corners the tray is found by its markers; if fewer than three are seen, dice are read "
        "wherever they lie. Exit status 1 if a file can’t be read."
    )
)
@argument("images", nargs=-1, required=True, type=FILE, metavar=_("IMAGE…"))
@option("--json", "as_json", is_flag=True, help=_("Print one JSON object per picture."))
@option("--annotate", "folder", type=PATH, metavar=_("FOLDER"), help=_("Draw the readings on copies in this folder."))
@option(
    "--tray",
    type=FILE,
    metavar=_("FILE"),
    help=_("Measures, corners and lens of the tray, TOML or JSON (docs/reading.md)."),
)
@option("--corners", metavar="X,Y,X,Y,X,Y,X,Y", help=_("Floor corners in pixels, clockwise from top left."))
@option(
    "--lamps",
    "maps",
    type=FILE,
    metavar=_("FILE"),
    help=_("Maps of the lamps; NAME.left.jpg and so on beside each picture are its lamp pictures (docs/lamps.md)."),
)
@option("--dice", "thrown", type=WholeNumberInRange(1, 200), help=_("Expected number of dice; warns if different."))
def read(
    images: tuple[Path, ...],
    as_json: bool,
    folder: Path | None,
    tray: Path | None,
    corners: str | None,
    maps: Path | None,
    thrown: int | None,
) -> None:
    if tray and corners:
        raise click.UsageError(said(_("Give the place of the tray by --tray or by --corners, not by both.")))
    known = load_tray(tray) if tray else tray_of_corners(corners) if corners else KnownTray()
    lamps = load_maps(maps) if maps else None
    failed = False
    for file in images:
        try:
            reading, factor, ms = _read_one(known, file, folder, thrown, lamps)
        except (DeviceError, VisionError) as error:
            failed = True
            row, words = {"error": str(error)}, None
        else:
            row = output.reading_as_json(reading, factor) | {"ms": round(ms, 1)}
            words = output.reading_in_words(reading)
        if as_json:
            click.echo(json.dumps({"file": str(file), **row}, ensure_ascii=False))
        elif words is None:
            click.ClickException(safe(said(row["error"]))).show()
        else:
            say(joined([str(file), words], ": "))
    if failed:
        sys.exit(1)


def _read_one(
    known: KnownTray, file: Path, folder: Path | None, thrown: int | None, lamps: LampMaps | None
) -> tuple[Reading, int, float]:
    image, factor = load_picture(file)
    reader = known.reader(image, factor)
    began = time.perf_counter()
    reading = reader.read(image)
    if lamps is not None:
        reading = _examined(reader, image, file, reading, lamps)
    ms = 1000 * (time.perf_counter() - began)
    if thrown:
        reading = counted(reading, thrown)
    if folder:
        save_picture(folder / f"{file.stem}.jpg", annotate(image, reading, reader.tray or reader.find_tray(image)))
    return reading, factor, ms


def _examined(reader: Reader, image: Image, file: Path, reading: Reading, lamps: LampMaps) -> Reading:
    tray = reader.tray or reader.find_tray(image)
    if tray is None:
        return reading
    return examine(reading, load_lamp_pictures(image, lamp_files_of(file)), lamps, tray)
