"""``markers`` and ``calibrate``: the sheet to print for a tray, and what is measured at one."""

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from msgspec.structs import replace

from device.calibration import THROWS, AccuracyResult, AccuracyRun, Located, Trial, by_corners, by_markers
from device.cameras.camera import Camera, Frame
from device.cli.command import PATH, NumberInRange, WholeNumberInRange, argument, command, option
from device.cli.context import CONFIGURED, MAYBE_CONFIGURED, config_of, warn
from device.config import schema as configuration
from device.config.editor import keep_values
from device.config.kept_arrays import LAMP_MAPS, save_arrays
from device.config.schema import Config
from device.errors import BadTrial, CameraLost, DeviceError, NoLamps
from device.files.durable_write import write_durably
from device.files.os_errors import not_written
from device.lamps.capture import lamp_pictures
from device.lamps.lamps import named, open_lamps
from device.network.keeper import own_wifi
from device.network.network_manager import ADDRESS
from device.printing import Label, Paper, SheetPage, as_pdf, as_svg, card, sheets
from device.recording.image_files import save_picture
from device.sources.locked_camera import LockedCamera
from device.terminal import ask, said, say
from device.update.boot_guard import as_owner_of
from engine.i18n import gettext as _
from engine.i18n import joined, ngettext, number
from vision import LampMaps, Rest, TraySize, Watcher

PICTURE = "calibration.jpg"
"""File name of the camera image, used to find the tray's corners."""


@command(
    help=_(
        "Finds the markers or asks for the corners, sets the rail, locks focus and exposure, and compares some throws "
        "with what you enter. Results are kept in the configuration. Exit status 1 if the test is not passed."
    )
)
@CONFIGURED
@option(
    "--corners", metavar="X,Y…", help=_("Floor corners in pixels, clockwise from top left, if there are no markers.")
)
@option("--rail", type=NumberInRange(0), help=_("Width of the hold rail in mm; asks if left out."))
@option("--throws", type=WholeNumberInRange(0), default=THROWS, show_default=True, help=_("Number of test throws."))
@option("--lamps/--no-lamps", default=True, help=_("Measure the light strips over the empty tray, if there are any."))
def calibrate(file: Path, corners: str | None, rail: float | None, throws: int, lamps: bool) -> None:
    config = configuration.load(file)
    settled = LockedCamera(file, replace(config.camera, exposure=None, focus=None), warn)
    with settled.open() as camera:
        frames = _frames(camera)
        first = next(frames)
        height, width = first.image.shape[:2]
        say(_("The camera gives pictures of {width} × {height} pixels.", width=width, height=height))
        config = _located(file, config, frames, corners)
        if settled.config.exposure is not None:
            say(
                _(
                    "Exposure and focus are locked: {exposure} µs, gain {gain:g}.",
                    exposure=number(settled.config.exposure),
                    gain=settled.config.gain or 0.0,
                )
            )
        size = _with_rail(file, config.tray.size, rail)
        config = replace(config, tray=replace(config.tray, rail=size.rail))
        if config.lamps.pins and lamps:
            _lamps(file, config, frames)
        if not throws:
            return
        result = _accuracy(frames, Watcher(config.reader), AccuracyRun(throws))
    say(_verdict(result))
    if not result.passed:
        sys.exit(1)


def _located(file: Path, config: Config, frames: Iterator[Frame], corners: str | None) -> Config:
    size, lens = config.tray.size, config.reader.lens
    if corners is None:
        if located := by_markers(frames, size, lens):
            _tell_markers(located)
            if config.tray.corners is not None:
                warn(_("The corners in [tray] are not needed with markers: delete them there."))
            return replace(config, tray=replace(config.tray, corners=None))
        picture = file.with_name(PICTURE)
        save_picture(picture, next(frames).image)
        say(_("Fewer than three markers are seen. The camera’s picture is in {file}.", file=picture))
        corners = ask(_("Floor corners in pixels, clockwise from top left (x,y x,y x,y x,y)"), type=str)
    frame = next(frames)
    tray = by_corners(corners or "", (frame.image.shape[1], frame.image.shape[0]), size, lens)
    keep_values(file, "tray", {"corners": [[round(x, 1), round(y, 1)] for x, y in tray.corners_px]})
    say(_("The corners are saved: {scale} mm a pixel.", scale=number(tray.mm_per_px, 2)))
    return replace(config, tray=replace(config.tray, corners=tray.corners_px))


def _tell_markers(located: Located) -> None:
    tray = located.tray
    say(
        _(
            "The markers are seen in {seen} of {looked} pictures: {scale} mm a pixel, "
            "the camera {height} mm above the floor.",
            seen=located.seen,
            looked=located.looked,
            scale=number(tray.mm_per_px, 2),
            height=number(tray.camera_mm[2]),
        )
    )
    if not located.steady:
        wander = number(located.wander, 1)
        warn(_("The tray seems to move by {wander} mm: fix the camera’s arm, it must not swing.", wander=wander))


