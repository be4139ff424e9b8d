"""Versions, updates, restarts and backups. Each route needs the owner's PIN: no press at the table does instead."""

import base64
import binascii
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Blueprint, request

from engine import Phase
from engine.i18n import gettext as _
from table.snapshot import Snapshot, SnapshotSource
from web.access.guard import OwnerRights, for_owner
from web.access.sessions import client
from web.api.request import Fields, fields
from web.appliance import Appliance
from web.errors import Denied
from web.services.device import TASKS, Care, NewVersion, SystemState, TaskState

PIECE = 60_000
"""Characters of the longest piece of a package, in base64."""

NEVER_DURING_A_GAME = ("update", "rollback")
LONGEST_NAME = 120
TOLD = {
    "update": _("The owner installs version {version}."),
    "rollback": _("The owner goes back to version {version}."),
    "restart": _("The owner restarts the table."),
    "reboot": _("The owner restarts the machine."),
    "shutdown": _("The owner switches the machine off."),
}
"""What the log says of each task."""

NO_CARE = _("Updates come with the package: a demo has none.")
Answer = TypeVar("Answer")


def is_game_open(snapshot: Snapshot) -> bool:
    """Return whether a game has begun and is not over."""
    return len(snapshot.log) > 1 and snapshot.state.phase != Phase.OVER


def machine(table: SnapshotSource, appliance: Appliance, rights: OwnerRights) -> Blueprint:
    """Return the blueprint for the machine."""
    part = Blueprint("machine", __name__, url_prefix="/system")

    def care() -> Care:
        """Return the machine's services, for the owner only."""
        rights.check_owner()
        if appliance.care is None:
            raise Denied(422, "no_package", NO_CARE)
        return appliance.care

    def changed(act: Callable[[Care, Fields], Answer]) -> Answer:
        there, given = care(), fields()
        return act(there, given)

    @part.get("")
    def state() -> dict[str, object]:
        now = care().system.state()
        return _told(now) | {"game": is_game_open(table.snapshot())}

    @part.get("/found")
    def found() -> dict[str, object]:
        keys = ("key", "file", "version", "built")
        return {"packages": [{key: getattr(one, key) for key in keys} for one in care().system.found()]}

    @part.get("/task")
    def task() -> dict[str, object]:
        now = table.snapshot()
        found = appliance.care.system.task(request.args.get("id", "")[:64]) if appliance.care else None
        return {"boot": now.boot, "game": is_game_open(now), "task": _task(found)}

    @part.post("/upload")
    @for_owner
    def upload() -> dict[str, object]:
        return changed(_upload)

    @part.post("/check")
    @for_owner
    def check() -> dict[str, object]:
        return changed(_check)

    @part.post("/pick")
    @for_owner
    def pick() -> dict[str, object]:
        return changed(_pick)

    @part.post("/drop")
    @for_owner
    def drop() -> dict[str, object]:
        return changed(_drop)

    @part.post("/task")
    @for_owner
    def ask() -> dict[str, object]:
        return changed(lambda there, given: _ask(there, given, table.snapshot()))

    @part.post("/backup")
    @for_owner
    def backup() -> dict[str, object]:
        return changed(_backup)

    @part.post("/backup/restore")
    @for_owner
    def restore() -> dict[str, object]:
        return changed(lambda there, given: _restore(there, given, appliance, rights))

    @part.post("/stick")
    @for_owner
    def stick() -> dict[str, object]:
        return changed(lambda _there, given: _stick(given, appliance))

    return part


def _upload(care: Care, given: Fields) -> dict[str, object]:
    name, size = given.text("name", LONGEST_NAME), given.number("size", 1)
    at, data = given.number("at"), given.text("data", PIECE)
    given.end()
    try:
        piece = base64.b64decode(data, validate=True)
    except binascii.Error:
        raise Denied(422, "bad_piece", _("This part of the file is damaged: send it again.")) from None
    return {"size": care.system.upload(client(), name, size, at, piece)}


def _check(care: Care, given: Fields) -> dict[str, object]:
    given.end()
    return _new(care.system.check())


def _pick(care: Care, given: Fields) -> dict[str, object]:
    key = given.text("found", 64)
    given.end()
    return _new(care.system.pick(key))


def _drop(care: Care, given: Fields) -> dict[str, object]:
    given.end()
    care.system.drop()
    return {"done": True}


def _ask(care: Care, given: Fields, now: Snapshot) -> dict[str, object]:
    name = given.one_of("task", TASKS)
    task = next(one for one in TASKS if one == name)
    during = given.flag("during_game", False)
    given.end()
    if is_game_open(now):
        if task in NEVER_DURING_A_GAME:
            raise Denied(422, "game_open", _("A game is being played: finish it or start a new one, then try again."))
        if not during:
            raise Denied(422, "game_open", _("A game is open. It’s kept: send “during_game” to restart all the same."))
    state = care.system.state()
    wanted = state.staged.version if state.staged and task == "update" else state.back_to or ""
    id_of_task = care.system.ask(task)
    text = TOLD[task]
    care.log.add(_(text, version=wanted) if task in NEVER_DURING_A_GAME else text)
    return {"id": id_of_task}


def _backup(care: Care, given: Fields) -> dict[str, object]:
    given.end()
    name = care.backups.make()
    care.log.add(_("The owner made the backup {name}.", name=name))
    return {"name": name}


def _restore(care: Care, given: Fields, appliance: Appliance, rights: OwnerRights) -> dict[str, object]:
    name = given.text("name", LONGEST_NAME)
    given.end()
    if appliance.chest is None:
        raise Denied(422, "no_chest", _("This table has no data to restore."))
    try:
        data = care.backups.file(name).read_bytes()
    except OSError:
        raise Denied(404, "no_backup", _("There is no such backup.")) from None
    appliance.chest.put_back(data, rights.check_owner)
    care.log.add(_("The owner restores the backup {name}.", name=name))
    return {"done": True}


def _stick(given: Fields, appliance: Appliance) -> dict[str, object]:
    what = given.one_of("do", ("choose", "back_up"))
    given.end()
    if appliance.stick_backups is None:
        raise Denied(422, "no_stick", _("This table makes no backups to a USB stick."))
    if what == "choose":
        appliance.stick_backups.choose()
    else:
        appliance.stick_backups.back_up_now()
    return {"done": True}


def _told(state: SystemState) -> dict[str, Any]:
    staged, upload = state.staged, state.upload
    return {
        "version": state.version,
        "versions": list(state.versions),
        "back_to": state.back_to,
        "trouble": state.trouble,
        "staged": _new(staged) if staged else None,
        "upload": {"name": upload.name, "size": upload.size, "received": upload.received} if upload else None,
        "task": _task(state.task),
    }


def _new(staged: NewVersion) -> dict[str, object]:
    return {"file": staged.file, "version": staged.version, "notes": list(staged.notes)}


def _task(task: TaskState | None) -> dict[str, object] | None:
    if task is None:
        return None
    return {"task": task.task, "outcome": task.outcome, "share": task.share, "words": task.words}
