"""Builds the table of a configuration from its parts, and runs it."""

import socket
import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from device.adapters.care.service_log import TableLog
from device.adapters.clips import clips_of
from device.adapters.die_crops import DieCrops
from device.adapters.json_files import JsonFiles
from device.adapters.maintenance import TableCalibration
from device.adapters.network import local_name
from device.adapters.preview import Preview
from device.adapters.services import aboard
from device.adapters.setup import TableSetup
from device.adapters.stick_backups import stick_backups_of
from device.adapters.table_state import TableStateFile
from device.backup import restore
from device.cameras.camera import Camera
from device.config.empty_tray import FILE as EMPTY_TRAY
from device.config.empty_tray import ReferenceKeeper, load_reference
from device.config.schema import Config
from device.journal.journal import Journal
from device.link.factory import linked
from device.link.link import LinkedTable
from device.metrics.table_metrics import TableMetrics, TimedWatcher
from device.notices import Notices
from device.observer import Observer
from device.panels.alarm import Alarm
from device.runtime.housekeeping import Housekeeping
from device.runtime.loop import PACE, TableLoop
from device.runtime.page import page_of, print_code
from device.runtime.replay import game_to_play, open_game, tray_view
from device.runtime.safe_mode import RollHeld
from device.runtime.start import Running
from device.sound.speaker import speaking
from device.systemd.notify import Notifier
from device.table_identity import hardware_marks, table_identity
from table.dice.layout import HoldMode
from table.panel.panel import Button, Panel
from table.table import Table, TableSettings
from web.access.sound_switch import SoundSwitch


def run_table(
    file: Path,
    config: Config,
    panel: Panel,
    open_camera: Callable[[], Camera] | None,
    observers: Sequence[Observer],
    warned: Callable[[str], None],
    stop: threading.Event,
    notices: Notices | None = None,
    running: Running | None = None,
    *,
    pair: bool = False,
    takes_backups: bool = True,
    log: TableLog | None = None,
) -> None:
    """Run the table of the configuration in that file until ``stop`` is set.

    ``open_camera`` is called again whenever the camera is lost, ``warned`` with the reason; None is for play by hand.
    ``notices`` are shown on the page, and ``running`` receives the progress of the start. With ``pair`` a phone may be
    paired at once. ``takes_backups``: a waiting backup stops the table. Problems are written into the ``log``. Raises
    :class:`RollHeld` if ROLL is held.
    """
    notices, log = notices or Notices(), log or TableLog(file.parent, on_disk=False)
    journal_file = file.parent / Path(config.journal.path).expanduser()
    with Alarm(panel) as alarm:
        if Button.ROLL in alarm.held:
            raise RollHeld
        reader = config.reader
        with Journal(journal_file, in_memory=True) as journal:
            camera = open_camera is not None
            settings = TableSettings(HoldMode(config.table.hold), config.table.confirm_after, camera)
            events = game_to_play(journal, config.game.start)
            state = TableStateFile(JsonFiles(file.parent, notices), journal)
            table = Table(events, journal, alarm, tray_view(reader.size), uuid.uuid4().hex, settings, store=state)
            preview, crops = Preview(), DieCrops()
            calibration = TableCalibration(file, config, preview)
            setup = TableSetup(file, preview, table.board, lambda: open_game(journal)[0] in (None, 1))
            pairing = table.pairing if alarm.has_buttons else None
            joins = table.join_requests
            services = (preview, crops, calibration, notices, pairing, joins, log)
            appliance = aboard(file, config, table.board, *services, lambda: journal.held)
            clips = clips_of(file.parent, config.replay, partial(open_game, journal), appliance.settings)
            appliance = replace(appliance, clips=clips, setup=setup, bulletin=table.bulletin)
            empty = file.parent / EMPTY_TRAY
            reference = load_reference(empty, reader.size, notices)
            watcher = TimedWatcher(reader, PACE, reference=reference, learned=ReferenceKeeper(empty))
            metrics = TableMetrics(journal, watcher) if config.web.metrics else None
            clips.recorder.tray = lambda: watcher.tray

            def check_restart() -> None:
                """Stop the table to restore a waiting backup or to load a changed configuration."""
                if (takes_backups and restore.waits(file)) or calibration.changed or setup.restarts:
                    stop.set()

            housekeeping = Housekeeping(journal, table.board, alarm, notices, running, check_restart, log=log)
            notifier = Notifier()

            def between() -> None:
                housekeeping()
                notifier.alive()

            identity = table_identity(file.parent, hardware_marks(file.parent), notices)
            name = config.mqtt.name or socket.gethostname()
            to_link = LinkedTable(identity, name, table.board, journal_file, lambda: open_game(journal)[0])
            page = f"http://{local_name()}:{config.web.port}/"
            sticks = stick_backups_of(file, config.backup, identity.id, lambda: journal.held, notices)
            with (
                sticks,
                clips.recorder,
                linked(config.mqtt, to_link, appliance, page, file.parent, notices) as link,
                page_of(
                    table.board,
                    replace(
                        appliance, link=link, stick_backups=sticks, metrics=metrics and metrics.beside(link, sticks)
                    ),
                    journal,
                    config.web.host,
                    config.web.port,
                ),
                speaking(table.board, config.sound, notices, lambda: SoundSwitch(appliance.drawer).allowed),
            ):
                if pair:
                    print_code(appliance.codes)
                counting = (metrics,) if metrics else ()
                loop = TableLoop(table, alarm, watcher, (preview, crops, clips.recorder, *counting, *observers))
                try:
                    loop.attend(open_camera, warned, stop, between)
                finally:
                    table.end()
