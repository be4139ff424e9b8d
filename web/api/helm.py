"""The helm: who has it, how it is taken with a code, passed on, and given back."""

from flask import Blueprint, request, session

from web.api.bodies import fields
from web.appliance import Appliance
from web.guard import HAND, hand, open_to_all
from web.hands import Hands
from web.joining import address_for_phones
from web.orders import Pair
from web.pairing import GOOD_FOR, Pairing
from web.qr import qr_of
from web.table import Table

PATIENCE = 1.0
"""Seconds that the table has for closing pairing after its code was used."""

LONGEST = 12
"""Characters of a code, with the spaces that people put into it."""


def helm(table: Table, appliance: Appliance, hands: Hands, pairing: Pairing) -> Blueprint:
    """The routes around the helm."""
    part = Blueprint("helm", __name__, url_prefix="/helm")

    def told() -> dict[str, object]:
        return {
            "mine": hands.has(hand()),
            "hands": len(hands),
            "pairing": table.snapshot().pairing,
            "idle_minutes": round(appliance.idle / 60, 1),
        }

    @part.get("")
    def who() -> dict[str, object]:
        return told()

    @part.post("")
    @open_to_all
    def take() -> dict[str, object]:
        given = fields()
        code = given.text("code", LONGEST)
        given.end()
        now = table.snapshot()
        from_table = pairing.take(code, now.code if now.pairing else None, request.remote_addr or "")
        if not hands.has(hand()):
            session[HAND] = hands.take()
            session.permanent = True
        if from_table and appliance.helm:
            appliance.helm.order(Pair(False), PATIENCE)
        return told()

    @part.post("/code")
    def pass_on() -> dict[str, object]:
        fields().end()
        code = pairing.pass_on(hand() or "")
        address = f"{address_for_phones(appliance.address, request.host_url)}helm#{code}"
        drawn = qr_of(address)
        return {
            "code": code,
            "seconds": round(GOOD_FOR),
            "address": address,
            "qr": {"size": drawn.size, "path": drawn.path},
        }

    @part.post("/return")
    def give_back() -> dict[str, object]:
        given = fields()
        everybody = given.flag("all", False)
        given.end()
        if everybody:
            hands.give_all_back()
        else:
            hands.give_back(hand() or "")
        session.clear()
        return {"done": True}

    return part
