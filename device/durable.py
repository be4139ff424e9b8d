"""Files that a power cut cannot harm: written beside, made durable, and only then put in their place."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

PRIVATE = 0o600
"""The mode of a file that only its owner may read."""


def write_durably(file: Path, data: bytes, *, private: bool = False) -> None:
    """Write the file, all of it or nothing, and return when it would outlast a power cut.

    Whoever reads it meanwhile sees the old file or the new one. A ``private`` file is for its owner alone; any other
    keeps the mode that it had. Raises OSError, and nothing has changed.
    """
    fresh = file.with_name(f"{file.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        with _opened(fresh, file, private=private) as target:
            target.write(data)
            target.flush()
            os.fsync(target.fileno())
        fresh.replace(file)
        make_durable(file.parent)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def _opened(fresh: Path, file: Path, *, private: bool) -> BinaryIO:
    """The fresh file, which nobody can read at any moment who may not read it later.

    What root writes belongs to the owner of the old file, else to that of the folder: the service has to read it.
    """
    kept = None
    if not private:
        with suppress(FileNotFoundError):
            kept = file.stat()
    mode = PRIVATE if private else stat.S_IMODE(kept.st_mode) if kept else None
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode & PRIVATE)
    if os.geteuid() == 0:
        owner = kept or file.parent.stat()
        with suppress(OSError):  # a stick that knows no owners
            os.fchown(handle, owner.st_uid, owner.st_gid)
    if mode is not None:
        with suppress(OSError):
            os.fchmod(handle, mode)
    return os.fdopen(handle, "wb")


def make_durable(place: Path) -> None:
    """Wait until a file's content, or a folder's list of files, would outlast a power cut; raises OSError."""
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
