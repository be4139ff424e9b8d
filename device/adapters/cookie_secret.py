"""The secret that signs the cookies of those at the helm: made at the first start, for the program's eyes alone."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from device.durable_write import make_durable
from device.notices import Notices, content_of

FILE = "secret"
"""Its name, beside the configuration."""

BYTES = 32

LEAST_VALUES = 8
"""Different bytes that a secret has at least: one of zeros is what a power cut leaves, and anybody can guess it."""


def secret_in(folder: Path, notices: Notices | None = None) -> bytes:
    """Return the secret of that folder; make it if there is none.

    A file that others may read is made the owner's own again. One that is no secret is renamed, and the notices say
    so. Where none can be kept it is one for this run alone.
    """
    file = folder / FILE
    notices = notices or Notices()
    kept = content_of(file, notices)
    if kept is not None and len(kept) >= BYTES and len(set(kept)) >= LEAST_VALUES:
        with suppress(OSError):
            file.chmod(0o600)
        return kept
    if kept is not None:
        notices.set_aside(file)
    made = secrets.token_bytes(BYTES)
    with suppress(OSError):
        _write(file, made)
    return made


def _write(file: Path, data: bytes) -> None:
    """Write the file so that only its owner can read it at any moment, and a power cut leaves all of it or nothing."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as target:
        target.write(data)
        target.flush()
        os.fsync(target.fileno())
    fresh.replace(file)
    make_durable(file.parent)
