"""Builds what the owner's pages need of the machine: versions, health, log, backups kept here."""

import logging
import re
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock

import device
from device.adapters.care.service_log import TableLog
from device.adapters.care.system import NO_BRIDGE, NOT_PACKAGED, Places, TableSystem
from device.backup.backup import read_backup, take_backup, write_backup
from device.config.schema import Config
from device.doctor.hardware import vitals
from device.doctor.machine import Machine
from device.errors import BadBackup, BadConfig, DeviceError
from device.os_errors import reason_of
from device.systemd.install import PACKAGED_UNITS
from device.systemd.unit import REQUESTS
from device.update.boot_guard import ROOT, RUNTIME, Versions
from device.update.installation import BACKUPS, Installation
from device.update.requests import INCOMING
from device.update.staging import Staging
from device.update.task_status import StatusFile
from engine.i18n import gettext as _
from web.errors import Denied
from web.services.device import Care, Finding, KeptBackup


class TableHealth:
    """Health of the machine that the table with the configuration in that file runs on."""

    def __init__(self, file: Path, config: Config, machine: Machine | None = None) -> None:
        self._folder = (file.parent / Path(config.journal.path).expanduser()).parent
        self._machine = machine or Machine()

    def findings(self) -> Sequence[Finding]:
        """Run the checks; takes a moment."""
        found = vitals(self._machine, self._folder)
        return [Finding(one.name, one.light, one.words, one.advice) for one in found]


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+~-]{0,100}\.zip")
OWN = "by-hand-"
KEPT = 10
"""Backups made by hand that are kept; one more deletes the oldest."""

MOST = 60
"""Backups in the list."""


class TableBackups:
    """The backups beside the configuration in that file. Each is checked once, and again when it has changed."""

    def __init__(self, config: Path, clock: Callable[[], float] = time.time) -> None:
        self._config = config
        self._folder = config.parent / BACKUPS
        self._clock = clock
        self._making = Lock()
        self._checked: dict[tuple[str, int, int], bool] = {}

    def all(self) -> Sequence[KeptBackup]:
        """Return the backups, the latest first."""
        found = []
        for file in self._files():
            try:
                about = file.stat()
            except OSError:
                continue
            found.append(KeptBackup(file.name, about.st_mtime, about.st_size, self._is_sound(file)))
        return sorted(found, key=lambda one: -one.at)[:MOST]

    def make(self) -> str:
        """Make a backup, read it back, delete the oldest, and return its name."""
        if not self._making.acquire(blocking=False):
            raise Denied(503, "busy", _("A backup is being made: try again in a moment."), 5)
        try:
            file = self._folder / f"{OWN}{time.strftime('%Y-%m-%d-%H%M%S', time.localtime(self._clock()))}.zip"
            self._folder.mkdir(mode=0o750, exist_ok=True)
            write_backup(take_backup(self._config), file)
            read_backup(file)
            for old in sorted(self._folder.glob(f"{OWN}*.zip"))[:-KEPT]:
                old.unlink(missing_ok=True)
            return file.name
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None
        except DeviceError as error:
            raise Denied(503, "not_kept", str(error), 10) from None
        except OSError as error:
            why = _("It can’t be written ({strerror}): free up space.", strerror=reason_of(error))
            raise Denied(503, "not_kept", why, 10) from None
        finally:
            self._making.release()

    def file(self, name: str) -> Path:
        """Return where the backup of that name lies."""
        file = self._folder / name
        if not NAME.fullmatch(name) or file.is_symlink() or not file.is_file():
            raise Denied(404, "no_backup", _("There is no such backup."))
        return file

    def _files(self) -> Sequence[Path]:
        try:
            return [file for file in self._folder.iterdir() if NAME.fullmatch(file.name) and file.is_file()][: 2 * MOST]
        except OSError:
            return ()

    def _is_sound(self, file: Path) -> bool:
        about = file.stat()
        key = (file.name, about.st_mtime_ns, about.st_size)
        if key not in self._checked:
            try:
                read_backup(file)
                sound = True
            except (BadBackup, OSError):
                sound = False
            if len(self._checked) > 2 * MOST:
                self._checked.clear()
            self._checked[key] = sound
        return self._checked[key]


def version_here() -> str:
    """Return the version of the program that runs."""
    try:
        return version("quarterdeck")
    except PackageNotFoundError:
        return "?"


def program_folder() -> Path:
    """Return the folder that the program was started from."""
    return Path(device.__file__).resolve().parents[1]


def care_of(
    file: Path, config: Config, log: TableLog, *, root: Path = ROOT, runtime: Path = RUNTIME, trouble: str | None = None
) -> Care:
    """Return the services for the configuration in that file. ``trouble`` says why nothing can be asked of the machine.

    By default that is looked for: the program has to be one of the versions under ``root``, and their package needs
    the unit that waits for requests.
    """
    trouble = _trouble(root) if trouble is None else trouble
    versions = Versions(root, file.parent, runtime)
    installation = Installation(root, file)
    staging = Staging(file.parent / INCOMING, installation)
    running = version_here() if trouble else versions.current or version_here()
    if (staged := staging.staged) and staged.version == running:
        staging.drop()  # it is installed
    places = Places(versions, runtime, program_folder())
    system = TableSystem(places, installation, staging, StatusFile(root), running, trouble)
    return Care(system, TableHealth(file, config), log, TableBackups(file))


def log_of(file: Path) -> TableLog:
    """Return the log beside the configuration in that file, which hears what the program's parts tell."""
    log = TableLog(file.parent, on_disk=file.is_file())
    logging.getLogger().addHandler(log.lines)
    return log


def _trouble(root: Path) -> str:
    if not program_folder().is_relative_to(root.resolve()):
        return NOT_PACKAGED
    return "" if any((units / f"{REQUESTS}.path").exists() for units in PACKAGED_UNITS) else NO_BRIDGE
