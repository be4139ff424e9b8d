"""Runs all checks in order."""

from collections.abc import Callable, Iterator
from pathlib import Path

from device.cameras.camera import Camera
from device.config.schema import Config
from device.doctor.finding import CheckResult
from device.doctor.hardware import box
from device.doctor.journal import journal_finding
from device.doctor.machine import Machine
from device.doctor.software import software
from device.doctor.sound import caller_finding
from device.doctor.table_id import table_id_finding


def examine(
    machine: Machine, config: Config, journal: Path, opened: Callable[[], Camera], folder: Path
) -> Iterator[CheckResult]:
    """Check everything that a table of that configuration needs, and yield each result at once.

    ``journal`` is the journal's file, ``opened`` opens the camera, ``folder`` is that of the configuration. Nothing is
    changed.
    """
    for finding in software():
        yield finding
        if finding.name == "OpenCV" and finding.light == "red":
            yield from box(machine, config, journal.resolve().parent, None)
            yield journal_finding(journal)
            yield table_id_finding(folder)
            return
    running = machine.health(config.web.port) if config.web.port else None
    from device.doctor.camera import picture  # OpenCV is needed from here on
    from device.doctor.lamps import lamps_finding

    yield from picture(config, opened, running)
    yield lamps_finding(config, folder, opened, running)
    yield from box(machine, config, journal.resolve().parent, running)
    yield journal_finding(journal)
    yield table_id_finding(folder)
    yield caller_finding(config.sound)
