"""``run``: the table itself."""

import threading
import uuid
from pathlib import Path

import click

from device import config as configuration
from device import restore
from device.aboard import aboard
from device.alarm import Alarm
from device.album import Album
from device.cameras.camera import Camera
from device.care import TableCalibration
from device.commands.around import CONFIGURED, PAIR, open_pairing, page_of, panel_of, tell, warn
from device.config import Config
from device.errors import BadBackup, DeviceError
from device.holding import Hold
from device.journal import Journal
from device.keeping import Keeping
from device.loop import attend
from device.pace import PACE
from device.panels.panel import Button
from device.play import game_to_play, tray_view
from device.reference_file import FILE as EMPTY_TRAY
from device.reference_file import ReferenceKeeper, load_reference
from device.safe_mode import RollHeld, serve_safely
from device.service.notify import Notifier, kept_alive
from device.settled import SettledCamera
from device.starts import Starts
from device.table import Habits, Table
from device.tap import NobodyListens, Tap
from device.viewfinder import Viewfinder
from vision import VisionError, Watcher
from web import WebError


@click.command()
@CONFIGURED
@PAIR
def run(file: Path, pair: bool) -> None:
    """Run the table: camera, buttons, journal and page as the configuration says.

    After three starts in a row that failed, or with ROLL held, only a page is served that says what is wrong.
    """
    starts = Starts(file)
    if why := starts.begin():
        with kept_alive():
            serve_safely(file, why, warn)
        return
    try:
        while True:
            _put_back(file)
            run_table(file, configuration.load(file), NobodyListens(tell), threading.Event(), starts, pair=pair)
            pair = False
    except RollHeld as asked:
        starts.succeeded()
        with kept_alive():
            serve_safely(file, str(asked), warn)
    except (DeviceError, VisionError, WebError) as error:
        starts.failed(str(error))
        raise
    except KeyboardInterrupt:
        starts.succeeded()
        raise
    except Exception as error:
        starts.failed(f"The program failed ({type(error).__name__}: {error}).")
        raise


def run_table(
    file: Path, config: Config, tap: Tap, stop: threading.Event, starts: Starts | None = None, *, pair: bool = False
) -> None:
    """Run the table of that configuration until ``stop`` is set; ``tap`` listens to it.

    ``starts`` is told that this start was a good one; with ``pair`` a phone may take the helm at once. Raises
    :class:`RollHeld` where ROLL is held.
    """
    with Alarm(tap.panel(panel_of(config.panel))) as panel:
        if Button.ROLL in panel.held:
            raise RollHeld
        reader = config.reader
        size = reader.size
        settled = SettledCamera(file, config.camera, warn)
        with Journal(file.parent / Path(config.journal.path).expanduser()) as journal:
            events = game_to_play(journal, config.game.start)
            habits = Habits(Hold(config.table.hold), config.table.confirm_after)
            table = Table(events, journal, panel, tray_view(size), uuid.uuid4().hex, habits)
            tap.table(table)
            viewfinder = Viewfinder()
            viewfinder.look_at(table)
            calibration = TableCalibration(file, config, viewfinder)
            board = table.board
            appliance = aboard(file, config, board, viewfinder, Album(table, viewfinder), calibration)
            with page_of(board, appliance, journal, config.web.host, config.web.port):
                if pair:
                    open_pairing(table)
                empty = file.parent / EMPTY_TRAY
                watcher = Watcher(reader, PACE, reference=load_reference(empty, size), learned=ReferenceKeeper(empty))

                def anew() -> None:
                    """Between two tables a backup that waits is put back, and another calibration is taken up."""
                    if restore.waits(file) or calibration.changed:
                        stop.set()

                keeping, systemd = Keeping(journal, board, panel, starts, anew), Notifier()

                def between() -> None:
                    keeping()
                    systemd.alive()

                def camera() -> Camera:
                    return viewfinder.through(tap.camera(settled.open()))

                try:
                    attend(camera, panel, watcher, table, tap.told, warn, stop, between)
                finally:
                    table.end()


def _put_back(file: Path) -> None:
    """Put the backup back that waits, if one does; one that is damaged is told of and keeps no table from starting."""
    try:
        if before := restore.put_back(file):
            warn(f"A backup was put back. What was there before is in {before}.")
    except BadBackup as error:
        warn(str(error))
