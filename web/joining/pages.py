"""Pieces of HTML for guests: the key “I’m playing” with its sheet, and the page of a phone's own player."""

from functools import partial

from flask import Blueprint, render_template, request

from engine.i18n import gettext as _
from engine.profiles import COLOURS, EMBLEMS, Profile
from web.display_names import shown
from web.errors import Denied, part_or
from web.joining.guest_desk import GuestDesk
from web.joining.own_player import OwnPlayer


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


def own_pages(own: OwnPlayer) -> Blueprint:
    """Return the blueprint."""
    part = Blueprint("me", __name__, url_prefix="/me")

    @part.app_context_processor
    def mine() -> dict[str, object]:
        return {"own_player": lambda: shown(own.name)}

    def told(player: str) -> dict[str, object]:
        here = own.profiles.of_game(own.present)  # as on the table, where no two are alike

        def look_of(name: str) -> Profile:
            return here.get(shown(name)) or own.profiles.of(name)

        return {
            "player": player,
            "is_me": bool(player) and shown(player) == shown(own.name),
            "may_change": bool(player) and own.may_change(player),
            "here": own.present,
            "profile": look_of(player) if player else None,
            "profile_of": look_of,
            "colours": COLOURS,
            "emblem_names": EMBLEMS,
            "shown": shown,
        }

    @part.get("")
    def page() -> str:
        return render_template("me.html", **told(own.name))

    @part.get("/sheet")
    def sheet() -> str:
        asked = request.args.get("player", "")
        here = next((name for name in own.present if shown(name) == asked), own.name)
        return render_template("_me_sheet.html", **told(here))

    return part
