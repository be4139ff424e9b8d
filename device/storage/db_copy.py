"""Copies of the journal made without a lock while another process writes it.

The file is copied first, then its write-ahead log. The copy is consistent if meanwhile the file did not change and the
log was not restarted. Frames appended to the log are intact. A torn end is detected by its checksums.
"""

import os
import shutil
from pathlib import Path

from device.errors import BadJournal
from device.kept_file import read_file
from engine.i18n import gettext as _

TRIES = 50
HEAD = 32
"""Bytes of the header of a write-ahead log."""


def snapshot(file: Path, folder: Path) -> Path:
    """Return a copy of that journal in that folder. Raises OSError, and :class:`BadJournal` if it changes too often."""
    copy = folder / "journal.db"
    log = Path(f"{file}-wal")
    for _attempt in range(TRIES):
        before, head = _state(file), _bytes_of(log)[:HEAD]
        shutil.copyfile(file, copy)
        logged = _bytes_of(log)
        if _state(file) == before and logged[:HEAD] == head == _bytes_of(log)[:HEAD]:
            Path(f"{copy}-wal").write_bytes(logged)
            return copy
    raise BadJournal(_("The journal {file} is being written too fast to be read: try again.", file=file))


def _state(file: Path) -> tuple[int, int, int]:
    found = os.stat(file)  # noqa: PTH116
    return found.st_ino, found.st_size, found.st_mtime_ns


def _bytes_of(file: Path) -> bytes:
    try:
        return read_file(file)
    except FileNotFoundError:
        return b""
