"""The code that ``quarterdeck pair`` prints: a small file beside the configuration, which the running table accepts.

It is good while the command runs, one minute at most: the command holds a lock on it, which the kernel frees however
the command ends, and the file says when the minute is over by the clock that counts from the start of the machine. The
time of day is never asked. A file that a killed command has left is good for nothing.
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
from web.pairing.codes import GOOD_FOR, Code, Use, new_code

FILE = "pairing-code"
"""Its name, beside the configuration."""

LARGEST = 512
"""Bytes that such a file has at most."""


class Offer:
    """A code that is good as long as its command runs, until it is used."""

    def __init__(self, file: Path, digits: str, inode: int) -> None:
        self._file = file
        self._inode = inode
        self.digits = digits

    @property
    def stands(self) -> bool:
        """Whether it was not used yet, and no other command has made another."""
        try:
            return self._file.stat().st_ino == self._inode
        except OSError:
            return False


@contextmanager
def offered(folder: Path, use: Use, make: Callable[[], str] = new_code) -> Iterator[Offer]:
    """Offer a code in that folder until the block is left. Raises :class:`CodeNotWritten`.

    The file can be read by its owner alone, who is the owner of the folder also where root writes it.
    """
    file = folder / FILE
    fresh = file.with_name(f"{FILE}.{os.getpid()}")
    digits = make()
    said = json.dumps({"code": digits, "use": use, "until": time.monotonic() + GOOD_FOR}).encode()
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise CodeNotWritten(folder, error.strerror) from None
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
        raise CodeNotWritten(folder, error.strerror) from None
    try:
        yield offer
    finally:
        if offer.stands:
            with suppress(OSError):
                file.unlink()
        os.close(handle)


class PrintedCode:
    """Reads the code that is offered in a folder. It is :class:`web.pairing.codes.Printed`."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / FILE
        self._clock = clock

    def code(self) -> Code | None:
        """Return the code while its command runs."""
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
        """Remove the file, by which the command learns that its code was used."""
        with suppress(OSError):
            self._file.unlink()

    def _is_ours(self, about: os.stat_result) -> bool:
        """Return whether it is a file that only its owner can read, who is the folder's or this program's user."""
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
