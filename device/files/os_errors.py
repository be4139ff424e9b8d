"""Reasons of the operating system, as texts: Python has them in English only."""

import errno
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from vision.i18n import gettext as _

REASONS = {
    errno.EACCES: _("Permission denied"),
    errno.EBUSY: _("Device or resource busy"),
    errno.EDQUOT: _("Disk quota exceeded"),
    errno.EEXIST: _("File exists"),
    errno.EFBIG: _("File too large"),
    errno.EINVAL: _("Invalid argument"),
    errno.EIO: _("Input/output error"),
    errno.EISDIR: _("Is a directory"),
    errno.ELOOP: _("Too many levels of symbolic links"),
    errno.EMFILE: _("Too many open files"),
    errno.ENAMETOOLONG: _("File name too long"),
    errno.ENODEV: _("No such device"),
    errno.ENOENT: _("No such file or directory"),
    errno.ENOMEM: _("Cannot allocate memory"),
    errno.ENOSPC: _("No space left on device"),
    errno.ENOTDIR: _("Not a directory"),
    errno.ENOTEMPTY: _("Directory not empty"),
    errno.EPERM: _("Operation not permitted"),
    errno.EROFS: _("Read-only file system"),
}
"""The reasons that files give. The English is that of Linux, as in :attr:`OSError.strerror`."""


NO_THREAD = _(
    "The system can’t start another thread: end other programs, or raise the limit "
    "(TasksMax of the service, ulimit -u in a shell)."
)


def is_no_thread(error: BaseException) -> bool:
    """Return whether that is what Python raises where the system can start no other thread."""
    return isinstance(error, RuntimeError) and str(error) == "can't start new thread"


def reason_of(error: Exception) -> str:
    """Return why the system refused, else what the error says. A reason that is not in the list stays in English."""
    if not isinstance(error, OSError):
        return str(error)
    known = REASONS.get(error.errno or 0)
    return known if known and known == error.strerror else error.strerror or str(error)


def not_written(file: Path | str, error: OSError) -> str:
    """Return that sentence, with what helps against this error."""
    named = {"file": str(file), "why": reason_of(error)}
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _("{file} can’t be written ({why}): free up space or choose another place.", **named)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return _("{file} can’t be written: there is no such folder.", file=str(file))
    return _("{file} can’t be written ({why}): choose another place.", **named)


def unseen(library: str, root: Path = Path("/")) -> str | None:
    """Return what to do where the system has that library and this environment can't see it, else None."""
    place = root / "usr" / "lib" / "python3" / "dist-packages" / library
    if not place.exists() and not place.with_suffix(".py").exists():
        return None
    return _(
        "python3-{library} is installed, but {environment} can’t see it: make that again, in a clone with "
        "make clean setup PYTHON=/usr/bin/python3",
        library=library,
        environment=sys.prefix,
    )


def why_no_pins(error: Exception, root: Path = Path("/")) -> str | None:
    """Return why a Raspberry Pi's pins cannot be used, None if this machine is none. ``error`` is gpiozero's."""
    model = root / "proc" / "device-tree" / "model"
    if not model.exists() or "Raspberry Pi" not in model.read_text(errors="replace"):
        return None
    if not find_spec("lgpio"):
        return unseen("lgpio", root) or _("lgpio is missing: sudo apt install python3-lgpio")
    chips = sorted((root / "dev").glob("gpiochip*"))
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return _("this user may not use {device}: add it to the group gpio", device=chips[0])
    return str(error)
