"""Files that a power cut cannot harm: written beside, made durable, and only then put in their place."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

PRIVATE, SHARED = 0o600, 0o640
"""The modes of files that only their owner may read, and that the owner's group may read too."""


def write_durably(file: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write the file, all of it or nothing, and return when it would outlast a power cut.

    Whoever reads it meanwhile sees the old file or the new one. Without a ``mode`` a file keeps the one that it had.
    Raises OSError, and nothing has changed.
    """
    _write(file, [data], mode)


def write_lines(file: Path, lines: Iterable[str]) -> None:
    """Write these lines as a file in the same way, each as it comes; they are never all in memory."""
    _write(file, (f"{line}\n".encode() for line in lines), None)


def _write(file: Path, pieces: Iterable[bytes], mode: int | None) -> None:
    fresh = file.with_name(f"{file.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        with _opened(fresh, file, mode) as target:
            target.writelines(pieces)
            target.flush()
            os.fsync(target.fileno())
        fresh.replace(file)
        make_durable(file.parent)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def _opened(fresh: Path, file: Path, mode: int | None) -> BinaryIO:
    """The fresh file, which nobody can read at any moment who may not read it later.

    What root writes belongs to the owner of the old file, else to that of the folder: the service has to read it.
    """
    kept = None
    if mode is None:
        with suppress(FileNotFoundError):
            kept = file.stat()
            mode = stat.S_IMODE(kept.st_mode)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else PRIVATE)
    with suppress(OSError):  # a stick knows neither owners nor modes
        if os.geteuid() == 0:
            owner = kept or file.parent.stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
        if mode is not None:
            os.fchmod(handle, mode)
    return os.fdopen(handle, "wb")


def make_shared(file: Path) -> None:
    """Make an empty file that is not for everybody to read, where there is none and one can be made."""
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, SHARED))


def make_durable(place: Path) -> None:
    """Wait until a file's content, or a folder's list of files, would outlast a power cut; raises OSError."""
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
