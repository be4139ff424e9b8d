"""``run``: the table itself."""

import threading
import uuid
from pathlib import Path

import click

from device.adapters.die_crops import DieCrops
from device.adapters.maintenance import TableCalibration
from device.adapters.preview import Preview
from device.adapters.services import aboard
from device.backup import restore
from device.cameras.camera import Camera
from device.cli.context import CONFIGURED, PAIR, page_of, panel_of, print_code, tell, warn
from device.config import schema as configuration
from device.config.empty_tray import FILE as EMPTY_TRAY
from device.config.empty_tray import ReferenceKeeper, load_reference
from device.config.schema import Config
from device.errors import BadBackup, DeviceError
from device.journal.journal import Journal
from device.notices import Notices
from device.panels.alarm import Alarm
from device.runtime.boot_count import BootCount
from device.runtime.housekeeping import Housekeeping
from device.runtime.locked_camera import LockedCamera
from device.runtime.loop import attend
from device.runtime.observer import NobodyListens, Tap
from device.runtime.pace import PACE
from device.runtime.replay import game_to_play, tray_view
from device.runtime.safe_mode import RollHeld, serve_safely
from device.runtime.start import Running, start
from device.systemd.notify import Notifier, kept_alive
from table.dice.layout import HoldMode
from table.panel.panel import Button
from table.table import Table, TableSettings
from vision import VisionError, Watcher
from web import WebError


@click.command()
@CONFIGURED
@PAIR
def run(file: Path, pair: bool) -> None:
    """Run the table: camera, buttons, journal and page as the configuration says.

    After three starts in a row that failed, or with ROLL held, only a page is served that says what is wrong.
    """
    notices = Notices()
    starts = BootCount(file, notices)
    first = pair

    def run_on(running: Running) -> None:
        nonlocal first
        while True:
            can_be_put_back = _put_back(file, notices)
            config = configuration.load(file)
            stop = threading.Event()
            run_table(
                file, config, NobodyListens(tell), stop, notices, running, pair=first, takes_backups=can_be_put_back
            )
            first = False
            running = Running(file, starts)

    def serve(why: str, asked: bool) -> None:
        with kept_alive():
            serve_safely(file, why, warn, notices, asked=asked)

    try:
        start(file, starts, notices, run_on, serve, (DeviceError, VisionError, WebError))
    finally:
        starts.close()


def run_table(
    file: Path,
    config: Config,
    tap: Tap,
    stop: threading.Event,
    notices: Notices | None = None,
    running: Running | None = None,
    *,
    pair: bool = False,
    takes_backups: bool = True,
) -> None:
    """Run the table of that configuration until ``stop`` is set. ``tap`` observes it.

    ``notices`` are shown on the page, and ``running`` receives the progress of the start. With ``pair`` a phone may be
    paired at once. ``takes_backups``: a waiting backup stops the table. Raises :class:`RollHeld` if ROLL is held.
    """
    notices = notices or Notices()
    with Alarm(tap.panel(panel_of(config.panel))) as panel:
        if Button.ROLL in panel.held:
            raise RollHeld
        reader = config.reader
        size = reader.size
        settled = LockedCamera(file, config.camera, warn)
        with Journal(file.parent / Path(config.journal.path).expanduser(), in_memory=True) as journal:
            events = game_to_play(journal, config.game.start)
            habits = TableSettings(HoldMode(config.table.hold), config.table.confirm_after)
            table = Table(events, journal, panel, tray_view(size), uuid.uuid4().hex, habits)
            tap.table(table)
            viewfinder = Preview()
            viewfinder.look_at(table)
            calibration = TableCalibration(file, config, viewfinder)
            board = table.board
            line = table.pairing if panel.has_buttons else None
            album = DieCrops(table, viewfinder)
            appliance = aboard(file, config, board, viewfinder, album, calibration, notices, line)
            with page_of(board, appliance, journal, config.web.host, config.web.port):
                if pair:
                    print_code(appliance.codes)
                empty = file.parent / EMPTY_TRAY
                watcher = Watcher(
                    reader, PACE, reference=load_reference(empty, size, notices), learned=ReferenceKeeper(empty)
                )

                def anew() -> None:
                    """Restore a waiting backup and load a changed calibration, between two tables."""
                    if (takes_backups and restore.waits(file)) or calibration.changed:
                        stop.set()

                keeping, systemd = Housekeeping(journal, board, panel, notices, running, anew), Notifier()

                def between() -> None:
                    keeping()
                    systemd.alive()

                def camera() -> Camera:
                    return viewfinder.through(tap.camera(settled.open()))

                try:
                    attend(camera, panel, watcher, table, tap.told, warn, stop, between)
                finally:
                    table.end()


def _put_back(file: Path, notices: Notices) -> bool:
    """Restore the waiting backup, if any. Return False if that fails; the table then starts unchanged."""
    try:
        if before := restore.put_back(file):
            warn(f"A backup was put back. What was there before is in {before}.")
    except BadBackup as error:
        warn(str(error))
        notices.add(str(error))
        return False
    return True
