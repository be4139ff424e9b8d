"""Builds the table of a configuration from its parts, and runs it with the periodic work between its frames."""

import socket
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from device.adapters.backups import stick_backups_of
from device.adapters.files import JsonFiles, TableStateFile
from device.adapters.pictures import DieCrops, Preview, clips_of
from device.adapters.service_log import TableLog
from device.adapters.services import aboard
from device.adapters.setup import TableCalibration, TableLampDesk, TableSetup
from device.backup import erasure, restore
from device.cameras.camera import Camera
from device.config.kept_arrays import EMPTY_TRAY, LAMP_MAPS, KeptMaps, ReferenceKeeper, load_maps, load_reference
from device.config.schema import Config
from device.doctor.machine import Machine
from device.doctor.watch import EVERY, Watch, needs
from device.errors import NoLamps, PageDead
from device.journal.journal import Journal
from device.lamps.lamps import Lamps, RecordedLamps, open_lamps
from device.lamps.table_lamps import TableLamps
from device.link.factory import linked
from device.link.link import LinkedTable
from device.metrics import TableMetrics, TimedWatcher
from device.network.addresses import local_name
from device.network.keeper import LOOK, NetworkKeeper, own_wifi
from device.network.network_manager import ADDRESS
from device.notices import Notices
from device.observer import Observer
from device.panels.alarm import Alarm
from device.runtime.boot_count import GOOD
from device.runtime.loop import PACE, TableLoop
from device.runtime.page import page_of, print_code
from device.runtime.replay import game_to_play, open_game, tray_view
from device.runtime.start import RollHeld, Running
from device.sound import speaking
from device.storage.database import PATIENCE
from device.systemd.notify import Notifier, PageCheck, repeating
from device.table_identity import hardware_marks, table_identity
from table.dice import HoldMode
from table.panel import Button, Panel
from table.publisher import SnapshotPublisher
from table.table import Table, TableSettings
from vision import TraySize
from web.guests.screens import SoundSwitch


