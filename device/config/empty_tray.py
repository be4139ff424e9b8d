"""The empty tray's look, kept beside the configuration, so that a table knows after a restart what belongs on it."""

import io
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from device.durable_write import write_durably
from device.notices import Notices, content_of
from vision import EmptyTray, TraySize

FILE = "empty-tray.npz"
"""Its name, in the configuration's folder."""


EVERY = 600.0
"""Seconds between two writings: the light drifts slowly, and memory cards wear out."""


class ReferenceKeeper:
    """Keeps what a watcher learns of the empty tray, now and then."""

    def __init__(self, file: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._clock = clock
        self._next = float("-inf")

    def __call__(self, reference: EmptyTray) -> None:
        """Keep this one, unless one was kept a short while ago. A disk that is full is no reason to stop playing."""
        if self._clock() >= self._next:
            self._next = self._clock() + EVERY
            save_reference(reference, self._file)


def load_reference(file: Path, size: TraySize, notices: Notices | None = None) -> EmptyTray | None:
    """Return the reference kept in that file, of a tray of that size; None if there is none.

    A damaged file is no error: it is renamed, the notices say so, and the empty tray is learned as soon as it is seen.
    """
    notices = notices or Notices()
    data = content_of(file, notices)
    if data is None:
        return None
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return EmptyTray.from_arrays(dict(arrays), size)
    except Exception:  # numpy fails in many ways over a file that it did not write: of memory, syntax, decompression
        notices.set_aside(file)
        return None


def save_reference(reference: EmptyTray, file: Path) -> bool:
    """Keep the reference in that file, all of it or nothing; False where that cannot be done."""
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, **reference.to_arrays())
    try:
        write_durably(file, data.getvalue())
    except OSError:
        return False
    return True
