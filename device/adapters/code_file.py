"""Pairing code file: written by ``quarterdeck pair`` beside the configuration, read by the running table.

The code is valid while the command runs, one minute at most. The command holds a lock on the file, which the kernel
releases when the process ends. The file holds its expiry by the clock that counts from boot; the time of day is not
used. A file without the lock is invalid.
"""

import fcntl
import json
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from device.errors import CodeNotWritten
from device.os_errors import reason_of
from web.guests.codes import GOOD_FOR, Code, Use, new_code

FILE = "pairing-code"
"""The file's name, beside the configuration."""

LARGEST = 512
"""Maximum size of the file, in bytes."""


class Offer:
    """A pairing code, valid until its command ends or it is used."""

    def __init__(self, file: Path, digits: str, inode: int) -> None:
        self._file = file
        self._inode = inode
        self.digits = digits

    @property
    def stands(self) -> bool:
        """Return whether the code is unused and not replaced by another command's."""
        try:
            return self._file.stat().st_ino == self._inode
        except OSError:
            return False


@contextmanager
def offered(folder: Path, use: Use, make: Callable[[], str] = new_code) -> Iterator[Offer]:
    """Offer a code in that folder until the block is left. Raises :class:`CodeNotWritten`.

    Only its owner can read the file. As root, the owner is set to that of the folder.
    """
    file = folder / FILE
    fresh = file.with_name(f"{FILE}.{os.getpid()}")
    digits = make()
    said = json.dumps({"code": digits, "use": use, "until": time.monotonic() + GOOD_FOR}).encode()
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise CodeNotWritten(folder, reason_of(error)) from None
    try:
        if os.geteuid() == 0:
            owner = folder.stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
        fcntl.flock(handle, fcntl.LOCK_EX)
        os.write(handle, said)
        fresh.replace(file)
        offer = Offer(file, digits, os.fstat(handle).st_ino)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        os.close(handle)
        raise CodeNotWritten(folder, reason_of(error)) from None
    try:
        yield offer
    finally:
        if offer.stands:
            with suppress(OSError):
                file.unlink()
        os.close(handle)


class PrintedCode:
    """Reader of the code offered in a folder. Implements :class:`web.guests.codes.Printed`."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / FILE
        self._clock = clock

    def code(self) -> Code | None:
        """Return the code while its command runs, else None."""
        try:
            handle = os.open(self._file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        try:
            if not self._is_ours(os.fstat(handle)) or not _is_held(handle):
                return None
            return _read(os.read(handle, LARGEST), self._clock())
        except OSError:
            return None
        finally:
            os.close(handle)

    def spend(self) -> None:
        """Remove the file; the command then sees that its code was used."""
        with suppress(OSError):
            self._file.unlink()

    def _is_ours(self, about: os.stat_result) -> bool:
        """Return whether only the owner can read the file, and the owner is the folder's or the current user."""
        owners = (self._file.parent.stat().st_uid, os.geteuid())
        return stat.S_ISREG(about.st_mode) and not about.st_mode & 0o077 and about.st_uid in owners


def _is_held(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(handle, fcntl.LOCK_UN)
    return False


def _read(text: bytes, now: float) -> Code | None:
    try:
        said: Any = json.loads(text)
        code = Code(str(said["code"]), said["use"], float(said["until"]))
    except (ValueError, KeyError, TypeError):
        return None
    return code if 0 < code.until - now <= GOOD_FOR else None
