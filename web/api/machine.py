"""The machine and its data: versions and tasks, backups and restoring, calibration; files are sent in pieces.

Routes under ``/system`` need the owner's PIN: no press at the table does instead.
"""

import base64
import binascii
from collections.abc import Callable
from dataclasses import asdict
from threading import Lock
from typing import Annotated, Any, Literal

from flask import Blueprint, request, url_for
from msgspec import Meta

from engine import Phase
from engine.i18n import gettext as _
from table.snapshot import Snapshot, SnapshotSource
from web.access.guard import OwnerRights, for_owner
from web.access.sessions import GOOD_FOR, Tickets, client
from web.api.body import Body, ChangeBody, Count, Positive, bad, decoded
from web.api.commands import CommandHandler
from web.appliance import Appliance
from web.errors import Denied
from web.services.device import Care, SystemState, SystemTask, TaskState

NEVER_DURING_A_GAME = ("update", "rollback")
TOLD = {
    "update": _("The owner installs version {version}."),
    "rollback": _("The owner goes back to version {version}."),
    "restart": _("The owner restarts the table."),
    "reboot": _("The owner restarts the machine."),
    "shutdown": _("The owner switches the machine off."),
}
"""What the log says of each task."""

NO_CARE = _("Updates come with the package: a demo has none.")

Name = Annotated[str, Meta(min_length=1, max_length=120)]
Piece = Annotated[str, Meta(min_length=1, max_length=60_000)]
"""A piece of a file, in base64."""


class PieceOfPackage(Body, frozen=True):
    name: Name
    size: Positive
    at: Count
    data: Piece


class PackageFound(Body, frozen=True):
    found: Annotated[str, Meta(min_length=1, max_length=64)]


class TaskBody(Body, frozen=True):
    task: SystemTask
    during_game: bool = False


class NamedBackup(Body, frozen=True):
    name: Name


class StickTask(Body, frozen=True):
    do: Literal["choose", "back_up"]


class FloorCorners(ChangeBody, frozen=True):
    """The floor's corners: x and y of each, clockwise from top left; without them the markers are used."""

    corners: Annotated[tuple[Annotated[float, Meta(ge=-1e5, le=1e5)], ...], Meta(min_length=1, max_length=8)] = ()

    def __post_init__(self) -> None:
        if self.corners and len(self.corners) != 8:
            raise bad(_("“corners” must be eight numbers: x and y of four corners, clockwise from top left."))


class BackupWanted(ChangeBody, frozen=True):
    wifi_password: bool = False


class PieceOfBackup(ChangeBody, frozen=True):
    at: Count
    data: Piece
    last: bool


def is_game_open(snapshot: Snapshot) -> bool:
    return len(snapshot.log) > 1 and snapshot.state.phase != Phase.OVER


def machine(table: SnapshotSource, appliance: Appliance, rights: OwnerRights) -> Blueprint:
    part = Blueprint("machine", __name__, url_prefix="/system")

    @part.before_request
    def look() -> None:
        if request.endpoint != "api.machine.task":
            rights.check_owner()
            care()

    def care() -> Care:
        if appliance.care is None:
            raise Denied(422, "no_package", NO_CARE)
        return appliance.care

    @part.get("")
    def state() -> dict[str, object]:
        return _told(care().system.state()) | {"game": is_game_open(table.snapshot())}

    @part.get("/found")
    def found() -> dict[str, object]:
        return {"packages": [asdict(one) for one in care().system.found()]}

    @part.get("/task")
    def task() -> dict[str, object]:
        now = table.snapshot()
        found = appliance.care.system.task(request.args.get("id", "")[:64]) if appliance.care else None
        return {"boot": now.boot, "game": is_game_open(now), "task": _task(found)}

    @part.post("/upload")
    @for_owner
    @decoded
    def upload(given: PieceOfPackage) -> dict[str, object]:
        piece = unpacked(given.data)
        return {"size": care().system.upload(client(), given.name, given.size, given.at, piece)}

    @part.post("/check")
    @for_owner
    @decoded
    def check(_given: Body) -> dict[str, object]:
        return asdict(care().system.check())

    @part.post("/pick")
    @for_owner
    @decoded
    def pick(given: PackageFound) -> dict[str, object]:
        return asdict(care().system.pick(given.found))

    @part.post("/drop")
    @for_owner
    @decoded
    def drop(_given: Body) -> dict[str, object]:
        care().system.drop()
        return {"done": True}

    @part.post("/task")
    @for_owner
    @decoded
    def ask(given: TaskBody) -> dict[str, object]:
        task = given.task
        if is_game_open(table.snapshot()):
            if task in NEVER_DURING_A_GAME:
                why = _("A game is being played: finish it or start a new one, then try again.")
                raise Denied(422, "game_open", why)
            if not given.during_game:
                why = _("A game is open. It’s kept: send “during_game” to restart all the same.")
                raise Denied(422, "game_open", why)
        state = care().system.state()
        wanted = state.staged.version if state.staged and task == "update" else state.back_to or ""
        id_of_task = care().system.ask(task)
        text = TOLD[task]
        care().log.add(_(text, version=wanted) if task in NEVER_DURING_A_GAME else text)
        return {"id": id_of_task}

    @part.post("/backup")
    @for_owner
    @decoded
    def backup(_given: Body) -> dict[str, object]:
        name = care().backups.make()
        care().log.add(_("The owner made the backup {name}.", name=name))
        return {"name": name}

    @part.post("/backup/restore")
    @for_owner
    @decoded
    def restore(given: NamedBackup) -> dict[str, object]:
        if appliance.chest is None:
            raise Denied(422, "no_chest", _("This table has no data to restore."))
        try:
            data = care().backups.file(given.name).read_bytes()
        except OSError:
            raise Denied(404, "no_backup", _("There is no such backup.")) from None
        appliance.chest.put_back(data, rights.check_owner)
        care().log.add(_("The owner restores the backup {name}.", name=given.name))
        return {"done": True}

    @part.post("/stick")
    @for_owner
    @decoded
    def stick(given: StickTask) -> dict[str, object]:
        if appliance.stick_backups is None:
            raise Denied(422, "no_stick", _("This table makes no backups to a USB stick."))
        if given.do == "choose":
            appliance.stick_backups.choose()
        else:
            appliance.stick_backups.back_up_now()
        return {"done": True}

    return part