def _with_rail(file: Path, size: TraySize, rail: float | None) -> TraySize:
    wished = rail
    if wished is None:
        wished = ask(_("Width of the hold rail in mm"), type=NumberInRange(0), default=size.rail)
    if not 0 <= wished < size.width:
        raise BadTrial(
            _("A rail of {rail:g} mm does not fit into a tray of {tray:g} mm.", rail=wished, tray=size.width)
        )
    if wished != size.rail:
        keep_values(file, "tray", {"rail": wished})
    return TraySize(size.width, size.height, wished, size.marker)


def _lamps(file: Path, config: Config, frames: Iterator[Frame]) -> None:
    """Measure each lamp over the empty tray, and save the maps. Lamps that cannot be used are named and left out."""
    ask(_("Empty the tray, keep your hands away, then press Enter"), default="", show_default=False)
    try:
        with open_lamps(config) as lamps:
            pictures = lamp_pictures(frames, lamps)
    except (NoLamps, BadTrial) as error:
        warn(str(error))
        return
    reader = config.reader
    tray = reader.tray or reader.find_tray(pictures.base)
    if tray is None or reader.at(tray).read(pictures.base).rest is not Rest.EMPTY:
        warn(_("The tray isn’t empty: the light strips weren’t measured."))
        return
    maps = LampMaps.from_pictures(pictures, tray, films=config.lamps.films)
    if not save_arrays(maps.to_arrays(), file.with_name(LAMP_MAPS)):
        warn(_("{file} can’t be written: free up space.", file=file.with_name(LAMP_MAPS)))
        return
    if silent := set(lamps.sides) - maps.working():
        warn(_("No answer from the light strips: {sides}. Check strips, wires and pins.", sides=named(silent)))
    else:
        say(_("All four light strips answer, and are measured."))


def _accuracy(frames: Iterator[Frame], watcher: Watcher, run: AccuracyRun) -> AccuracyResult:
    say(_("Take the dice off the tray, then throw them as in a game. Enter the faces after each throw."))
    while not run.over:
        say(_("Throw {number} …", number=run.number))
        while not run.asks:
            frame = next(frames)
            run.see(watcher.see(frame.image, frame.time, frame.small))
        while run.asks:
            try:
                trial = run.told(ask(_("Faces of the dice (like 6 5 3 1 1)"), type=str))
                say(_compared(trial))
            except BadTrial as error:
                say(str(error))
    if size := run.die_size:
        say(_("The dice measure about {size} mm.", size=number(size, 1)))
    return run.result


def _compared(trial: Trial) -> str:
    read = " ".join(map(str, sorted(trial.read, reverse=True))) or _("nothing")
    if trial.right == len(trial.lay) == len(trial.read):
        return _("  read the same: {dice}", dice=read)
    return _("  read: {dice}; {missed} not read, {wrong} wrong", dice=read, missed=trial.missed, wrong=trial.wrong)


def _verdict(result: AccuracyResult) -> str:
    figures = ngettext(
        "{count} die: {right} read right, {missed} not read, {wrong} wrong.",
        "{count} dice: {right} read right, {missed} not read, {wrong} wrong.",
        result.dice,
        right=result.right,
        missed=result.missed,
        wrong=result.wrong,
    )
    if result.passed:
        return joined([_("Passed."), figures])
    advice = _("Run quarterdeck doctor, check light and focus, then calibrate again.")
    return joined([_("Not passed."), figures, advice])


def _frames(camera: Camera) -> Iterator[Frame]:
    for frame in camera.frames():
        if frame:
            yield frame
    raise CameraLost(_("The camera has stopped."))


@command(
    help=_(
        "Markers and rail are to scale. A table with its own Wi-Fi has a card with the codes for guests, too. "
        "TARGET is a PDF, or an SVG file for each page."
    )
)
@argument("target", metavar=_("TARGET"), type=PATH, default="markers.pdf")
@MAYBE_CONFIGURED
@option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help=_("Paper size."))
def markers(target: Path, file: Path | None, paper: Paper) -> None:
    config = config_of(file)
    drawn = sheets(config.tray.size, paper)
    if file and config.network.mode in ("own", "both"):
        with as_owner_of(file):
            wifi = own_wifi(file.absolute().parent, config.mqtt.name)
        drawn.append(card(wifi, f"http://{ADDRESS}:{config.web.port}/", paper))
    pages = [_in_its_language(page) for page in drawn]
    match target.suffix.lower():
        case ".pdf":
            written = {target: as_pdf(pages)}
        case ".svg":
            names = [target, *(target.with_stem(f"{target.stem}-{number}") for number in range(2, len(pages) + 1))]
            written = {name: as_svg(page).encode() for name, page in zip(names, pages, strict=True)}
        case _:
            raise DeviceError(
                _("{target} is neither a PDF nor an SVG file: end its name in .pdf or .svg.", target=target)
            )
    for name, data in written.items():
        try:
            write_durably(name, data)
        except OSError as error:
            raise DeviceError(not_written(name, error)) from None
        say(_("{file}: print it at 100 %.", file=name))


def _in_its_language(page: SheetPage) -> SheetPage:
    shapes = (dataclasses.replace(one, words=said(one.words)) if isinstance(one, Label) else one for one in page.shapes)
    return dataclasses.replace(page, shapes=tuple(shapes))
