"""Pages for the appliance: settings, calibration, checks, backups, and export of games."""

from flask import Blueprint, Response, render_template, request

from engine import Event, dump
from engine.i18n import gettext as _
from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights
from web.access.sessions import ControlSessions, Tickets, check_helm, client
from web.appliance import Appliance
from web.errors import Denied
from web.history.addresses import missing

GAMES = 20
"""Past games that are offered for taking along."""


OF_THE_OWNER = ("helm_box.settings", "helm_box.calibration", "helm_box.view", "helm_box.keeping", "helm_box.backup")
"""Pages of what needs the owner; the others need the helm, or the owner."""


def helm_box(
    table: SnapshotSource, appliance: Appliance, hands: ControlSessions, tickets: Tickets, rights: OwnerRights
) -> Blueprint:
    part = Blueprint("helm_box", __name__, url_prefix="/helm/box")

    @part.before_request
    def look() -> None:
        if request.endpoint in OF_THE_OWNER:
            rights.check()
        elif not rights.is_owner():
            check_helm(hands)

    @part.get("/settings")
    def settings() -> str:
        known = appliance.settings.settings() if appliance.settings else {}
        return render_template("helm/settings.html", known=known, way=rights.way("panel"))

    @part.get("/calibration")
    def calibration() -> str:
        outline = appliance.calibration.outline() if appliance.calibration else None
        way = rights.way("calibration")
        return render_template(
            "helm/calibration.html",
            there=appliance.calibration is not None,
            has_camera=appliance.pictures is not None,
            outline=outline,
            way=way,
            lamps=appliance.lamps,
        )

    @part.get("/view")
    def view() -> Response:
        picture = appliance.calibration.view() if appliance.calibration else None
        if picture is None:
            raise Denied(503, "no_picture", _("No picture right now. Retrying automatically."), 5)
        return Response(picture, mimetype="image/jpeg")

    @part.get("/doctor")
    def doctor() -> str:
        findings = appliance.doctor() if appliance.doctor else None
        return render_template("helm/doctor.html", findings=findings)

    @part.get("/keeping")
    def keeping() -> str:
        records = appliance.archive.last(GAMES)
        way, there = rights.way("backup"), appliance.chest is not None
        return render_template("helm/keeping.html", there=there, records=records, way=way)

    @part.get("/backup")
    def backup() -> Response:
        if appliance.chest is None:
            raise Denied(404, "no_chest", _("This table plays a recording: not possible here."))
        if request.method != "GET":
            return Response(mimetype="application/zip")
        wifi_password = tickets.redeem(request.args.get("ticket", ""), client())
        packed = appliance.chest.backup(wifi_password=wifi_password)
        return _file(packed, "application/zip", "quarterdeck-backup.zip")

    @part.get("/game")
    def game() -> Response:
        return _game(table.snapshot().log, "quarterdeck-game.json")

    @part.get("/game/<int:number>")
    def past_game(number: int) -> Response:
        kept = appliance.archive.game(number)
        return _game(kept.events if kept else (), f"quarterdeck-game-{number}.json")

    return part


def _game(events: tuple[Event, ...], name: str) -> Response:
    if not events:
        missing("no_such_game")
    return _file(f"{dump(events)}\n".encode(), "application/json", name)


def _file(data: bytes, kind: str, name: str) -> Response:
    return Response(data, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
