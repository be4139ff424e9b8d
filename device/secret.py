"""The secret that signs the cookies of those at the helm: made at the first start, for the program's eyes alone."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from device.durable import make_durable

FILE = "secret"
"""Its name, beside the configuration."""

BYTES = 32


def secret_in(folder: Path) -> bytes:
    """The secret of that folder, made if there is none.

    A file that others may read is made the owner's own again; one that is too short is as good as none. Where none can
    be kept it is one for this run alone.
    """
    file = folder / FILE
    with suppress(OSError):
        kept = file.read_bytes()
        if len(kept) >= BYTES:
            file.chmod(0o600)
            return kept
    made = secrets.token_bytes(BYTES)
    with suppress(OSError):
        _write(file, made)
    return made


def _write(file: Path, data: bytes) -> None:
    """Write the file so that nobody else can read it at any moment, and a power cut leaves all of it or nothing."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as target:
        target.write(data)
        target.flush()
        os.fsync(target.fileno())
    fresh.replace(file)
    make_durable(file.parent)
