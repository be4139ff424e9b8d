"""``record``: an evening at a real tray, kept."""

import math
import threading
from pathlib import Path

import click
import msgspec

from device.cli import output
from device.cli.command import argument, command, option
from device.cli.context import CONFIGURED, EventPrinter, panel_of, warn
from device.cli.numbers import NumberInRange
from device.cli.progress import OneLine
from device.config import schema as configuration
from device.config.lamp_maps import FILE as MAPS
from device.config.lamp_maps import load_maps, save_maps
from device.config.schema import Config
from device.errors import CameraLost
from device.recording.format import RecordedGame
from device.recording.recorder import Recorder, keep_recording
from device.runtime.assemble import run_table
from device.runtime.locked_camera import LockedCamera
from device.runtime.session_recorder import SessionRecorder
from device.sources.factory import open_camera
from device.terminal import said, say
from engine.i18n import gettext as _
from engine.i18n import joined

MEGABYTE = 1_000_000


@command(
    help=_(
        "Pictures, presses and readings are kept in a new FOLDER until Ctrl-C; replay plays them. Rolls that were "
        "confirmed or corrected at the table become labels. The game has a journal of its own in FOLDER."
    )
)
@CONFIGURED
@argument("folder", metavar=_("FOLDER"), type=click.Path(path_type=Path))
@option("--seconds", type=NumberInRange(0, min_open=True), default=math.inf, help=_("Stop after this many seconds."))
@option("--every", type=NumberInRange(0), default=0.1, show_default=True, help=_("Seconds between two pictures."))
@option(
    "--most", type=NumberInRange(1), default=4000, show_default=True, help=_("Megabytes of pictures to keep at most.")
)
@option("--no-table", "bare", is_flag=True, help=_("Record camera and buttons only, without game and page."))
def record(file: Path, folder: Path, seconds: float, every: float, most: float, bare: bool) -> None:
    """Run the table with a recorder, or the recorder alone."""
    config = configuration.load(file)
    if config.camera.kind == "none":
        raise CameraLost(_("There is nothing to record: [camera] kind is “none”."))
    start = config.game.start
    options = dict(start.options)
    game = RecordedGame(
        preset=start.preset, options=options, players=start.players, starter=start.starter or start.players[0]
    )
    recorder = Recorder(folder, config.tray.size, game, every=every, most=most * MEGABYTE)
    line = OneLine()

    def show() -> None:
        line.show(lambda: said(output.recorded_in_words(recorder)))

    try:
        with recorder:
            warn(_("Recording into {folder} until Ctrl-C.", folder=folder))
            if bare:
                with panel_of(config.panel) as panel, open_camera(config.camera) as camera:
                    keep_recording(camera, panel, recorder, show, seconds)
            else:
                stop = threading.Event()
                observers = (SessionRecorder(recorder, warn, show, stop, seconds), EventPrinter())
                locked = LockedCamera(file, config.camera, warn)
                own = _with_its_own_journal(config, folder)
                maps = load_maps(file.parent / MAPS, config.tray.size) if config.lamps.pins else None
                recorder.lamp_maps = MAPS if maps and save_maps(maps.maps, folder / MAPS) else None
                run_table(file, own, panel_of(config.panel), locked.opener, observers, warn, stop)
    except KeyboardInterrupt:
        pass
    finally:
        line.end()
        if recorder.frames:
            say(joined([str(folder), ": ", output.recorded_in_words(recorder), "."], ""))


def _with_its_own_journal(config: Config, folder: Path) -> Config:
    journal = config.journal.__class__(str(folder.absolute() / "journal.db"))
    return msgspec.structs.replace(config, journal=journal)
