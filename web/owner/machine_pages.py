"""The owner's pages about the machine: updates and power, backups, and the log."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, render_template, request, send_file

from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights
from web.api.machine import NO_CARE, is_game_open
from web.appliance import Appliance
from web.errors import Denied
from web.services.device import OVER, Care, Finding

LATEST = 200
"""Sentences of the log on its page."""

SHOWN = 5
"""Sentences on the owner's page."""


@dataclass(frozen=True, slots=True)
class HealthSummary:
    """How the table is: what is wrong, with advice, and everything that was checked."""

    wrong: Sequence[Finding]
    checked: Sequence[Finding]


def summary_of(appliance: Appliance, troubles: Sequence[str]) -> HealthSummary | None:
    """Return how the table is, from the machine's checks, the problems on the table's page and the backups."""
    if appliance.care is None:
        return None
    checked = tuple(appliance.care.health.findings())
    stick = appliance.stick_backups.status().trouble if appliance.stick_backups else None
    said = [Finding("", "amber", trouble) for trouble in (*troubles, *filter(None, (stick,)))]
    order = {"red": 0, "amber": 1}
    wrong = sorted((one for one in (*checked, *said) if one.light in order), key=lambda one: order[one.light])
    return HealthSummary(tuple(wrong), checked)


def machine_pages(table: SnapshotSource, appliance: Appliance, rights: OwnerRights) -> Blueprint:
    """Return the blueprint for the pages about the machine. Each needs the owner."""
    part = Blueprint("machine", __name__, url_prefix="/owner")

    @part.before_request
    def look() -> None:
        rights.check_owner()

    def care() -> Care:
        if appliance.care is None:
            raise Denied(404, "no_package", NO_CARE)
        return appliance.care

    @part.get("/system")
    def system() -> str:
        state = care().system.state()
        now = table.snapshot()
        return render_template(
            "owner/system.html",
            state=state,
            found=[(one, datetime.fromtimestamp(one.built).date()) for one in care().system.found()],
            game=is_game_open(now),
            boot=now.boot,
            running=state.task if state.task and state.task.outcome not in OVER else None,
        )

    @part.get("/backups")
    def backups() -> str:
        stick = appliance.stick_backups.status() if appliance.stick_backups else None
        return render_template(
            "owner/backups.html",
            kept=[(one, datetime.fromtimestamp(one.at)) for one in care().backups.all()],
            stick=stick,
            times={name: _moment(getattr(stick, name)) for name in ("last", "next")} if stick else {},
            can_restore=appliance.chest is not None,
        )

    @part.get("/backups/<name>")
    def backup(name: str) -> Response:
        return send_file(care().backups.file(name), "application/zip", as_attachment=True, download_name=name)

    @part.get("/log")
    def log() -> str:
        only = request.args.get("only") == "problems"
        found = [one for one in care().log.entries() if one.problem or not only]
        told = [(one, datetime.fromtimestamp(one.at)) for one in found[:LATEST]]
        return render_template("owner/log.html", entries=told, only=only)

    @part.get("/log.txt")
    def technical() -> Response:
        name = time.strftime("quarterdeck-log-%Y-%m-%d.txt")
        head = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(care().log.technical(), mimetype="text/plain", headers=head)

    return part


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds)
