"""The table without I/O: readings, presses and commands in; snapshots and events out. May import `engine` and `vision`.

As in Flask's ``sansio``, nothing here opens a file, a camera, a pin or a socket, or starts a thread. See
:mod:`table.table`, the machine, and :mod:`table.snapshot`, what it shows.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.snapshot import LyingDie, LyingThing, Mode, Snapshot, SnapshotSource, TrayView

__all__ = ["LyingDie", "LyingThing", "Mode", "Snapshot", "SnapshotSource", "TrayView"]


def __getattr__(name: str) -> object:
    """Load the types of a snapshot on first access: the camera's process needs `table.errors` alone."""
    if name in __all__:
        return getattr(import_module("table.snapshot"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
