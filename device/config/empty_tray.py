"""Stores the reference image of the empty tray beside the configuration, for use after a restart."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from device.config.array_file import load_arrays, save_arrays
from device.notices import Notices

if TYPE_CHECKING:
    from vision import EmptyTray, TraySize

FILE = "empty-tray.npz"
"""The file's name, in the configuration's folder."""


EVERY = 600.0
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
            self._next = self._clock() + EVERY
            save_reference(reference, self._file)


def load_reference(file: Path, size: "TraySize", notices: Notices | None = None) -> "EmptyTray | None":
    """Return the reference in that file, for a tray of that size; None if there is none.

    A damaged file raises no error: it is renamed, with a notice, and the empty tray is learned again.
    """
    from vision import EmptyTray  # loads OpenCV

    notices = notices or Notices()
    try:
        arrays = load_arrays(file, notices)
        return None if arrays is None else EmptyTray.from_arrays(arrays, size)
    except Exception:  # numpy raises many kinds of errors for a foreign file: of memory, syntax, decompression
        notices.set_aside(file)
        return None


def save_reference(reference: "EmptyTray", file: Path) -> bool:
    """Write the reference atomically; return False on failure."""
    return save_arrays(reference.to_arrays(), file)
