"""Requests of the owner's page to the machine: what the service may ask for, and root does.

The table's service may not install anything, restart the machine or switch it off. It writes a request, one small file
in its own runtime folder, which is in memory. ``quarterdeck-requests.path`` sees it, and starts ``quarterdeck attend``
as root. That reads the file as what it is: the words of a program that may have been taken over. It can name one of
five tasks and a package in the service's own folder, nothing else, and the package is checked again.
"""

import json
import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from device.errors import DeviceError
from device.os_errors import reason_of
from device.systemd.unit import HOME, NAME
from device.update.boot_guard import RUNTIME, as_owner_of
from device.update.installation import Installation, Run
from device.update.task_status import StatusFile, TaskStatus
from engine.i18n import gettext as _

SystemTask = Literal["update", "rollback", "restart", "reboot", "shutdown"]
TASKS: tuple[SystemTask, ...] = get_args(SystemTask)
COMMANDS: dict[SystemTask, tuple[str, ...]] = {
    "restart": ("systemctl", "restart", "--no-block", NAME),
    "reboot": ("systemctl", "--no-block", "reboot"),
    "shutdown": ("systemctl", "--no-block", "poweroff"),
}
"""The tasks that are one command of the system."""

REQUEST = "request.json"
INCOMING = "incoming"
"""Name of the request, in the runtime folder, and of the folder of a package to install, beside the configuration."""

PACKAGE = re.compile(r"quarterdeck[A-Za-z0-9._+~-]{0,100}\.deb")
ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
LONGEST = 4096
"""Bytes of a request."""

STEP = 0.02
"""Progress is written as often as that, each time with a sync of the disk."""


@dataclass(frozen=True, slots=True)
class Request:
    """A task, with a random id to ask for its progress by; for an update the name of the package and its version."""

    id: str
    task: SystemTask
    file: str = ""
    version: str = ""


def take_request(runtime: Path = RUNTIME) -> Request | None:
    """Remove the request, and return what it says; None if there is none, or none that is understood.

    It is removed before anything is done, so that one that fails isn't tried for ever. Raises OSError if it can't be.
    """
    data = b""
    with as_owner_of(runtime):
        with suppress(OSError):
            handle = os.open(runtime / REQUEST, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(handle, "rb") as source:
                if stat.S_ISREG(os.fstat(handle).st_mode):
                    data = source.read(LONGEST + 1)
        try:
            (runtime / REQUEST).unlink()
        except FileNotFoundError:
            return None
    return parsed(data)


def parsed(data: bytes) -> Request | None:
    """Return the request that this is, if it is one."""
    if len(data) > LONGEST:
        return None
    try:
        found = Request(**json.loads(data))
    except (ValueError, TypeError, RecursionError):
        return None
    sound = all(isinstance(one, str) for one in (found.id, found.task, found.file, found.version))
    if not sound or found.task not in TASKS or not ID.fullmatch(found.id) or len(found.version) > 60:
        return None
    if (found.task == "update") != bool(found.file) or (found.file and not PACKAGE.fullmatch(found.file)):
        return None
    return found


def do(
    request: Request, installation: Installation, status: StatusFile, run: Run, incoming: Path = HOME / INCOMING
) -> bool:
    """Do what is asked for, and write how far it is; return whether it was done."""
    present = installation.version
    told = TaskStatus(request.id, request.task, version=request.version, before=present)
    status.write(told)
    try:
        match request.task:
            case "update":
                tell = _teller(status, told)
                for _sentence in installation.update(incoming / request.file, progress=tell):
                    pass
            case "rollback":
                for _sentence in installation.rollback():
                    pass
            case "restart" | "reboot" | "shutdown":
                failed, why = run(COMMANDS[request.task])
                if failed:
                    raise OSError(why or failed)
    except DeviceError as error:
        status.write(told.refused(str(error)))
        return False
    except OSError as error:
        status.write(told.refused(_("That failed ({why}): try again.", why=reason_of(error))))
        return False
    status.write(replace(told, version=installation.version).at("starting", 1.0))
    return True


def _teller(status: StatusFile, told: TaskStatus) -> Callable[[float], None]:
    """Return what writes the share of the task that is done, in steps of :data:`STEP`."""
    written = -1.0

    def tell(share: float) -> None:
        nonlocal written
        if share - written >= STEP:
            written = share
            status.write(told.at("installing", share))

    return tell
