"""Past players: their names as they are shown and counted, corrected, merged, hidden, and restored."""

import time
from collections.abc import Callable

from flask import Blueprint, Response

from web.access.guard import for_owner
from web.access.owner_rights import OwnerRights
from web.api.command_routes import CommandHandler
from web.api.request.body import Fields
from web.history.ledger_book import LedgerBook, ledger_as_json
from web.history.player_book import PlayerBook
from web.ports.archive import Archive

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
