"""The owner: signing in with the PIN, signing out, and setting, changing and removing the PIN."""

from flask import Blueprint, request

from engine.i18n import gettext as _
from web.access.guard import for_owner, open_to_all
from web.access.owner_pin import LONGEST, SHORTEST, is_pin
from web.access.owner_rights import OwnerRights
from web.access.owner_sessions import IDLE
from web.api.request.body import Fields, bad, fields
from web.errors import Denied
from web.ports.system import Care


def owner(rights: OwnerRights, care: Care | None = None) -> Blueprint:
    """Return the blueprint for the owner."""
    part = Blueprint("owner", __name__, url_prefix="/owner")

    def told() -> dict[str, object]:
        return {"mine": rights.is_owner(), "pin": rights.pin.state, "idle_minutes": round(IDLE / 60)}

    @part.get("")
    def who() -> dict[str, object]:
        return told()

    @part.post("")
    @open_to_all
    def sign_in() -> dict[str, object]:
        given = fields()
        pin = _pin(given)
        given.end()
        try:
            rights.sign_in(pin)
        except Denied as denied:
            if care and denied.code == "wrong_pin":
                where = request.remote_addr or "?"
                care.log.add(_("Someone entered a wrong owner’s PIN, at {address}.", address=where), problem=True)
            raise
        return told()

    @part.post("/sign-out")
    @open_to_all
    def sign_out() -> dict[str, object]:
        fields().end()
        rights.sign_out()
        return told()

    @part.post("/pin")
    @for_owner
    def set_pin() -> dict[str, object]:
        given = fields()
        pin = _pin(given)
        given.end()
        rights.set_pin(pin)
        return told()

    @part.post("/pin/remove")
    @for_owner
    def remove_pin() -> dict[str, object]:
        fields().end()
        rights.remove_pin()
        return told()

    return part


def _pin(given: Fields) -> str:
    """Read the PIN; the error does not repeat it."""
    pin = given.text("pin", LONGEST)
    if not is_pin(pin):
        raise bad(_("A PIN has {shortest} to {longest} digits.", shortest=SHORTEST, longest=LONGEST))
    return pin
