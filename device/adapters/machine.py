"""The machine for the owner's pages: versions and tasks, which are written for root to do, and checks of its health."""

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock

import msgspec

import device
from device.adapters.backups import TableBackups
from device.adapters.service_log import TableLog
from device.cameras.process import CameraProcess
from device.config.schema import Config
from device.doctor.checks import examine
from device.doctor.hardware import vitals
from device.doctor.machine import CheckResult, Machine
from device.errors import BadUpdate
from device.files.durable_write import write_durably
from device.files.os_errors import reason_of
from device.storage.salvage import InMemory
from device.systemd.install import PACKAGED_UNITS
from device.systemd.unit import REQUESTS
from device.update.boot_guard import ROOT, RUNTIME, Versions
from device.update.installation import BACKED_UP, CHECKED, UNPACKED, Installation
from device.update.requests import INCOMING, REQUEST, Request, StatusFile, SystemTask, TaskOutcome, TaskStatus
from device.update.signed_package import changelog_in, notes_of
from device.update.staging import StagedPackage, Staging
from engine.i18n import gettext as _
from web.errors import Denied, NotKept
from web.services.device import (
    OVER,
    Care,
    Finding,
    NewVersion,
    PackageOnStick,
    SystemState,
    TaskState,
)

PATIENCE = 20.0
"""Seconds within which root has to take a request."""

NOT_PACKAGED = _("Updates come with the package: this Quarterdeck was started from its folder.")
NO_BRIDGE = _("This package is too old for updates from the page: install a newer one with apt once.")
UNANSWERED = _("The machine didn’t take the request: run it there, with sudo quarterdeck update or rollback.")
IN_MEMORY = _("The latest rolls are in memory only, and a restart would lose them: free up space first.")
BUSY = _("The machine is busy with another task: wait until it ends.")


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are: the versions, the folder of requests, and the version's files if it is not installed."""

    versions: Versions
    runtime: Path
    source: Path


