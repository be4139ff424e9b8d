"""``read`` and ``evaluate``: pictures instead of a camera."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import click

from device.cameras.camera import Image
from device.cli import output
from device.cli.numbers import WholeNumberInRange
from device.config.tray_file import KnownTray, load_tray, tray_of_corners
from device.errors import DeviceError
from device.evaluation.bound import bounds
from device.evaluation.contact_sheet import MOST, contact_sheet, failure
from device.evaluation.dataset import Split, tables_of
from device.evaluation.metrics import Score, score, summaries
from device.recording.image_files import load_picture, save_picture
from vision import Reading, VisionError, annotate, counted


def _told_of_a_tray(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for the position of the tray."""
    corners = click.option(
        "--corners",
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="Floor corners in pixels, clockwise from top left.",
    )
    tray = click.option(
        "--tray",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Measures, corners and lens of the tray, TOML or JSON (docs/reading.md).",
    )
    return tray(corners(command))


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per picture.")
@click.option(
    "--annotate",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Draw the readings on copies in this folder.",
)
@_told_of_a_tray
@click.option("--dice", "thrown", type=WholeNumberInRange(1, 200), help="Expected number of dice; warns if different.")
def read(
    images: tuple[Path, ...],
    as_json: bool,
    folder: Path | None,
    tray: Path | None,
    corners: str | None,
    thrown: int | None,
) -> None:
    """Read the dice in pictures.

    Without --tray and --corners the tray is found by its markers; if fewer than three are seen, dice are read wherever
    they lie. Exit status 1 if a file cannot be read.
    """
    known = _known_tray(tray, corners)
    failed = False
    for file in images:
        try:
            reading, factor, ms = _read_one(known, file, folder, thrown)
        except (DeviceError, VisionError) as error:
            failed = True
            row, words = {"error": str(error)}, f"Error: {error}"
        else:
            row = output.reading_as_json(reading, factor) | {"ms": round(ms, 1)}
            words = f"{file}: {output.reading_in_words(reading)}"
        if as_json:
            click.echo(json.dumps({"file": str(file), **row}, ensure_ascii=False))
        else:
            click.echo(words, err=words.startswith("Error"))
    if failed:
        sys.exit(1)


@click.command()
@click.argument("sets", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SET…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per family.")
@click.option(
    "--sheet",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the tables that were not read exactly, as a JPEG.",
)
@click.option("--split", type=click.Choice(["tune", "check"]), help="Use only pictures of this split.")
@click.option("--calibrated", is_flag=True, help="Take the position of the tray from each label.")
@click.option("--bound", is_flag=True, help="Print silent misreads with their 95 % upper bounds.")
@_told_of_a_tray
def evaluate(
    sets: tuple[Path, ...],
    as_json: bool,
    sheet: Path | None,
    split: Split | None,
    calibrated: bool,
    bound: bool,
    tray: Path | None,
    corners: str | None,
) -> None:
    """Measure accuracy on labelled pictures.

    Counts the tables of pictures and recordings that are read exactly, caught, or silently misread.
    """
    known = _known_tray(tray, corners)
    scores: list[Score] = []
    silent: list[Image] = []
    caught: list[Image] = []
    for place in sets:
        count, tables = tables_of(place, split)
        with click.progressbar(tables, length=count, label=str(place), file=sys.stderr, show_pos=True) as bar:
            for table in bar:
                reader = known.reader(table.image, table.factor)
                one = score(reader.at(table.tray) if calibrated and table.tray else reader, table)
                scores.append(one)
                cells = silent if one.verdict == "silent" else caught
                if sheet and one.verdict != "exact" and len(cells) < MOST:
                    cells.append(failure(table, one))
    for summary in summaries(scores):
        click.echo(json.dumps(asdict(summary)) if as_json else output.summary_in_words(summary))
    if bound:
        proved = bounds(scores)
        click.echo(json.dumps({"silent": asdict(proved)}) if as_json else output.bounds_in_words(proved))
    if sheet:
        save_picture(sheet, contact_sheet([*silent, *caught]))


def _read_one(known: KnownTray, file: Path, folder: Path | None, thrown: int | None) -> tuple[Reading, int, float]:
    image, factor = load_picture(file)
    reader = known.reader(image, factor)
    began = time.perf_counter()
    reading = reader.read(image)
    ms = 1000 * (time.perf_counter() - began)
    if thrown:
        reading = counted(reading, thrown)
    if folder:
        save_picture(folder / f"{file.stem}.jpg", annotate(image, reading, reader.tray or reader.find_tray(image)))
    return reading, factor, ms


def _known_tray(file: Path | None, corners: str | None) -> KnownTray:
    if file and corners:
        raise click.UsageError("Say where the tray lies by --tray or by --corners, not by both.")
    return load_tray(file) if file else tray_of_corners(corners) if corners else KnownTray()
