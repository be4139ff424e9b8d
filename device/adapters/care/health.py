"""Disk, memory, temperature, power and clock, for the owner's page: the doctor's checks but for camera and pins."""

from collections.abc import Sequence
from pathlib import Path

from device.config.schema import Config
from device.doctor.hardware import vitals
from device.doctor.machine import Machine
from web.ports.maintenance import Finding


class TableHealth:
    """Health of the machine that the table with the configuration in that file runs on."""

    def __init__(self, file: Path, config: Config, machine: Machine | None = None) -> None:
        self._folder = (file.parent / Path(config.journal.path).expanduser()).parent
        self._machine = machine or Machine()

    def findings(self) -> Sequence[Finding]:
        """Run the checks; takes a moment."""
        found = vitals(self._machine, self._folder)
        return [Finding(one.name, one.light, one.words, one.advice) for one in found]
