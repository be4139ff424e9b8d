"""Small files that the program keeps: written whole, with a checksum, and read with it.

The checksum is the last line, written as spaces and tabs: a version before it reads the JSON in front of it as ever. A
file without one was written by such a version. Its own format has to tell whether it is whole.
"""

import errno
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

from device.files.durable_write import write_durably
from device.notices import Notices

SMALL = 32 << 20
"""Size limit in bytes; a larger file is neither read nor written. Two hundred tournaments take some megabytes."""

BITS = 64

_INK = str.maketrans("01", " \t")


def read_file(file: Path, most: int | None = None) -> bytes:
    """Return the content of a file of at most ``most`` bytes.

    Raises OSError, also for what is no file: a pipe or a device could be read without end.
    """
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    found = os.fstat(handle)
    why = 0 if stat.S_ISREG(found.st_mode) else errno.EINVAL
    if not why and most is not None and found.st_size > most:
        why = errno.EFBIG
    if why:
        os.close(handle)
        raise OSError(why, os.strerror(why))
    with os.fdopen(handle, "rb") as source:
        return source.read()


def size_of(file: Path) -> int:
    """Return the size in bytes, 0 if there is no such file."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def keep(file: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write the file durably, with its checksum. Raises OSError; the old file is then unchanged."""
    if len(data) > SMALL - BITS - 1:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    write_durably(file, data + _checksum(data), mode=mode)


def content_of(file: Path, notices: Notices | None = None) -> bytes | None:
    """Return what was kept in that file; None if there is none, or it is not what was written.

    With ``notices`` an unusable file is renamed, with a notice.
    """
    try:
        data = read_file(file, SMALL)
    except FileNotFoundError:
        return None
    except OSError:
        pass
    else:
        content, end = data[: -BITS - 1], data[-BITS - 1 :]
        if end == _checksum(content):
            return content
        if end.strip() or len(end) <= BITS:
            return data
    if notices is not None:
        notices.set_aside(file)
    return None


def add_checksum(file: Path) -> None:
    """Give a file of an earlier version its checksum. An error is ignored."""
    with suppress(OSError):
        data = read_file(file, SMALL)
        if data == content_of(file):
            keep(file, data)


def _checksum(data: bytes) -> bytes:
    number = int.from_bytes(hashlib.blake2b(data, digest_size=BITS // 8).digest())
    return f"{number:0{BITS}b}\n".translate(_INK).encode()
