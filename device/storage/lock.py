"""Lock of a journal. Only the process that holds it may write the journal."""

import fcntl
import os
import time
from pathlib import Path
from typing import Self

from device.errors import BadJournal
from engine.i18n import gettext as _

PATIENCE = 5.0
"""Seconds for which a table waits for a command that holds its journal, as ``restore`` does."""

AGAIN = 0.05
"""Seconds between two tries to get the lock."""


class JournalLock:
    """Exclusive lock, held until :meth:`close` or the end of the process.

    If no lock file can be created, as on a full or read-only disk, the journal's folder is locked instead. Raises
    :class:`InUse` if another program holds the lock for longer than ``patience``, in seconds. If the folder does not
    exist, no lock is needed.
    """

    def __init__(self, file: Path, patience: float = 0.0) -> None:
        self._handle = _handle(file)
        end = time.monotonic() + patience
        while self._handle is not None:
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= end:
                    self.close()
                    raise InUse(file) from None
                time.sleep(AGAIN)
            except OSError:
                self.close()
            else:
                return

    def close(self) -> None:
        """Release the lock."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _handle(file: Path) -> int | None:
    flags = os.O_CLOEXEC | os.O_NOFOLLOW
    lock = file.with_name(f"{file.name}.lock")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return os.open(lock, os.O_RDWR | os.O_CREAT | flags, 0o600)
    except OSError:
        pass
    for place, kind in ((lock, 0), (file.parent, os.O_DIRECTORY)):
        try:
            return os.open(place, os.O_RDONLY | os.O_NONBLOCK | flags | kind)
        except OSError:
            continue
    return None


class InUse(BadJournal):
    """Another program is writing that journal."""

    def __init__(self, file: Path) -> None:
        super().__init__(_("The journal {file} is in use: another Quarterdeck is running, stop it first.", file=file))
