"""Stores the maps of the four lamps beside the configuration."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.config.array_file import load_arrays, save_arrays
from device.notices import Notices

if TYPE_CHECKING:
    from vision import LampMaps, TraySize

FILE = "lamp-maps.npz"
"""The file's name, in the configuration's folder."""

DAY = 24 * 3600


@dataclass(frozen=True, slots=True, eq=False)
class KeptMaps:
    """Maps and their age in seconds."""

    maps: "LampMaps"
    age: float

    @property
    def days(self) -> int:
        """Return the age in whole days."""
        return int(self.age / DAY)


def load_maps(file: Path, size: "TraySize", notices: Notices | None = None) -> KeptMaps | None:
    """Return the maps in that file, for a tray of that size; None if there are none.

    A damaged file raises no error: it is renamed, with a notice. Maps of a tray of another size are not used.
    """
    from vision import LampMaps  # loads OpenCV

    notices = notices or Notices()
    try:
        arrays = load_arrays(file, notices)
        if arrays is None:
            return None
        maps = LampMaps.from_arrays(arrays)
        age = max(0.0, time.time() - file.stat().st_mtime)
    except Exception:  # numpy raises many kinds of errors for a foreign file
        notices.set_aside(file)
        return None
    return KeptMaps(maps, age) if maps.size == size else None


def save_maps(maps: "LampMaps", file: Path) -> bool:
    """Write the maps atomically; return False on failure."""
    return save_arrays(maps.to_arrays(), file)
