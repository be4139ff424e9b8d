"""How far a task of the owner's page is, and what became of an update: files that root writes."""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from device.durable_write import write_durably
from device.kept_file import content_of
from device.notices import Notices
from device.update.boot_guard import ASKED, DID_NOT_START, NO_PAGE, NOTICE, ROOT, Versions
from engine.i18n import gettext as _
from engine.i18n import packed, unpacked

FILE = "task.json"
"""Under the root of the versions, which no power cut empties."""

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
STALE = 600.0
"""Seconds without a word after which a task counts as broken off."""

READABLE = 0o644
LONGEST = 1 << 16

Stage = Literal["waiting", "installing", "starting", "refused"]
TaskOutcome = Literal["waiting", "installing", "starting", "runs", "left", "refused", "broken"]
"""A stage; or what became of it: the new version runs, it was left again, or the power was cut in between."""


def boot_time() -> float:
    """Return the seconds since the machine started, the same for every program."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def boot_id() -> str:
    """Return the id of this run of the machine; empty if it can't be read."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class TaskStatus:
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
        """Return it at that stage."""
        return replace(self, stage=stage, share=round(share, 3))

    def refused(self, why: str) -> "TaskStatus":
        """Return it with the reason why it was refused."""
        return replace(self, stage="refused", why=packed(why))

    @property
    def reason(self) -> str:
        """Return why it was refused."""
        try:
            return str(unpacked(self.why))
        except ValueError:
            return ""


class StatusFile:
    """The file with the status of the latest task. ``clock`` is :func:`boot_time`, ``boot`` :func:`boot_id`."""

    def __init__(
        self, root: Path = ROOT, clock: Callable[[], float] = boot_time, boot: Callable[[], str] = boot_id
    ) -> None:
        self._root = root
        self._file = root / FILE
        self._clock = clock
        self._boot = boot

    def write(self, status: TaskStatus) -> None:
        """Write it. A disk that takes nothing keeps no task from being done."""
        stamped = replace(status, seconds=self._clock(), boot=self._boot())
        with suppress(OSError):
            write_durably(self._file, json.dumps(asdict(stamped)).encode(), mode=READABLE)

    def read(self) -> TaskStatus | None:
        """Return it; None if there is none that can be read."""
        try:
            with self._file.open("rb") as source:
                return TaskStatus(**json.loads(source.read(LONGEST)))
        except (OSError, ValueError, TypeError, RecursionError):
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


def add_outcome(config: Path, notices: Notices, root: Path = ROOT) -> bool:
    """Add a notice if the guard went back since the table was last stopped; return whether it did."""
    told = _read(content_of(config.with_name(NOTICE), notices))
    found = _read(content_of(root / NOTICE, Notices())) or told
    if found is None or found.why not in REASONS or (found.id and found == told):
        return False
    notices.add(_(REASONS[found.why], left=found.left, back=found.back))
    return True


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
