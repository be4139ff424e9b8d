"""Requests of the owner's page to the machine: what the service may ask for, and root does; how far that is.

The table's service may not install anything, restart the machine or switch it off. It writes a request, one small file
in its own runtime folder, which is in memory. ``quarterdeck-requests.path`` sees it, and starts ``quarterdeck attend``
as root. That reads the file as what it is: the words of a program that may have been taken over. It can name one of
five tasks and a package in the service's own folder, nothing else, and the package is checked again.
"""

import os
import re
import stat
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from device.errors import DeviceError
from device.files.durable_write import write_durably
from device.files.kept_file import content_of
from device.files.os_errors import reason_of
from device.notices import Notices
from device.systemd.install import Run
from device.systemd.unit import HOME, NAME
from device.update.boot_guard import ASKED, DID_NOT_START, NO_PAGE, NOTICE, ROOT, RUNTIME, Versions, as_owner_of
from device.update.installation import Installation
from engine.i18n import gettext as _
from engine.i18n import packed, unpacked

STATUS = "task.json"
"""Under the root of the versions, which no power cut empties."""

STALE = 600.0
"""Seconds without a word after which a task counts as broken off."""

Stage = Literal["waiting", "installing", "starting", "refused"]
TaskOutcome = Literal["waiting", "installing", "starting", "runs", "left", "refused", "broken"]
"""A stage; or what became of it: the new version runs, it was left again, or the power was cut in between."""


def boot_time() -> float:
    """Return the seconds since the machine started, the same for every program."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def boot_id() -> str:
    """Return the id of this run of the machine; empty if it can't be read."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""


class TaskStatus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task, its stage, and the share that is done. ``version`` is the wanted one, ``before`` the one that ran.

    ``why`` says why it was refused, as :func:`engine.i18n.packed`. ``seconds`` is :func:`boot_time`, ``boot`` the run
    of the machine.
    """

    id: str
    task: str
    stage: Stage = "waiting"
    share: float = 0.0
    version: str = ""
    before: str = ""
    why: Any = ""
    seconds: float = 0.0
    boot: str = ""

    def at(self, stage: Stage, share: float) -> "TaskStatus":
        return msgspec.structs.replace(self, stage=stage, share=round(share, 3))

    def refused(self, why: str) -> "TaskStatus":
        return msgspec.structs.replace(self, stage="refused", why=packed(why))

    @property
    def reason(self) -> str:
        try:
            return str(unpacked(self.why))
        except ValueError:
            return ""


class StatusFile:
    """The file with the status of the latest task. ``clock`` is :func:`boot_time`, ``boot`` :func:`boot_id`."""

    def __init__(
        self, root: Path = ROOT, clock: Callable[[], float] = boot_time, boot: Callable[[], str] = boot_id
    ) -> None:
        self._file = root / STATUS
        self._clock = clock
        self._boot = boot

    def write(self, status: TaskStatus) -> None:
        """Write it. A disk that takes nothing keeps no task from being done."""
        stamped = msgspec.structs.replace(status, seconds=self._clock(), boot=self._boot())
        with suppress(OSError):
            write_durably(self._file, msgspec.json.encode(stamped), mode=0o644)

    def read(self) -> TaskStatus | None:
        try:
            with self._file.open("rb") as source:
                return msgspec.json.decode(source.read(1 << 16), type=TaskStatus)
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
            return None

    def outcome(self, status: TaskStatus, versions: Versions) -> TaskOutcome:
        """Return what became of the task.

        Nobody has to be alive to write it: it is seen from the version that runs and from the one on trial, as the
        guard left them.
        """
        if status.stage == "refused":
            return "refused"
        here = status.boot == self._boot()
        if status.stage != "starting":
            gone = not here or self._clock() - status.seconds > STALE
            if gone and status.task == "update" and status.version and versions.current == status.version:
                return self._of_version(status, versions)  # the power was cut just after the link was changed
            return "broken" if gone else status.stage
        if status.task == "update":
            return self._of_version(status, versions)
        if status.task == "rollback":
            return "runs" if versions.current != status.before else "broken"
        return "starting" if here and status.task != "restart" else "runs"

    def _of_version(self, status: TaskStatus, versions: Versions) -> TaskOutcome:
        if versions.current != status.version:
            return "left"
        return "starting" if versions.trial is not None else "runs"


REASONS: Mapping[str, str] = {
    DID_NOT_START: _("Version {left} failed to start three times: version {back} runs again. No game was lost."),
    NO_PAGE: _("Version {left} showed no page: version {back} runs again. No game was lost."),
    ASKED: _("Version {back} runs again instead of {left}."),
}


class LeftVersion(msgspec.Struct, frozen=True):
    """A version that was left, the one that came back, and why."""

    left: str
    back: str
    why: str
    id: str = ""

    @property
    def sentence(self) -> str:
        return _(REASONS.get(self.why, REASONS[ASKED]), left=self.left, back=self.back)


def add_outcome(config: Path, notices: Notices, root: Path = ROOT) -> bool:
    """Add a notice if the guard went back since the table was last stopped; return whether it did."""
    told = _read(content_of(config.with_name(NOTICE), notices))
    found = left_version(root) or told
    if found is None or found.why not in REASONS or (found.id and found == told):
        return False
    notices.add(found.sentence)
    return True


def left_version(root: Path = ROOT) -> LeftVersion | None:
    """Return the version from which the guard went back, None since the next one was installed."""
    return _read(content_of(root / NOTICE, Notices()))


def forget_outcome(config: Path, root: Path = ROOT) -> None:
    """Keep what the guard left as told: the page showed it until the table was stopped."""
    beside = config.with_name(NOTICE)
    with suppress(OSError):
        try:
            write_durably(beside, (root / NOTICE).read_bytes())
        except FileNotFoundError:
            beside.unlink()


def _read(data: bytes | None) -> LeftVersion | None:
    with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        return msgspec.json.decode(data or b"", type=LeftVersion)
    return None


SystemTask = Literal["update", "rollback", "restart", "reboot", "shutdown"]
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
LONGEST = 4096
"""Bytes of a request."""

STEP = 0.02
"""Progress is written as often as that, each time with a sync of the disk."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task, with a random id to ask for its progress by; for an update the name of the package and its version."""

    id: Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{8,64}\Z")]
    task: SystemTask
    file: str = ""
    version: Annotated[str, msgspec.Meta(max_length=60)] = ""


def take_request(runtime: Path = RUNTIME) -> Request | None:
    """Remove the request, and return what it says; None if there is none, or none that is understood.

    It is removed before anything is done, so that one that fails isn't tried for ever. Raises OSError if it can't be.
    """
    data = b""
    with as_owner_of(runtime):
        with suppress(OSError):
            handle = os.open(runtime / REQUEST, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                if stat.S_ISREG(os.fstat(handle).st_mode):
                    data = os.read(handle, LONGEST + 1)
            finally:
                os.close(handle)
        try:
            (runtime / REQUEST).unlink()
        except FileNotFoundError:
            return None
    return parsed(data)


def parsed(data: bytes) -> Request | None:
    if len(data) > LONGEST:
        return None
    try:
        found = msgspec.json.decode(data, type=Request)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if (found.task == "update") != bool(found.file) or (found.file and not PACKAGE.fullmatch(found.file)):
        return None
    return found


def do(
    request: Request, installation: Installation, status: StatusFile, run: Run, incoming: Path = HOME / INCOMING
) -> bool:
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
    status.write(msgspec.structs.replace(told, version=installation.version).at("starting", 1.0))
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
