"""Backups on a USB stick: which stick is meant, and one backup after the other on it, each read back and checked.

A stick is chosen by a folder of the name :data:`FOLDER`. Nothing is written to any other disk: a stick is a folder of
its own file system in the folder where sticks are mounted.
"""

import errno
import os
import re
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.backup.backup import Backup, read_backup
from device.errors import BadBackup
from device.files.durable_write import make_durable
from device.files.os_errors import reason_of
from engine.i18n import gettext as _

FOLDER = "quarterdeck-backups"
"""Folder on a stick that was chosen for backups."""

UNFINISHED = ".unfinished"
"""Ending of a backup that was not checked yet."""

SPARE = 1 << 20
"""Bytes that stay free on a stick."""

DATE = "%Y-%m-%d"
GONE = (errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.ESTALE)
"""What a stick gives that was pulled."""


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick by the folder where it is mounted, and whether it was chosen for backups."""

    path: Path
    is_chosen: bool

    @property
    def folder(self) -> Path:
        return self.path / FOLDER


def sticks_in(folder: Path, is_mounted: Callable[[Path], bool] = os.path.ismount) -> tuple[Stick, ...]:
    found = []
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            with suppress(OSError):
                if is_mounted(path):
                    found.append(Stick(path, (path / FOLDER).is_dir()))
    return tuple(found)


def choose(stick: Stick) -> Stick:
    try:
        stick.folder.mkdir(exist_ok=True)
        make_durable(stick.path)
    except OSError as error:
        raise _as_bad(stick, error) from None
    return Stick(stick.path, is_chosen=True)


def name_of_table(host: str, identity: str) -> str:
    """Return the name of a table's backups, from those of its machine and its random id: tables may share a stick."""
    return f"{re.sub('[^a-z0-9-]', '-', host.lower())[:30] or 'table'}-{identity[:6]}"


def backups_on(stick: Stick, name: str) -> list[tuple[int, Path]]:
    """Return the number and the path of each backup of that table, the oldest first. Raises OSError."""
    pattern = re.compile(rf"{re.escape(name)}-(\d{{1,9}})-[\d-]+\.zip")
    found = ((pattern.fullmatch(path.name), path) for path in stick.folder.iterdir())
    return sorted((int(match[1]), path) for match, path in found if match)


def back_up_to(stick: Stick, name: str, backup: Backup, keep: int, clock: float) -> Path:
    """Write the backup to a chosen stick, read it back and check it; then delete all but the latest ``keep``.

    ``clock`` is the date in its name (seconds, Unix); their order is that of their numbers, as a Pi's clock may be
    wrong. Raises :class:`BadBackup`: the backups that were there before are then still there.
    """
    try:
        before = backups_on(stick, name)
        for leftover in stick.folder.glob(f"{name}-*{UNFINISHED}"):
            leftover.unlink()
        packed = backup.packed
        _check_space(stick, len(packed))
        number = before[-1][0] + 1 if before else 1
        file = stick.folder / f"{name}-{number:06}-{time.strftime(DATE, time.localtime(clock))}.zip"
        fresh = file.with_name(f"{file.name}{UNFINISHED}")
        try:
            _write(fresh, packed)
            _check(fresh, backup, stick)
            fresh.replace(file)
            make_durable(stick.folder)
        except BaseException:
            with suppress(OSError):
                fresh.unlink()
            raise
        for _number, old in [*before, (number, file)][:-keep]:
            with suppress(OSError):
                old.unlink()
        with suppress(OSError, subprocess.SubprocessError):  # all of its file system, so that it may be pulled
            subprocess.run(["sync", "--file-system", str(stick.path)], capture_output=True, timeout=60, check=False)
    except OSError as error:
        raise _as_bad(stick, error) from None
    return file


def _check_space(stick: Stick, size: int) -> None:
    found = os.statvfs(stick.path)
    if size + SPARE > found.f_bavail * found.f_frsize:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _write(file: Path, data: bytes) -> None:
    """Write the file to the stick, and drop it from the machine's memory, so that it is read back from the stick."""
    with file.open("wb") as target:
        target.write(data)
        target.flush()
        os.fsync(target.fileno())
        os.posix_fadvise(target.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _check(file: Path, backup: Backup, stick: Stick) -> None:
    """Raise :class:`BadBackup` unless the file is the backup, with each checksum and the journal's rows in order."""
    try:
        read = read_backup(file)
    except BadBackup as error:
        if not file.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
        raise BadBackup(
            _("{stick} is faulty: it changed what was written ({why}). Use another.", stick=_called(stick), why=error)
        ) from None
    if read != backup:
        raise BadBackup(
            _("{stick} is faulty: it returns other data than was written. Use another.", stick=_called(stick))
        )


def _called(stick: Stick) -> str:
    return _("The USB stick {name}", name=stick.path.name)


def _as_bad(stick: Stick, error: OSError) -> BadBackup:
    called = _called(stick)
    if isinstance(error, BadBackup):
        return error
    if error.errno == errno.ENOSPC:
        return BadBackup(_("{stick} is full: delete files on it; older backups stay.", stick=called))
    if error.errno == errno.EROFS:
        return BadBackup(_("{stick} is write-protected: slide its lock, or use another.", stick=called))
    if error.errno in GONE or not stick.folder.is_dir():
        return BadBackup(_("{stick} was pulled during a backup: plug it in again.", stick=called))
    return BadBackup(_("{stick} can’t be written ({why}): use another.", stick=called, why=reason_of(error)))
