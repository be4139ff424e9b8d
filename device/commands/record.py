"""``record``: an evening at a real tray, kept."""

import math
from pathlib import Path

import click

from device import config as configuration
from device import telling
from device.cameras.opening import open_camera
from device.commands.around import CONFIGURED, panel_of, warn
from device.progress import OneLine
from device.recorder import Recorder, keep_recording
from device.recording import Game


@click.command()
@CONFIGURED
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=math.inf, help="Stop after so many seconds."
)
@click.option("--every", type=click.FloatRange(0), default=0.1, show_default=True, help="Seconds from frame to frame.")
def record(file: Path, folder: Path, seconds: float, every: float) -> None:
    """Record camera and buttons as configured into a new FOLDER, until Ctrl-C; replay plays it."""
    config = configuration.load(file)
    start = config.game.start
    options = dict(start.options)
    game = Game(preset=start.preset, options=options, players=start.players, starter=start.starter or start.players[0])
    recorder = Recorder(folder, config.tray.size, game, every=every)
    line = OneLine()
    try:
        with panel_of(config.panel) as panel, open_camera(config.camera) as camera, recorder:
            warn(f"Recording into {folder} until Ctrl-C.")
            keep_recording(
                camera, panel, recorder, lambda: line.show(lambda: telling.recorded_in_words(recorder)), seconds
            )
    except KeyboardInterrupt:
        pass
    finally:
        line.end()
        if recorder.frames:
            click.echo(f"{folder}: {telling.recorded_in_words(recorder)}.")
