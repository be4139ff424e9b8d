"""Builds what the owner's pages need, for the version that runs."""

import logging
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import device
from device.adapters.care.backups import TableBackups
from device.adapters.care.health import TableHealth
from device.adapters.care.service_log import TableLog
from device.adapters.care.system import NO_BRIDGE, NOT_PACKAGED, Places, TableSystem
from device.config.schema import Config
from device.systemd.install import PACKAGED_UNITS
from device.systemd.unit import REQUESTS
from device.update.boot_guard import ROOT, RUNTIME, Versions
from device.update.installation import Installation
from device.update.requests import INCOMING
from device.update.staging import Staging
from device.update.task_status import StatusFile
from web.ports.system import Care


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
