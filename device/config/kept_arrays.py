"""The reference of the empty tray and the maps of the lamps: arrays that are kept beside the configuration."""

import io
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from device.files.kept_file import content_of, keep
from device.notices import Notices

if TYPE_CHECKING:
    from vision import EmptyTray, LampMaps, TraySize

Kept = TypeVar("Kept")
LARGEST = 32 << 20
"""Bytes of the arrays of a file, unpacked."""


def _loaded(file: Path, notices: Notices | None, made: Callable[[dict[str, NDArray[Any]]], Kept]) -> Kept | None:
    """Return what is made of the arrays in that file; None if there is none.

    A damaged file raises no error: it is renamed, with a notice.
    """
    notices = notices or Notices()
    try:
        data = content_of(file, notices)
        if data is None:
            return None
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            if sum(part.file_size for part in arrays.zip.infolist()) > LARGEST:
                raise ValueError("too large when unpacked")
            return made(dict(arrays))
    except Exception:  # numpy raises many kinds of errors for a foreign file: of memory, syntax, decompression
        notices.set_aside(file)
        return None


def save_arrays(arrays: Mapping[str, NDArray[Any]], file: Path) -> bool:
    """Write the arrays atomically; return False on failure."""
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, **dict(arrays))
    try:
        keep(file, data.getvalue())
    except OSError:
        return False
    return True


EMPTY_TRAY = "empty-tray.npz"
"""The file's name, in the configuration's folder."""


SAVED_EVERY = 600.0
"""Seconds between two writes: the light drifts slowly, and memory cards wear out."""


class ReferenceKeeper:
    """Saves the reference of the empty tray at intervals."""

    def __init__(self, file: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._clock = clock
        self._next = float("-inf")

    def __call__(self, reference: "EmptyTray") -> None:
        """Save the reference, unless one was saved shortly before. A full disk is ignored."""
        if self._clock() >= self._next:
            self._next = self._clock() + SAVED_EVERY
            save_arrays(reference.to_arrays(), self._file)


def load_reference(file: Path, size: "TraySize", notices: Notices | None = None) -> "EmptyTray | None":
    """Return the reference in that file, for a tray of that size; without one the empty tray is learned again."""
    from vision import EmptyTray  # loads OpenCV

    return _loaded(file, notices, lambda arrays: EmptyTray.from_arrays(arrays, size))


LAMP_MAPS = "lamp-maps.npz"
"""The file's name, in the configuration's folder."""

DAY = 24 * 3600


@dataclass(frozen=True, slots=True, eq=False)
class KeptMaps:
    """Maps and their age in seconds."""

    maps: "LampMaps"
    age: float

    @property
    def days(self) -> int:
        return int(self.age / DAY)


def load_maps(file: Path, size: "TraySize", notices: Notices | None = None) -> KeptMaps | None:
    """Return the maps in that file, for a tray of that size; maps of another one are not used."""
    from vision import LampMaps  # loads OpenCV

    def made(arrays: dict[str, NDArray[Any]]) -> KeptMaps:
        return KeptMaps(LampMaps.from_arrays(arrays), max(0.0, time.time() - file.stat().st_mtime))

    kept = _loaded(file, notices, made)
    return kept if kept and kept.maps.size == size else None
