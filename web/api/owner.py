"""The owner: signing in with the PIN, changing it, and correcting, merging and hiding the names of past players."""

import time
from collections.abc import Callable

from flask import Blueprint, Response, request

from engine.i18n import gettext as _
from web.access.guard import OwnerRights, for_owner, open_to_all
from web.access.pin import LONGEST, SHORTEST, is_pin
from web.access.sessions import OWNER_IDLE
from web.api.command_routes import CommandHandler
from web.api.request import Fields, bad, fields
from web.errors import Denied
from web.history.ledger_book import LedgerBook, ledger_as_json
from web.history.player_book import PlayerBook
from web.services.archive import Archive
from web.services.device import Care


def owner(rights: OwnerRights, care: Care | None = None) -> Blueprint:
    """Return the blueprint for the owner."""
    part = Blueprint("owner", __name__, url_prefix="/owner")

    def told() -> dict[str, object]:
        return {"mine": rights.is_owner(), "pin": rights.pin.state, "idle_minutes": round(OWNER_IDLE / 60)}

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


MOST = 1000
"""Players in one answer, those who played last."""


def people(
    archive: Archive, book: PlayerBook, ledger: LedgerBook, commands: CommandHandler, rights: OwnerRights
) -> Blueprint:
    """Return the blueprint for past players, and for the ledger of their chips and drinks."""
    part = Blueprint("people", __name__, url_prefix="/players")

    def told() -> dict[str, object]:
        names = book.names
        return {
            "players": list(archive.names(MOST)),
            "corrected": [{"name": name, "shown": other} for name, other in names.aliases.items()],
            "hidden": sorted(names.hidden),
        }

    def keep(read: Callable[[Fields], Callable[[], None]]) -> Response:
        def change(given: Fields) -> dict[str, object]:
            done = read(given)
            given.end()
            rights.allow("players")
            done()
            return told()

        return commands.keep(change)

    @part.get("")
    def all_() -> dict[str, object]:
        rights.check()
        return told()

    @part.get("/ledger")
    def purses() -> dict[str, object]:
        return ledger_as_json(ledger)

    @part.post("/settle")
    @for_owner
    def settle() -> Response:
        def change(given: Fields) -> dict[str, object]:
            given.end()
            rights.allow("players")
            ledger.settle(time.time())
            return ledger_as_json(ledger)

        return commands.keep(change)

    @part.post("/rename")
    @for_owner
    def rename() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            player, name = given.text("player"), given.text("name")
            return lambda: book.rename(player, name)

        return keep(read)

    @part.post("/merge")
    @for_owner
    def merge() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            player, into = given.text("player"), given.text("into")
            return lambda: book.merge(player, into)

        return keep(read)

    @part.post("/hide")
    @for_owner
    def hide() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            player = given.text("player")
            return lambda: book.hide(player)

        return keep(read)

    @part.post("/restore")
    @for_owner
    def restore() -> Response:
        def read(given: Fields) -> Callable[[], None]:
            player = given.text("player")
            return lambda: book.restore(player)

        return keep(read)

    return part
