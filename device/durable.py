"""Files that a power cut cannot harm: written beside, made durable, and only then put in their place."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def write_durably(file: Path, data: bytes) -> None:
    """Write the file, all of it or nothing, and return when it would outlast a power cut.

    Whoever reads it meanwhile sees the old file or the new one. Raises OSError, and nothing has changed.
    """
    _write(file, [data])


def write_lines(file: Path, lines: Iterable[str]) -> None:
    """Write these lines as a file in the same way, each as it comes; they are never all in memory."""
    _write(file, (f"{line}\n".encode() for line in lines))


def _write(file: Path, pieces: Iterable[bytes]) -> None:
    fresh = file.with_name(f"{file.name}.new")
    try:
        with fresh.open("wb") as target:
            target.writelines(pieces)
            target.flush()
            os.fsync(target.fileno())
        fresh.replace(file)
        make_durable(file.parent)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def make_durable(place: Path) -> None:
    """Wait until a file's content, or a folder's list of files, would outlast a power cut; raises OSError."""
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
