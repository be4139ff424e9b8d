"""Settings, names of players, and house rules."""

from collections.abc import Callable

from flask import Blueprint, Response

from engine.i18n import gettext as _
from web.access.guard import check_helm
from web.access.permission import TablePermission
from web.access.sessions import ControlSessions
from web.api.command_routes import CommandHandler
from web.api.request_body import Fields
from web.appliance import Appliance
from web.errors import Denied, NotKept
from web.games.house_rules import HouseBook, HouseRules, row_of
from web.games.rule_options import all_rules
from web.history.unfinished import UnfinishedGames

PICTURES = ("everybody", "helm")
"""Who may see the camera's picture."""

AT_THE_TABLE = ("brightness", "sounds")
"""Settings of the panel: to change one needs a press there, or a phone could make the table dark and mute."""


def keeping(
    appliance: Appliance, hands: ControlSessions, commands: CommandHandler, permission: TablePermission
) -> Blueprint:
    """Return the blueprint for settings, names and house rules."""
    part = Blueprint("keeping", __name__)
    book = HouseBook(appliance.drawer)
    unfinished = UnfinishedGames(appliance.archive, appliance.drawer)

    @part.get("/rules")
    def rules() -> dict[str, object]:
        return all_rules()

    @part.get("/names")
    def names() -> dict[str, object]:
        check_helm(hands)
        return {"names": list(appliance.guests.names()) if appliance.guests else []}

    @part.get("/house-rules")
    def house_rules() -> dict[str, object]:
        return _all(book)

    @part.post("/house-rules")
    def save() -> Response:
        return commands.keep(lambda given: _save(book, given))

    @part.post("/house-rules/forget")
    def forget() -> Response:
        return commands.keep(lambda given: _forget(book, given))

    @part.post("/games/discard")
    def discard() -> Response:
        return commands.keep(lambda given: _discard(unfinished, given))

    @part.get("/settings")
    def settings() -> dict[str, object]:
        check_helm(hands)
        return _settings(appliance)

    @part.post("/settings")
    def change() -> Response:
        return commands.keep(lambda given: _change(appliance, permission, given))

    return part


def _all(book: HouseBook) -> dict[str, object]:
    return {"house_rules": [row_of(rules) for rules in book.all()]}


def _save(book: HouseBook, given: Fields) -> dict[str, object]:
    rules = HouseRules(given.text("name"), given.text("preset"), given.options("options"), given.flag("locked", False))
    given.end()
    book.save(rules)
    return _all(book)


def _forget(book: HouseBook, given: Fields) -> dict[str, object]:
    name = given.text("name")
    given.end()
    book.forget(name)
    return _all(book)


def _discard(unfinished: UnfinishedGames, given: Fields) -> dict[str, object]:
    number = given.number("game", 1)
    given.end()
    unfinished.discard(number)
    return {"discarded": number}


def _settings(appliance: Appliance) -> dict[str, object]:
    return {"settings": dict(appliance.settings.settings()) if appliance.settings else {}}


def _change(appliance: Appliance, permission: TablePermission, given: Fields) -> dict[str, object]:
    readers: dict[str, Callable[[], object]] = {
        "brightness": lambda: given.share("brightness"),
        "sounds": lambda: given.flag("sounds"),
        "pictures": lambda: given.one_of("pictures", PICTURES),
    }
    values = {name: read() for name, read in readers.items() if given.has(name)}
    given.end()
    there = appliance.settings.settings() if appliance.settings else {}
    if missing := next((name for name in values if name not in there), None):
        raise Denied(422, "no_such_setting", _("This table has no setting “{missing}”.", missing=missing))
    if any(values[name] != there[name] for name in AT_THE_TABLE if name in values):
        permission.ask("panel")
    if values and appliance.settings:
        try:
            appliance.settings.change(values)
        except NotKept as error:
            raise Denied(503, "not_kept", str(error), 10) from None
    return _settings(appliance)