class TableSystem:
    """Versions and tasks. ``version`` is the one that runs, ``trouble`` says why nothing can be asked. Thread-safe.

    Nothing that restarts the table is asked while ``held`` returns events that are in memory only.
    """

    def __init__(
        self,
        places: Places,
        installation: Installation,
        staging: Staging,
        status: StatusFile,
        version: str,
        trouble: str = "",
        held: Callable[[], InMemory | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._places = places
        self._installation = installation
        self._staging = staging
        self._status = status
        self._version = version
        self._trouble = trouble
        self._held = held
        self._clock = clock
        self._lock = Lock()
        self._asked: tuple[Request, float] | None = None
        folder = places.versions.root / version if not trouble else places.source
        self._notes = notes_of(changelog_in(folder), version)

    def state(self) -> SystemState:
        if self._trouble:
            return SystemState(self._version, self._notes, trouble=self._trouble)
        staged = self._staging.staged
        return SystemState(
            self._version,
            self._notes,
            self._installation.kept,
            self._places.versions.previous,
            staged=_new(staged) if staged and staged.version != self._version else None,
            upload=self._staging.upload,
            task=self._latest(),
        )

    def found(self) -> Sequence[PackageOnStick]:
        if self._trouble:
            return ()
        return [PackageOnStick(one.key, one.file.name, one.version, one.built) for one in self._staging.found()]

    def upload(self, sender: str, name: str, size: int, at: int, piece: bytes) -> int:
        with self._changing():
            return self._staging.take(sender, name, size, at, piece)

    def check(self) -> NewVersion:
        with self._changing():
            return _new(self._staging.finish())

    def pick(self, key: str) -> NewVersion:
        with self._changing():
            return _new(self._staging.pick(key))

    def drop(self) -> None:
        with self._changing():
            self._staging.drop()

    def ask(self, task: SystemTask) -> str:
        with self._lock:
            self._check_idle()
            if self._held():
                raise NotKept(IN_MEMORY)
            request = self._request(task)
            try:
                write_durably(self._places.runtime / REQUEST, msgspec.json.encode(request), mode=0o600)
            except OSError as error:
                raise NotKept(_("That can’t be asked of the machine ({why}).", why=reason_of(error))) from None
            self._asked = request, self._clock()
            return request.id

    def task(self, name: str) -> TaskState | None:
        found = self._latest()
        return found if found and secrets.compare_digest(found.id.encode(), name.encode("utf-8", "replace")) else None

    def _request(self, task: SystemTask) -> Request:
        name = secrets.token_urlsafe(12)
        if task == "update":
            staged = self._staging.staged
            if staged is None:
                raise Denied(422, "no_package", _("There is nothing to install: choose a file first."))
            return Request(name, task, staged.file, staged.version)
        if task == "rollback" and self._places.versions.previous is None:
            raise Denied(
                422, "no_version", _("There is no version before {version} on this machine.", version=self._version)
            )
        return Request(name, task)

    def _check_idle(self) -> None:
        if self._trouble:
            raise Denied(422, "no_package", self._trouble)
        latest = self._latest()
        if latest and latest.outcome not in OVER:
            raise Denied(422, "busy", BUSY)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        self._check_idle()
        try:
            yield
        except BadUpdate as error:
            raise Denied(422, "bad_update", str(error)) from None
        except OSError as error:
            raise NotKept(_("It can’t be written ({strerror}): free up space.", strerror=reason_of(error))) from None

    def _latest(self) -> TaskState | None:
        """Return the state of the latest task: of the one that waits, else of the one that root wrote down last."""
        found = self._status.read()
        if self._asked:
            request, since = self._asked
            if found is None or found.id != request.id:
                file = self._places.runtime / REQUEST
                if file.exists() and self._clock() - since > PATIENCE:
                    with suppress(OSError):
                        file.unlink()
                if file.exists() or self._clock() - since <= PATIENCE:
                    return TaskState(request.id, request.task, "waiting", 0.0, _("The request is on its way."))
                return TaskState(request.id, request.task, "refused", 0.0, UNANSWERED)
        if found is None:
            return None
        outcome = self._status.outcome(found, self._places.versions)
        return TaskState(found.id, found.task, outcome, found.share, words_of(found, outcome))


def words_of(status: TaskStatus, outcome: TaskOutcome) -> str:
    match outcome, status.task:
        case "refused", _task:
            return status.reason
        case "broken", _task:
            return _("The update was interrupted: version {before} is still running. Try again.", before=status.before)
        case "left", _task:
            return _(
                "Version {version} didn’t start: back at {before}, games intact.",
                version=status.version,
                before=status.before,
            )
        case "runs", "update" | "rollback":
            return _("Version {version} runs.", version=status.version)
        case "runs", _task:
            return _("The table runs again.")
        case "starting", "update" | "rollback":
            return _("Version {version} starts. It stays if its page lasts a minute.", version=status.version)
        case "starting", "shutdown":
            return _("The machine switches off. It’s safe to unplug when its lamp is off.")
        case "starting", _task:
            return _("The table restarts.")
        case _stage, _task:
            return _installing(status.share)


def _installing(share: float) -> str:
    if share < CHECKED:
        return _("The package is copied and checked.")
    if share < BACKED_UP:
        return _("Games and settings are backed up.")
    return _("The new version is unpacked.") if share < UNPACKED else _("The new version is written to the card.")


def _new(staged: StagedPackage) -> NewVersion:
    return NewVersion(staged.file, staged.version, staged.notes)


def findings_of(found: Iterable[CheckResult]) -> list[Finding]:
    return [Finding(one.name, one.light, one.words, one.advice) for one in found]


def version_here() -> str:
    try:
        return version("quarterdeck")
    except PackageNotFoundError:
        return "?"


def program_folder() -> Path:
    return Path(device.__file__).resolve().parents[1]


def care_of(
    file: Path,
    config: Config,
    log: TableLog,
    held: Callable[[], InMemory | None],
    *,
    root: Path = ROOT,
    runtime: Path = RUNTIME,
    trouble: str | None = None,
) -> Care:
    """Return the services for the configuration in that file. ``trouble`` says why nothing can be asked of the machine.

    By default that is looked for: the program has to be one of the versions under ``root``, and their package needs
    the unit that waits for requests.
    """
    trouble = _trouble(root) if trouble is None else trouble
    versions = Versions(root, file.parent, runtime)
    installation = Installation(root, file)
    staging = Staging(file.parent / INCOMING, installation)
    running = version_here() if trouble else versions.current or version_here()
    if (staged := staging.staged) and staged.version == running:
        staging.drop()  # it is installed
    places = Places(versions, runtime, program_folder())
    system = TableSystem(places, installation, staging, StatusFile(root), running, trouble, held)
    journal = (file.parent / Path(config.journal.path).expanduser()).parent
    return Care(system, lambda: findings_of(vitals(Machine(), journal)), log, TableBackups(file))


def log_of(file: Path) -> TableLog:
    """Return the log beside the configuration in that file, which hears what the program's parts tell."""
    log = TableLog(file.parent, on_disk=file.is_file())
    logging.getLogger().addHandler(log.lines)
    return log


def _trouble(root: Path) -> str:
    if not program_folder().is_relative_to(root.resolve()):
        return NOT_PACKAGED
    return "" if any((units / f"{REQUESTS}.path").exists() for units in PACKAGED_UNITS) else NO_BRIDGE


def doctor_of(file: Path, config: Config) -> Callable[[], Sequence[Finding]]:
    """Return what runs the checks on the running table, once at a time: it takes seconds and opens the camera."""
    journal = file.parent / Path(config.journal.path).expanduser()
    looking = Lock()

    def findings() -> Sequence[Finding]:
        if not looking.acquire(blocking=False):
            raise Denied(503, "busy", _("Another phone is running the system check: try again in a moment."), 5)
        try:
            opened = partial(CameraProcess, config.camera)
            return findings_of(examine(Machine(), config, journal, opened, file.parent))
        finally:
            looking.release()

    return findings
