"""The helm: asking for it, taking it with a code, passing it on, and giving it back."""

import secrets

from flask import Blueprint, request, session

from engine.i18n import gettext as _
from table.pairing import Asked
from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights, open_to_all
from web.access.sessions import ASK, HAND, ControlSessions, asking, check_helm, hand
from web.api.request import fields
from web.appliance import Appliance
from web.errors import Denied
from web.guests.codes import GOOD_FOR
from web.guests.join_info import address_for_phones, qr_of
from web.guests.room import Room

LONGEST = 12
"""Characters of a code, with the spaces that people put into it."""


def helm(
    table: SnapshotSource, appliance: Appliance, hands: ControlSessions, room: Room, rights: OwnerRights
) -> Blueprint:
    """Return the blueprint for the helm."""
    part = Blueprint("helm", __name__, url_prefix="/helm")

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

    def take_place() -> None:
        if not hands.has(hand()):
            session[HAND] = hands.take()
        session.pop(ASK, None)

    @part.get("")
    def who() -> dict[str, object]:
        return told()

    @part.post("/ask")
    @open_to_all
    def ask() -> dict[str, object]:
        fields().end()
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
    def take() -> dict[str, object]:
        given = fields()
        code = given.text_or_none("code", LONGEST)
        given.end()
        phone = asking()
        if hands.has(hand()):
            pass
        elif code is None:
            hands.check_room()
            if phone is None or not room.line.claim(phone):
                raise Denied(403, "not_accepted", _("ROLL was not pressed for this phone: ask for the helm first."))
        else:
            hands.check_room()
            room.codes.take(code, request.remote_addr or "", own=room.own_code(phone))
            room.done(phone)
        take_place()
        return told()

    @part.post("/code")
    def pass_on() -> dict[str, object]:
        fields().end()
        code = room.codes.new(hand() or "")
        address = f"{address_for_phones(appliance.address, request.host_url)}helm#{code}"
        drawn = qr_of(address)
        return {
            "code": code,
            "seconds": round(GOOD_FOR),
            "address": address,
            "qr": {"size": drawn.size, "path": drawn.path},
        }

    @part.post("/return")
    @open_to_all
    def give_back() -> dict[str, object]:
        given = fields()
        everybody = given.flag("all", False)
        given.end()
        if everybody:
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
