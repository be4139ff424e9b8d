"""The key “I’m playing” on the table page of a guest, and its sheet: pieces of HTML that a script asks for."""

from functools import partial

from flask import Blueprint, render_template

from engine.i18n import gettext as _
from web.errors import Denied, part_or
from web.joining.guest_desk import GuestDesk


def joining_pages(desk: GuestDesk | None) -> Blueprint:
    """Return the blueprint. Without a ``desk``, guests of this table only watch."""
    part = Blueprint("joining", __name__, url_prefix="/play")

    @part.app_context_processor
    def own() -> dict[str, object]:
        return {"own_request": partial(part_or, "the request to play", desk.own, None) if desk else _nothing}

    @part.get("")
    def key() -> str:
        _there(desk)
        return render_template("_play.html")

    @part.get("/sheet")
    def sheet() -> str:
        return render_template("_play_sheet.html", names=_there(desk).names())

    return part


def _nothing() -> None:
    return None


def _there(desk: GuestDesk | None) -> GuestDesk:
    if desk is None:
        raise Denied(404, "only_watching", _("This table is view only."))
    return desk
