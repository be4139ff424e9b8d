"""Requests to play: guests' phones send them, a phone at the helm answers."""

from flask import Blueprint, Response

from engine import Joined
from engine.i18n import gettext as _
from table.commands import CommandSink, Play
from table.pairing.join_requests import JoinRequests
from web.access.guard import check_helm, open_to_all
from web.access.sessions import ControlSessions
from web.api.command_routes import PATIENCE, CommandHandler
from web.api.request.body import Fields, fields
from web.appliance import Appliance
from web.display_names import shown
from web.errors import Denied
from web.joining.guest_desk import GuestDesk


def join_requests(
    appliance: Appliance, hands: ControlSessions, commands: CommandHandler, desk: GuestDesk | None
) -> Blueprint:
    """Return the blueprint for requests to play."""
    part = Blueprint("join_requests", __name__, url_prefix="/join-requests")

    @part.get("")
    def all_() -> dict[str, object]:
        check_helm(hands)
        sent = appliance.join_requests.open if appliance.join_requests else ()
        return {"requests": [{"request": one.number, "name": one.name, "shown": shown(one.name)} for one in sent]}

    @part.get("/mine")
    def mine() -> dict[str, object]:
        return _told(_there(desk))

    @part.post("")
    @open_to_all
    def send() -> dict[str, object]:
        given = fields()
        name = given.text("name")
        given.end()
        _there(desk).send(name)
        return _told(_there(desk))

    @part.post("/withdraw")
    @open_to_all
    def withdraw() -> dict[str, object]:
        fields().end()
        _there(desk).withdraw()
        return _told(_there(desk))

    @part.post("/answer")
    def answer() -> Response:
        return commands.keep(lambda given: _answer(appliance.helm, appliance.join_requests, given))

    return part


def _there(desk: GuestDesk | None) -> GuestDesk:
    if desk is None:
        raise Denied(422, "only_watching", _("This table is view only."))
    return desk


def _told(desk: GuestDesk) -> dict[str, object]:
    own = desk.own()
    return {"stage": own.stage, "name": own.name or None, "helm": own.helm}


def _answer(helm: CommandSink | None, requests: JoinRequests | None, given: Fields) -> dict[str, object]:
    """Accept or decline a request. An accepted player joins as by any phone at the helm."""
    number, accept = given.number("request", 1), given.flag("accept")
    given.end()
    request = requests.request(number) if requests else None
    if helm is None or requests is None or request is None:
        raise Denied(422, "no_such_request", _("That request is no longer open."))
    if not accept:
        requests.decline(number)
        return {"done": True}
    answer = helm.submit(Play(Joined(request.name)), PATIENCE)
    if not answer.done:
        again = answer.code in ("no_answer", "not_kept")
        raise Denied(503 if again else 422, answer.code, answer.why, 1 if again else None)
    return {"done": True}
