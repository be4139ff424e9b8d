"""Maintenance of the appliance: calibration, backup and restore."""

from flask import Blueprint, Response, url_for

from engine.i18n import gettext as _
from web.access.download_tickets import GOOD_FOR, Tickets
from web.access.guard import client, for_owner
from web.access.owner_rights import OwnerRights
from web.api.command_routes import CommandHandler
from web.api.request.body import Fields, bad
from web.api.request.uploads import Uploads
from web.appliance import Appliance
from web.errors import Denied
from web.ports.maintenance import Corners

PIECE = 60_000
"""Characters of the longest piece of a file, in base64."""


def caring(appliance: Appliance, commands: CommandHandler, rights: OwnerRights, tickets: Tickets) -> Blueprint:
    """Return the blueprint for maintenance. Each change needs the owner."""
    part = Blueprint("caring", __name__)
    uploads = Uploads()

    @part.post("/calibration")
    @for_owner
    def calibrate() -> Response:
        return commands.keep(lambda given: _calibrate(appliance, rights, given))

    @part.post("/lamps")
    @for_owner
    def lamps() -> Response:
        return commands.keep(lambda given: _lamps(appliance, rights, given))

    @part.post("/backup")
    @for_owner
    def backup() -> Response:
        return commands.keep(lambda given: _backup(appliance, rights, tickets, given))

    @part.post("/restore")
    @for_owner
    def restore() -> Response:
        return commands.keep(lambda given: _restore(appliance, rights, uploads, given))

    return part


def _calibrate(appliance: Appliance, rights: OwnerRights, given: Fields) -> dict[str, object]:
    corners = _corners(given.numbers("corners", 8)) if given.has("corners") else None
    given.end()
    if appliance.calibration is None:
        raise Denied(
            422, "no_calibration", _("This table can’t be calibrated from the page: run quarterdeck calibrate.")
        )
    appliance.calibration.keep(corners, lambda: rights.allow("calibration"))
    return {"done": True}


def _lamps(appliance: Appliance, rights: OwnerRights, given: Fields) -> dict[str, object]:
    given.end()
    if appliance.lamps is None:
        raise Denied(422, "no_lamps", _("This table has no light strips: set [lamps] pins in the configuration."))
    return {"done": True, "says": appliance.lamps.measure(lambda: rights.allow("calibration"))}


def _backup(appliance: Appliance, rights: OwnerRights, tickets: Tickets, given: Fields) -> dict[str, object]:
    wifi_password = given.flag("wifi_password", False)
    given.end()
    if appliance.chest is None:
        raise Denied(422, "no_chest", _("This table has nothing to back up."))
    rights.allow("backup")
    ticket = tickets.issue(client(), wifi_password=wifi_password)
    return {"address": url_for("helm_box.backup", ticket=ticket), "seconds": round(GOOD_FOR)}


def _restore(appliance: Appliance, rights: OwnerRights, uploads: Uploads, given: Fields) -> dict[str, object]:
    at, data, last = given.number("at"), given.text("data", PIECE), given.flag("last")
    given.end()
    chest = appliance.chest
    if chest is None:
        raise Denied(422, "no_chest", _("This table has no data to restore."))

    def put_back(whole: bytes) -> None:
        chest.put_back(whole, lambda: rights.allow("restore"))

    return {"size": uploads.take(client(), at, data, last=last, done=put_back)}


def _corners(numbers: tuple[float, ...]) -> Corners:
    if len(numbers) != 8:
        raise bad(_("“corners” must be eight numbers: x and y of four corners, clockwise from top left."))
    first, second, third, fourth = zip(numbers[::2], numbers[1::2], strict=True)
    return first, second, third, fourth
