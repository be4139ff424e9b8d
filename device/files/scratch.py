"""Temporary folders, in memory where the disk takes nothing."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

IN_MEMORY = ("/dev/shm",)
"""Folders that are in memory on Linux."""

PROBE = 64 << 10
"""Bytes of the write test of a folder."""


@contextmanager
def scratch_folder(size: int = PROBE, environment: Mapping[str, str] = os.environ) -> Iterator[Path]:
    """Yield an empty folder that takes ``size`` bytes, and delete it at the end.

    It is in the system's temporary folder, or in memory if that is full or read-only. Raises OSError if neither has
    room.
    """
    refusal: OSError | None = None
    for place in (None, *environment.get("RUNTIME_DIRECTORY", "").split(":"), *IN_MEMORY):
        if place == "":
            continue
        try:
            folder = tempfile.TemporaryDirectory(prefix="quarterdeck-", dir=place, ignore_cleanup_errors=True)
        except OSError as error:
            refusal = refusal or error
            continue
        with folder as name:
            try:
                probe(Path(name), size)
            except OSError as error:
                refusal = refusal or error
                continue
            yield Path(name)
            return
    assert refusal is not None
    raise refusal


def probe(folder: Path, size: int = PROBE) -> None:
    """Raise OSError unless the folder takes a file of that size."""
    with tempfile.TemporaryFile(dir=folder) as target:
        os.posix_fallocate(target.fileno(), 0, max(size, PROBE))
        target.write(bytes(PROBE))
        target.flush()
        os.fsync(target.fileno())