def caring(appliance: Appliance, commands: CommandHandler, rights: OwnerRights, tickets: Tickets) -> Blueprint:
    """Return the blueprint for calibration, backup and restore. Each change needs the owner or a press at the table."""
    part = Blueprint("caring", __name__)
    uploads = Uploads()

    @part.post("/calibration")
    @for_owner
    @commands.change
    def calibrate(given: FloorCorners) -> dict[str, object]:
        if appliance.calibration is None:
            raise Denied(
                422, "no_calibration", _("This table can’t be calibrated from the page: run quarterdeck calibrate.")
            )
        corners: Any = tuple(zip(given.corners[::2], given.corners[1::2], strict=True))
        appliance.calibration.keep(corners or None, lambda: rights.allow("calibration"))
        return {"done": True}

    @part.post("/lamps")
    @for_owner
    @commands.change
    def lamps(_given: ChangeBody) -> dict[str, object]:
        if appliance.lamps is None:
            raise Denied(422, "no_lamps", _("This table has no light strips: set [lamps] pins in the configuration."))
        return {"done": True, "says": appliance.lamps.measure(lambda: rights.allow("calibration"))}

    @part.post("/backup")
    @for_owner
    @commands.change
    def backup(given: BackupWanted) -> dict[str, object]:
        if appliance.chest is None:
            raise Denied(422, "no_chest", _("This table plays a recording: not possible here."))
        rights.allow("backup")
        ticket = tickets.issue(client(), wifi_password=given.wifi_password)
        return {"address": url_for("helm_box.backup", ticket=ticket), "seconds": round(GOOD_FOR)}

    @part.post("/restore")
    @for_owner
    @commands.change
    def restore(given: PieceOfBackup) -> dict[str, object]:
        chest = appliance.chest
        if chest is None:
            raise Denied(422, "no_chest", _("This table has no data to restore."))

        def put_back(whole: bytes) -> None:
            chest.put_back(whole, lambda: rights.allow("restore"))

        return {"size": uploads.take(client(), given.at, given.data, last=given.last, done=put_back)}

    return part


LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file that is taken: some years of games."""


class Uploads:
    """The one file in transfer, and its sender. Thread-safe."""

    def __init__(self, largest: int = LARGEST) -> None:
        self._largest = largest
        self._lock = Lock()
        self._sender = ""
        self._file = bytearray()

    def take(self, sender: str, at: int, data: str, *, last: bool, done: Callable[[bytes], None]) -> int:
        """Add a piece (base64) at that offset, and return the number of bytes received.

        With the ``last`` piece, ``done`` is called with the whole file. A piece at 0 begins a new file. A repeated
        piece is not added twice. Raises :class:`~web.errors.Denied` for a piece that does not fit.
        """
        piece = unpacked(data)
        with self._lock:
            if at == 0:
                self._sender, self._file = sender, bytearray()
            if sender != self._sender or at > len(self._file):
                raise Denied(422, "piece_missing", _("Part of the file is missing: send it again from the start."))
            if at + len(piece) > self._largest:
                raise Denied(
                    422,
                    "file_too_large",
                    _("The file is too large: up to {largest} MB.", largest=self._largest // 2**20),
                )
            self._file[at : at + len(piece)] = piece
            size = len(self._file)
            file, whole = self._file, bytes(self._file) if last else None
        if whole is not None:
            done(whole)
            with self._lock:
                if self._file is file:  # meanwhile another one may have begun
                    self._sender, self._file = "", bytearray()
        return size


def unpacked(data: str) -> bytes:
    """Return a piece of a file that was sent in base64. Raises :class:`~web.errors.Denied` if it is damaged."""
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error:
        raise Denied(422, "bad_piece", _("This part of the file is damaged: send it again.")) from None


def _told(state: SystemState) -> dict[str, Any]:
    return {
        "version": state.version,
        "versions": list(state.versions),
        "back_to": state.back_to,
        "trouble": state.trouble,
        "staged": asdict(state.staged) if state.staged else None,
        "upload": asdict(state.upload) if state.upload else None,
        "task": _task(state.task),
    }


def _task(task: TaskState | None) -> dict[str, object] | None:
    if task is None:
        return None
    return {"task": task.task, "outcome": task.outcome, "share": task.share, "words": task.words}