@dataclass(eq=False)
class Housekeeping:
    """Work that is done about ten times per second while a table runs.

    ``notices`` are shown on the page with the journal's problems and those of the ``watch``. ``running`` receives the
    signals that the table is ready and that its start was good. ``check_restart`` stops the table if it has to restart.
    Problems that come and go are written into the ``log``.
    """

    journal: Journal
    board: SnapshotPublisher
    alarm: Alarm
    notices: Notices = field(default_factory=Notices)
    running: Running | None = None
    check_restart: Callable[[], None] = lambda: None
    clock: Callable[[], float] = time.monotonic
    log: TableLog | None = field(default=None, kw_only=True)
    watch: Watch = field(default_factory=Watch, kw_only=True)

    def __post_init__(self) -> None:
        self._began = self.clock()

    def __call__(self) -> None:
        now = self.clock()
        self.journal.tend(now)
        kept = (*self.journal.notices, *self.notices.all)
        trouble = (*filter(None, (self.journal.trouble,)), *self.watch.said, *kept)
        if trouble != self.board.latest.trouble:
            self.board.post(replace(self.board.latest, trouble=trouble))
        if self.log:
            self.log.watch((*trouble, *filter(None, (self.board.latest.camera_why,))))
        self.alarm.ring(self.journal.trouble is not None or self.watch.rings, now)
        if self.running:
            self.running.ready()
            if now - self._began >= GOOD:
                self.running.good()
        self.check_restart()


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
    paired at once. ``takes_backups``: a waiting backup or erasure stops the table. Problems are written into the
    ``log``. Raises :class:`RollHeld` if ROLL is held, and :class:`~device.errors.PageDead`.
    """
    notices, log = notices or Notices(), log or TableLog(file.parent, on_disk=False)
    journal_file = file.parent / Path(config.journal.path).expanduser()
    with Alarm(panel) as alarm, _lamps_of(config, warned, notices) as lamps:
        if Button.ROLL in alarm.held:
            raise RollHeld
        reader = config.reader
        with Journal(journal_file, in_memory=True, patience=PATIENCE) as journal:
            camera = open_camera is not None
            settings = TableSettings(HoldMode(config.table.hold), config.table.confirm_after, camera)
            events = game_to_play(journal, config.game.start)
            state = TableStateFile(JsonFiles(file.parent, notices), journal)
            table = Table(events, journal, alarm, tray_view(reader.size), uuid.uuid4().hex, settings, store=state)
            preview, crops = Preview(), DieCrops()
            kept_maps = _maps_of(lamps, file.parent / LAMP_MAPS, reader.size, notices)
            maps = kept_maps.maps if kept_maps else None
            table_lamps = TableLamps(lamps, maps, notices, config.lamps.seconds, films=config.lamps.films)
            calibration = TableCalibration(file, config, preview)
            lamp_desk = TableLampDesk(file, table_lamps, kept_maps)
            setup = TableSetup(file, preview, table.board, lambda: open_game(journal)[0] in (None, 1))
            pairing = table.pairing if alarm.has_buttons else None
            joins = table.join_requests
            services = (preview, crops, calibration, notices, pairing, joins, log)
            appliance = aboard(file, config, table.board, *services, lambda: journal.held)
            clips = clips_of(file.parent, config.replay, partial(open_game, journal), appliance.settings)
            desk = lamp_desk if lamps.sides else None
            appliance = replace(appliance, clips=clips, setup=setup, bulletin=table.bulletin, lamps=desk)
            own = cache(partial(own_wifi, file.parent, config.mqtt.name, notices))
            keeper = NetworkKeeper(config.network.mode, own, setup.keep_network, log.add)
            appliance = replace(
                appliance,
                network=keeper,
                own_address=ADDRESS,
                address=keeper.address,
                wifi=lambda host: keeper.wifi(host) or config.web.known_wifi,
            )
            if not camera:
                appliance = replace(appliance, pictures=None, calibration=None)
            empty = file.parent / EMPTY_TRAY
            reference = load_reference(empty, reader.size, notices)
            pace = replace(PACE, lamps=config.lamps.seconds)
            watcher = TimedWatcher(reader, pace, reference=reference, learned=ReferenceKeeper(empty), lamps=maps)
            metrics = TableMetrics(journal, watcher) if config.web.metrics else None
            clips.recorder.tray = lambda: watcher.tray

            def check_restart() -> None:
                changed = calibration.changed or lamp_desk.changed or setup.restarts
                wanted = restore.waits(file) or (erasure.waits(file) and not journal.trouble)
                if (takes_backups and wanted) or changed:
                    stop.set()

            sees = (lambda: table.board.latest.camera, lambda: watcher.tray is not None)
            lacking = partial(needs, Machine(), config, journal_file.parent, *sees)
            watch = Watch(lacking, setup.is_untouched)
            housekeeping = Housekeeping(
                journal, table.board, alarm, notices, running, check_restart, log=log, watch=watch
            )
            notifier = Notifier()

            identity = table_identity(file.parent, hardware_marks(file.parent), notices)
            name = config.mqtt.name or socket.gethostname()
            erased, game = erasure.erased_in(file), lambda: open_game(journal)[0]
            to_link = LinkedTable(identity, name, table.board, journal_file, game, journal.branch, erased)
            page = f"http://{local_name()}:{config.web.port}/"
            sticks = stick_backups_of(file, config.backup, identity.id, lambda: journal.held, notices)
            with (
                sticks,
                repeating(keeper.tend, LOOK, "networks"),
                repeating(watch.look, EVERY, "watch"),
                clips.recorder,
                linked(config.mqtt, to_link, appliance, page, file.parent, notices) as link,
                page_of(
                    table.board,
                    replace(
                        appliance,
                        link=link.status if link else None,
                        stick_backups=sticks,
                        metrics=metrics.beside(link.status if link else None, sticks).text if metrics else None,
                    ),
                    journal,
                    config.web.host,
                    config.web.port,
                ) as server,
                PageCheck(server.host, server.port).asking() as page_check,
                speaking(table.board, config.sound, notices, lambda: SoundSwitch(appliance.drawer).allowed),
            ):
                if pair:
                    print_code(appliance.codes)
                counting = (metrics,) if metrics else ()
                seeing = (preview, crops, clips.recorder, *counting, *observers)
                loop = TableLoop(table, alarm, watcher, seeing, table_lamps)

                def between() -> None:
                    housekeeping()
                    notifier.alive()
                    if page_check.is_dead:
                        dead = PageDead()
                        log.add(str(dead), problem=True)
                        raise dead

                try:
                    loop.attend(open_camera and partial(_opened, open_camera, lamps), warned, stop, between)
                finally:
                    table.end()


def _lamps_of(config: Config, warned: Callable[[str], None], notices: Notices) -> Lamps:
    """Return the configured lamps; none, with a notice, where they cannot be used."""
    try:
        return open_lamps(config)
    except NoLamps as error:
        warned(str(error))
        notices.add(str(error))
        return RecordedLamps()


def _maps_of(lamps: Lamps, file: Path, size: TraySize, notices: Notices) -> KeptMaps | None:
    if not lamps.sides:
        return None
    recorded = lamps.maps if isinstance(lamps, RecordedLamps) else None
    return load_maps(file, size, notices) or (load_maps(recorded, size) if recorded else None)


def _opened(open_camera: Callable[[], Camera], lamps: Lamps) -> Camera:
    camera = open_camera()
    if isinstance(lamps, RecordedLamps):
        lamps.connect(camera)
    return camera
