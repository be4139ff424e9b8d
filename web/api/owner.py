"""The owner: signing in with the PIN, changing it, and correcting, merging and hiding the names of past players."""

import time
from typing import Annotated

from flask import Blueprint, request
from msgspec import Meta

from engine.i18n import gettext as _
from web.access.guard import OwnerRights, for_owner, open_to_all
from web.access.pin import LONGEST, SHORTEST, is_pin
from web.access.sessions import OWNER_IDLE
from web.api.body import Body, ChangeBody, ShortText, bad, decoded
from web.api.commands import CommandHandler
from web.appliance import Appliance
from web.errors import Denied
from web.history.books import LedgerBook, PlayerBook, ledger_as_json
from web.services.device import Care

MOST = 1000
"""Players in one answer, those who played last."""


class PinBody(Body, frozen=True):
    """The owner's PIN; the error does not repeat it."""

    pin: Annotated[str, Meta(min_length=1, max_length=LONGEST)]

    def __post_init__(self) -> None:
        if not is_pin(self.pin):
            raise bad(_("A PIN has {shortest} to {longest} digits.", shortest=SHORTEST, longest=LONGEST))


class PastPlayer(ChangeBody, frozen=True):
    player: ShortText


class OtherName(PastPlayer, frozen=True):
    name: ShortText


class SamePlayer(PastPlayer, frozen=True):
    into: ShortText


def owner(rights: OwnerRights, care: Care | None = None) -> Blueprint:
    part = Blueprint("owner", __name__, url_prefix="/owner")

    @part.get("")
    def told() -> dict[str, object]:
        return {"mine": rights.is_owner(), "pin": rights.pin.state, "idle_minutes": round(OWNER_IDLE / 60)}

    @part.post("")
    @open_to_all
    @decoded
    def sign_in(given: PinBody) -> dict[str, object]:
        try:
            rights.sign_in(given.pin)
        except Denied as denied:
            if care and denied.code == "wrong_pin":
                where = request.remote_addr or "?"
                care.log.add(_("Someone entered a wrong owner’s PIN, at {address}.", address=where), problem=True)
            raise
        return told()

    @part.post("/sign-out")
    @open_to_all
    @decoded
    def sign_out(_given: Body) -> dict[str, object]:
        rights.sign_out()
        return told()

    @part.post("/pin")
    @for_owner
    @decoded
    def set_pin(given: PinBody) -> dict[str, object]:
        rights.set_pin(given.pin)
        return told()

    @part.post("/pin/remove")
    @for_owner
    @decoded
    def remove_pin(_given: Body) -> dict[str, object]:
        rights.remove_pin()
        return told()

    return part


def people(
    appliance: Appliance, book: PlayerBook, ledger: LedgerBook, commands: CommandHandler, rights: OwnerRights
) -> Blueprint:
    part = Blueprint("people", __name__, url_prefix="/players")

    def told() -> dict[str, object]:
        names = book.names
        return {
            "players": list(appliance.archive.names(MOST)),
            "corrected": [{"name": name, "shown": other} for name, other in names.aliases.items()],
            "hidden": sorted(names.hidden),
        }

    @part.get("")
    def all_() -> dict[str, object]:
        rights.check()
        return told()

    @part.get("/ledger")
    def purses() -> dict[str, object]:
        return ledger_as_json(ledger)

    @part.post("/settle")
    @for_owner
    @commands.change
    def settle(_given: ChangeBody) -> dict[str, object]:
        rights.allow("players")
        ledger.settle(time.time())
        return ledger_as_json(ledger)

    @part.post("/rename")
    @for_owner
    @commands.change
    def rename(given: OtherName) -> dict[str, object]:
        rights.allow("players")
        book.rename(given.player, given.name)
        return told()

    @part.post("/merge")
    @for_owner
    @commands.change
    def merge(given: SamePlayer) -> dict[str, object]:
        rights.allow("players")
        book.merge(given.player, given.into)
        return told()

    @part.post("/hide")
    @for_owner
    @commands.change
    def hide(given: PastPlayer) -> dict[str, object]:
        rights.allow("players")
        book.hide(given.player)
        return told()

    @part.post("/erase")
    @for_owner
    @commands.change
    def erase(given: PastPlayer) -> dict[str, object]:
        if appliance.erase is None:
            raise Denied(422, "not_erased", _("Nobody can be erased here."))
        rights.allow("players")
        appliance.erase(given.player)
        return told()

    @part.post("/restore")
    @for_owner
    @commands.change
    def restore(given: PastPlayer) -> dict[str, object]:
        rights.allow("players")
        book.restore(given.player)
        return told()

    return part
