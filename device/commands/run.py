"""``run``: the table itself."""

import sqlite3
import threading
from pathlib import Path

from device.adapters.files import FILES
from device.adapters.machine import log_of, version_here
from device.adapters.service_log import TableLog
from device.adapters.services import FILE as SECRET
from device.backup import erasure, restore
from device.cli.command import command
from device.cli.context import NOT_ROOT, PAIR, EventPrinter, panel_of, warn
from device.config import schema as configuration
from device.doctor import hardware
from device.doctor.machine import Machine
from device.errors import BadBackup, BadJournal, DeviceError
from device.files.kept_file import add_checksum
from device.notices import Notices
from device.runtime.assemble import run_table
from device.runtime.boot_count import BootCount
from device.runtime.start import Running, serve_safely, start
from device.sources.locked_camera import LockedCamera
from device.storage.database import PATIENCE, Damaged, InUse
from device.systemd.notify import ends_with_its_threads, kept_alive
from device.table_identity import TABLE_ID
from device.update.requests import add_outcome, forget_outcome
from engine.i18n import gettext as _
from engine.names import LONGEST
from vision import VisionError
from web.errors import WebError


@command(
    help=_(
        "Camera, buttons, journal and page are as configured. After three failed starts, or with ROLL held, "
        "only a page is served that says what is wrong."
    )
)
@NOT_ROOT
@PAIR
def run(file: Path, pair: bool) -> None:
    notices, log = Notices(), log_of(file)
    log.started(version_here())
    starts = BootCount(file, notices)
    first = pair

    def tell(sentence: str) -> None:
        warn(sentence)
        notices.add(sentence)

    def run_on(running: Running) -> None:
        nonlocal first
        while True:
            with kept_alive():  # a long journal takes longer than the watchdog waits
                can_be_put_back = _put_back(file, notices, log)
            for name in (*(f"{name}.json" for name in FILES), SECRET, TABLE_ID):
                add_checksum(file.with_name(name))
            config = configuration.load(file)
            for name in config.game.long_names:
                long = _("The name “{name}” is too long (max. {longest}): it is shortened.", name=name, longest=LONGEST)
                warn(f"{file}: {long}")
            machine, journal = Machine(), (file.parent / Path(config.journal.path).expanduser()).resolve()
            storage = hardware.storage(machine, journal.parent)
            if storage.advice:
                tell(_("{words}: {advice}.", words=storage.words, advice=storage.advice))
            is_a_pi = "Raspberry Pi" in (machine.text("/proc/device-tree/model") or "")
            stop = threading.Event()
            run_table(
                file,
                config,
                panel_of(config.panel, tell if is_a_pi else warn),
                LockedCamera(file, config.camera, warn).opener,
                (EventPrinter(),),
                warn,
                stop,
                notices,
                running,
                pair=first,
                takes_backups=can_be_put_back,
                log=log,
            )
            first = False
            running = Running(file, starts)
            log.stopped()
            log.started(version_here())

    def serve(why: str, asked: bool) -> None:
        log.add(_("The table couldn’t start: {why}", why=why), problem=True)
        with kept_alive():
            serve_safely(file, why, warn, notices, asked=asked)

    def thread_failed(why: str) -> None:
        starts.failed(why)
        log.add(why, problem=True)

    came_back = add_outcome(file, notices)
    try:
        with ends_with_its_threads(thread_failed):
            start(file, starts, notices, run_on, serve, (DeviceError, VisionError, WebError))
    except KeyboardInterrupt:
        if came_back:
            forget_outcome(file)
        raise
    finally:
        starts.close()
        log.stopped()


def _put_back(file: Path, notices: Notices, log: TableLog) -> bool:
    try:
        if before := restore.put_back(file, PATIENCE):
            restored = _("The backup was restored. The data from before is in {before}.", before=before)
            warn(restored)
            log.add(restored)
        for said in erasure.carry_out(file, PATIENCE):
            notices.add(said)
    except InUse:
        raise
    except (BadBackup, BadJournal, Damaged, sqlite3.Error, OSError) as error:
        why = str(error) if isinstance(error, DeviceError) else _("Nobody can be erased now ({why}).", why=error)
        warn(why)
        notices.add(why)
        return False
    return True
