"""Atomic file writes: write to a temporary file, fsync, rename."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

PRIVATE, SHARED = 0o600, 0o640
"""File modes: readable by the owner only, or by the owner's group too."""


def write_durably(file: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write the file atomically; on return it is on disk.

    A concurrent reader gets the old content or the new one. Without ``mode`` an existing file keeps its mode.
    Raises OSError; the old file is then unchanged.
    """
    _write(file, [data], mode)


def write_lines(file: Path, lines: Iterable[str]) -> None:
    """Write lines atomically as they are produced, without holding all of them in memory."""
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
    """Create the temporary file, never readable by a user without access to the final file.

    As root, give it the owner of what has that name, else of the folder: the service has to read it. A link's target
    gives its mode, without the bits by which a program has its owner's rights.
    """
    kept = None
    if mode is None:
        with suppress(FileNotFoundError):
            kept = file.lstat()
            mode = file.stat().st_mode & 0o777
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else PRIVATE)
    with suppress(OSError):  # FAT on a USB stick has no owners or modes
        if os.geteuid() == 0:
            owner = kept or file.parent.stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
        if mode is not None:
            os.fchmod(handle, mode)
    return os.fdopen(handle, "wb")


def make_shared(file: Path) -> None:
    """Create an empty file with mode :data:`SHARED` if there is none. A failure is ignored."""
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, SHARED))


def make_durable(place: Path) -> None:
    """Sync a file's content, or a folder's entries, to disk. Raises OSError."""
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
