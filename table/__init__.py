"""The table without I/O: readings, presses and commands in; snapshots and events out. May import `engine` and `vision`.

After Flask's ``sansio``: nothing here opens a file, a camera, a pin or a socket, or starts a thread. Begin with
:mod:`table.table`, the machine, and :mod:`table.snapshot`, what it shows.
"""

from table.snapshot import LyingDie, Mode, Snapshot, SnapshotSource, TrayView

__all__ = ["LyingDie", "Mode", "Snapshot", "SnapshotSource", "TrayView"]
