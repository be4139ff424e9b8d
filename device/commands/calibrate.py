"""``calibrate``: find the tray, set the rail, lock the camera, and try how well dice are read."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from msgspec.structs import replace

from device.calibration.accuracy import THROWS, AccuracyResult, AccuracyRun, Trial
from device.calibration.locate import Located, by_corners, by_markers
from device.cameras.camera import Camera, Frame
from device.cli.context import CONFIGURED, warn
from device.cli.numbers import NumberInRange, WholeNumberInRange
from device.config import schema as configuration
from device.config.editor import keep_values
from device.config.schema import Config
from device.errors import BadTrial, CameraLost
from device.recording.image_files import save_picture
from device.runtime.locked_camera import LockedCamera
from vision import TraySize, Watcher

PICTURE = "calibration.jpg"
"""File name of the camera image, used to find the tray's corners."""


@click.command()
@CONFIGURED
@click.option(
    "--corners", metavar="X,Y…", help="Floor corners in pixels, clockwise from top left, if there are no markers."
)
@click.option("--rail", type=NumberInRange(0), help="Width of the hold rail in mm; asks if left out.")
@click.option("--throws", type=WholeNumberInRange(0), default=THROWS, show_default=True, help="Number of test throws.")
def calibrate(file: Path, corners: str | None, rail: float | None, throws: int) -> None:
    """Find the tray and test the reading.

    Finds the markers or asks for the corners, sets the rail, locks focus and exposure, and compares some throws with
    what you enter. Results are kept in the configuration. Exit status 1 if the test is not passed.
    """
    config = configuration.load(file)
    asked = replace(config.camera, exposure=None, focus=None)
    settled = LockedCamera(file, asked, warn)
    with settled.open() as camera:
        frames = _frames(camera)
        first = next(frames)
        click.echo(f"The camera gives pictures of {first.image.shape[1]} × {first.image.shape[0]}.")
        config = _located(file, config, frames, corners)
        if settled.config.exposure is not None:
            click.echo(
                f"Exposure and focus are locked: {settled.config.exposure:.0f} µs, gain {settled.config.gain:g}."
            )
        size = _with_rail(file, config.tray.size, rail)
        if not throws:
            return
        reader = replace(config, tray=replace(config.tray, rail=size.rail)).reader
        result = _accuracy(frames, Watcher(reader), AccuracyRun(throws))
    click.echo(_verdict(result))
    if not result.passed:
        sys.exit(1)


def _located(file: Path, config: Config, frames: Iterator[Frame], corners: str | None) -> Config:
    """Return the position of the tray. Given corners are saved in the configuration."""
    size, lens = config.tray.size, config.reader.lens
    if corners is None:
        if located := by_markers(frames, size, lens):
            _tell_markers(located)
            if config.tray.corners is not None:
                warn("The corners in [tray] are not needed with markers: delete them there.")
            return replace(config, tray=replace(config.tray, corners=None))
        picture = file.with_name(PICTURE)
        save_picture(picture, next(frames).image)
        click.echo(f"Fewer than three markers are seen. What the camera sees is in {picture}.")
        corners = click.prompt("The floor's corners in pixels, from top left round (x,y x,y x,y x,y)", type=str)
    frame = next(frames)
    tray = by_corners(corners or "", (frame.image.shape[1], frame.image.shape[0]), size, lens)
    keep_values(file, "tray", {"corners": [[round(x, 1), round(y, 1)] for x, y in tray.corners_px]})
    click.echo(f"The corners are kept: {tray.mm_per_px:.2f} mm a pixel.")
    return replace(config, tray=replace(config.tray, corners=tray.corners_px))


def _tell_markers(located: Located) -> None:
    tray = located.tray
    scale, height = f"{tray.mm_per_px:.2f} mm a pixel", f"the camera {tray.camera_mm[2]:.0f} mm above the floor"
    click.echo(f"The markers are seen in {located.seen} of {located.looked} pictures: {scale}, {height}.")
    if not located.steady:
        warn(f"The tray seems to move by {located.wander:.1f} mm: fix the camera's arm, it must not swing.")


def _with_rail(file: Path, size: TraySize, rail: float | None) -> TraySize:
    wished = click.prompt("Millimetres of the hold rail", type=float, default=size.rail) if rail is None else rail
    if not 0 <= wished < size.width:
        raise BadTrial(f"A rail of {wished:g} mm has no place in a tray of {size.width:g} mm.")
    if wished != size.rail:
        keep_values(file, "tray", {"rail": wished})
    return TraySize(size.width, size.height, wished, size.marker)


def _accuracy(frames: Iterator[Frame], watcher: Watcher, run: AccuracyRun) -> AccuracyResult:
    """Measure the accuracy throw by throw, interactively at the terminal."""
    click.echo("Take the dice off the tray, then throw them as in a game. After each throw say what lies there.")
    while not run.over:
        click.echo(f"Throw {run.number} …")
        while not run.asks:
            frame = next(frames)
            run.see(watcher.see(frame.image, frame.time, frame.small))
        while run.asks:
            try:
                trial = run.told(click.prompt("What lies there? (like 6 5 3 1 1)", type=str))
                click.echo(_compared(trial))
            except BadTrial as error:
                click.echo(str(error))
    if size := run.die_size:
        click.echo(f"The dice measure about {size:.1f} mm.")
    return run.result


def _compared(trial: Trial) -> str:
    read = " ".join(map(str, sorted(trial.read, reverse=True))) or "nothing"
    if trial.right == len(trial.lay) == len(trial.read):
        return f"  read the same: {read}"
    return f"  read: {read}; {trial.missed} not read, {trial.wrong} wrong"


def _verdict(result: AccuracyResult) -> str:
    figures = f"{result.dice} dice: {result.right} read right, {result.missed} not read, {result.wrong} wrong"
    if result.passed:
        return f"Passed. {figures}."
    advice = "run quarterdeck doctor, see to light and focus, then calibrate again"
    return f"Not passed. {figures}: {advice}."


def _frames(camera: Camera) -> Iterator[Frame]:
    """Yield the frames of the camera until it ends."""
    for frame in camera.frames():
        if frame:
            yield frame
    raise CameraLost("The camera has come to an end.")
