"""Secret key that signs the cookies of devices at the helm. Created at the first start, readable by its owner only."""

import secrets
from contextlib import suppress
from pathlib import Path

from device.durable_write import PRIVATE
from device.kept_file import content_of, keep
from device.notices import Notices

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
    if kept is not None and len(kept) == BYTES and len(set(kept)) >= LEAST_VALUES:
        with suppress(OSError):
            file.chmod(PRIVATE)
        return kept
    if kept is not None:
        notices.set_aside(file)
    made = secrets.token_bytes(BYTES)
    with suppress(OSError):
        keep(file, made, mode=PRIVATE)
    return made
