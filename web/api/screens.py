"""Screens: the table's own, which show codes if there are no buttons, and the sound of all screens."""

from flask import Blueprint, request, session

from engine.i18n import gettext as _
from web.access.guard import OwnerRights, for_owner, open_to_all
from web.access.sessions import SCREEN, client, screen
from web.api.request import fields
from web.appliance import Appliance
from web.errors import Denied
from web.guests.codes import GOOD_FOR
from web.guests.join_info import address_for_phones
from web.guests.room import Room
from web.guests.screens import MOST, Screen, SoundSwitch

LONGEST = 12
"""Characters of a code, with spaces."""


def screens(appliance: Appliance, room: Room, rights: OwnerRights, sound: SoundSwitch) -> Blueprint:
    """Return the blueprint for the table's own screens."""
    part = Blueprint("screens", __name__, url_prefix="/screens")

    def told() -> dict[str, object]:
        return {"screens": [_told(one) for one in room.screens.all()], "most": MOST}

    @part.get("")
    def all_() -> dict[str, object]:
        rights.check()
        return told()

    @part.post("/code")
    @for_owner
    def new_code() -> dict[str, object]:
        fields().end()
        if room.has_buttons:
            raise Denied(422, "has_buttons", _("This table has buttons, so it doesn’t need a screen for codes."))
        room.screens.check_room()
        rights.allow("screens")
        address = f"{address_for_phones(appliance.address, request.host_url)}screen"
        return {"code": room.codes.new(client(), "screen"), "seconds": round(GOOD_FOR), "address": address}

    @part.post("")
    @open_to_all
    def claim() -> dict[str, object]:
        given = fields()
        code = given.text("code", LONGEST)
        given.end()
        if not room.screens.has(screen()):
            room.screens.check_room()
            room.codes.take(code, request.remote_addr or "", "screen")
            session[SCREEN] = room.screens.claim()
        return {"done": True}

    @part.post("/remove")
    @for_owner
    def remove() -> dict[str, object]:
        given = fields()
        number = given.number("screen", 1, MOST)
        given.end()
        rights.allow("screens")
        room.screens.remove(number)
        return told()

    @part.post("/sound")
    @for_owner
    def switch() -> dict[str, object]:
        given = fields()
        on = given.flag("on")
        given.end()
        rights.allow("panel")
        sound.allow(on=on)
        return {"sound": sound.allowed}

    return part


def _told(one: Screen) -> dict[str, object]:
    return {"screen": one.number, "quiet": None if one.quiet is None else round(one.quiet)}
