"""Secret key that signs the cookies of devices at the helm. Created at the first start, readable by its owner only."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from device.durable_write import make_durable
from device.notices import Notices, content_of

FILE = "secret"
"""The file's name, beside the configuration."""

BYTES = 32

LEAST_VALUES = 8
"""Minimum number of distinct bytes in a secret. A power cut can leave a file of zeros, which is easily guessed."""


def secret_in(folder: Path, notices: Notices | None = None) -> bytes:
    """Return the secret of that folder; create it if there is none.

    A file that others can read is made private again. An invalid one is renamed, with a notice. If the file cannot be
    written, the secret is valid for this run only.
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
    """Write the file atomically, readable by its owner only from the start."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as target:
        target.write(data)
        target.flush()
        os.fsync(target.fileno())
    fresh.replace(file)
    make_durable(file.parent)
