"""Misreads that guests report, and the helm settles."""

from flask import Blueprint, Response, request

from engine import Corrected, Refused, history_of
from engine.i18n import gettext as _
from engine.values import FACES, MOST_DICE
from table.snapshot import Snapshot
from web.access.guard import open_to_all
from web.access.visitor import visitor_of
from web.api.command_routes import CommandHandler
from web.api.corrections import MOST_ROLLS, preview_of
from web.api.request.body import Fields, fields
from web.appliance import Appliance
from web.errors import Denied
from web.show.misreads import Misread, MisreadDesk


def misreads(desk: MisreadDesk, appliance: Appliance, commands: CommandHandler) -> Blueprint:
    """Return the blueprint. A correction itself is sent to ``/api/corrections``."""
    part = Blueprint("misreads", __name__, url_prefix="/misreads")

    @part.get("")
    def all_() -> dict[str, object]:
        return _told(desk)

    @part.post("")
    @open_to_all
    def report() -> dict[str, object]:
        given = fields()
        roll, place = given.number("roll", 1, MOST_ROLLS), given.number("place", 0, MOST_DICE - 1)
        face = given.number("face", FACES[0], FACES[-1])
        given.end()
        if appliance.helm is None:
            raise Denied(422, "only_watching", _("This table is view only."))
        desk.report(roll, place, face, visitor_of(request.environ).account, _check)
        return _told(desk)

    @part.post("/dismiss")
    def dismiss() -> Response:
        return commands.keep(lambda given: _dismiss(desk, given))

    return part


def _check(now: Snapshot, report: Misread) -> None:
    dice = history_of(now.log).roll_of(report.roll)
    try:
        preview_of(now, Corrected(report.roll, (*dice[: report.place], report.face, *dice[report.place + 1 :])))
    except Refused as refused:
        raise Denied(422, refused.code, refused.why) from None


def _dismiss(desk: MisreadDesk, given: Fields) -> dict[str, object]:
    roll = given.number("roll", 1, MOST_ROLLS)
    given.end()
    desk.let_stay(roll)
    return {"done": True}


def _told(desk: MisreadDesk) -> dict[str, object]:
    return {
        "reports": [
            {"roll": one.roll, "place": one.place, "read": one.read, "face": one.face, "stage": one.stage}
            for one in desk.reports()
        ]
    }
