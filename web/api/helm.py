"""The helm, which is asked for, taken, passed on and given back; and the table's own screens, with their sound."""

import secrets
from typing import Annotated

from flask import Blueprint, request, session
from msgspec import Meta

from engine.i18n import gettext as _
from table.pairing import Asked
from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights, for_owner, open_to_all
from web.access.sessions import ASK, HAND, SCREEN, ControlSessions, asking, check_helm, client, hand, screen
from web.api.body import Body, decoded
from web.appliance import Appliance
from web.errors import Denied
from web.guests.codes import GOOD_FOR
from web.guests.join_info import address_for_phones, qr_of
from web.guests.room import Room
from web.guests.screens import MOST, SoundSwitch

CodeText = Annotated[str, Meta(min_length=1, max_length=12)]
"""A code, with the spaces that people put into it."""


class HelmCode(Body, frozen=True):
    """The code for the helm; without one the phone was accepted with ROLL."""

    code: CodeText | None = None


class PlacesBody(Body, frozen=True):
    """The places at the helm that are given back: the own one, or all."""

    all: bool = False


class ScreenCode(Body, frozen=True):
    code: CodeText


class ScreenNumber(Body, frozen=True):
    screen: Annotated[int, Meta(ge=1, le=MOST)]


class SoundBody(Body, frozen=True):
    on: bool


def helm(
    table: SnapshotSource, appliance: Appliance, hands: ControlSessions, room: Room, rights: OwnerRights
) -> Blueprint:
    part = Blueprint("helm", __name__, url_prefix="/helm")

    @part.get("")
    def told() -> dict[str, object]:
        phone = asking()
        return {
            "mine": hands.has(hand()),
            "hands": len(hands),
            "pairing": table.snapshot().pairing,
            "idle_minutes": round(appliance.idle / 60, 1),
            "way": room.way,
            "ask": _told(room.line.asked(phone)) if phone else None,
        }

    @part.post("/ask")
    @open_to_all
    @decoded
    def ask(_given: Body) -> dict[str, object]:
        if not hands.has(hand()):
            hands.check_room()
            phone = asking()
            if phone is None or room.line.asked(phone).stage in ("closed", "refused"):
                phone = secrets.token_urlsafe(16)
            room.line.ask(phone, request.remote_addr or "")
            session[ASK] = phone
        return told()

    @part.post("")
    @open_to_all
    @decoded
    def take(given: HelmCode) -> dict[str, object]:
        phone = asking()
        if not hands.has(hand()):
            hands.check_room()
            if given.code is not None:
                room.codes.take(given.code, request.remote_addr or "", own=room.own_code(phone))
                room.done(phone)
            elif phone is None or not room.line.claim(phone):
                raise Denied(403, "not_accepted", _("ROLL was not pressed for this phone: ask for the helm first."))
            session[HAND] = hands.take()
        session.pop(ASK, None)
        return told()

    @part.post("/code")
    @decoded
    def pass_on(_given: Body) -> dict[str, object]:
        code = room.codes.new(hand() or "")
        drawn = qr_of(address := f"{address_for_phones(appliance.address)}helm#{code}")
        return {
            "code": code,
            "seconds": round(GOOD_FOR),
            "address": address,
            "qr": {"size": drawn.size, "path": drawn.path},
        }

    @part.post("/return")
    @open_to_all
    @decoded
    def give_back(given: PlacesBody) -> dict[str, object]:
        if given.all:
            rights.allow("controllers")
            hands.give_all_back()
        else:
            check_helm(hands)
            hands.give_back(hand() or "")
        session.pop(HAND, None)
        return {"done": True}

    return part


def _told(asked: Asked) -> dict[str, object]:
    signal = {"colour": asked.signal.colour, "blinks": asked.signal.blinks} if asked.signal else None
    return {"stage": asked.stage, "signal": signal, "before": asked.before}


def screen_routes(appliance: Appliance, room: Room, rights: OwnerRights, sound: SoundSwitch) -> Blueprint:
    part = Blueprint("screens", __name__, url_prefix="/screens")

    def told() -> dict[str, object]:
        all_ = [(one.number, one.quiet) for one in room.screens.all()]
        found = [{"screen": one, "quiet": None if quiet is None else round(quiet)} for one, quiet in all_]
        return {"screens": found, "most": MOST}

    @part.get("")
    def all_() -> dict[str, object]:
        rights.check()
        return told()

    @part.post("/code")
    @for_owner
    @decoded
    def new_code(_given: Body) -> dict[str, object]:
        if room.has_buttons:
            raise Denied(422, "has_buttons", _("This table has buttons, so it doesn’t need a screen for codes."))
        room.screens.check_room()
        rights.allow("screens")
        code, address = room.codes.new(client(), "screen"), f"{address_for_phones(appliance.address)}screen"
        return {"code": code, "seconds": round(GOOD_FOR), "address": address}

    @part.post("")
    @open_to_all
    @decoded
    def claim(given: ScreenCode) -> dict[str, object]:
        if not room.screens.has(screen()):
            room.screens.check_room()
            room.codes.take(given.code, request.remote_addr or "", "screen")
            session[SCREEN] = room.screens.claim()
        return {"done": True}

    @part.post("/remove")
    @for_owner
    @decoded
    def remove(given: ScreenNumber) -> dict[str, object]:
        rights.allow("screens")
        room.screens.remove(given.screen)
        return told()

    @part.post("/sound")
    @for_owner
    @decoded
    def switch(given: SoundBody) -> dict[str, object]:
        rights.allow("panel")
        sound.allow(on=given.on)
        return {"sound": sound.allowed}

    return part
