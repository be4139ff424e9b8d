"""Measurements of the machine for Home Assistant: temperature, free space, power."""

from pathlib import Path

from device.doctor.hardware import MEGABYTE, UNDERVOLTED
from device.doctor.machine import Machine
from device.link.home_assistant.entity_states import Measured


def measured(machine: Machine, folder: Path) -> Measured:
    """Return what the kernel says. ``folder`` holds the journal. Reads three small files, starts no command."""
    degrees = machine.text("/sys/class/thermal/thermal_zone0/temp")
    power = machine.text("/sys/devices/platform/soc/soc:firmware/get_throttled")
    free = machine.free(folder)
    return Measured(
        temperature=round(int(degrees) / 1000, 1) if degrees and degrees.lstrip("-").isdigit() else None,
        disk_free=None if free is None else free // MEGABYTE,
        undervoltage=_is_undervolted(power),
    )


def _is_undervolted(word: str | None) -> bool | None:
    try:
        return bool(int(word or "", 16) & UNDERVOLTED)
    except ValueError:
        return None
