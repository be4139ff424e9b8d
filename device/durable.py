"""Files that a power cut cannot harm: written beside, made durable, and only then put in their place."""

import os
from contextlib import suppress
from pathlib import Path


def write_durably(file: Path, data: bytes) -> None:
    """Write the file, all of it or nothing, and return when it would outlast a power cut.

    Whoever reads it meanwhile sees the old file or the new one. Raises OSError, and nothing has changed.
    """
    fresh = file.with_name(f"{file.name}.new")
    try:
        with fresh.open("wb") as target:
            target.write(data)
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
