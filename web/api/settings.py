"""Settings, names of players, and house rules."""

from collections.abc import Callable

from flask import Blueprint, Response

from engine.i18n import gettext as _
from table.commands import Deed
from web.access.guard import OwnerRights, for_helm_or_owner, for_owner
from web.access.sessions import ControlSessions, check_helm
from web.api.command_routes import CommandHandler
from web.api.request import Fields
from web.appliance import Appliance
from web.errors import Denied
from web.games.house_rules import HouseBook, HouseRules, row_of
from web.games.rule_options import all_rules
from web.history.unfinished import UnfinishedGames

PICTURES = ("everybody", "helm")
"""Who may see the camera's picture."""

DEEDS: dict[Deed, tuple[str, ...]] = {
    "panel": ("brightness", "sounds"),
    "pictures": ("pictures", "replays", "replays_on_tv", "figures", "reactions", "attract"),
}
"""The settings that each action of the owner changes."""


def keeping(appliance: Appliance, hands: ControlSessions, commands: CommandHandler, rights: OwnerRights) -> Blueprint:
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
    @for_helm_or_owner
    def save() -> Response:
        return commands.keep(lambda given: _save(book, rights, given))

    @part.post("/house-rules/forget")
    @for_helm_or_owner
    def forget() -> Response:
        return commands.keep(lambda given: _forget(book, given))

    @part.post("/games/discard")
    def discard() -> Response:
        return commands.keep(lambda given: _discard(unfinished, appliance, given))

    @part.get("/settings")
    def settings() -> dict[str, object]:
        rights.check()
        return _settings(appliance)

    @part.post("/settings")
    @for_owner
    def change() -> Response:
        return commands.keep(lambda given: _change(appliance, rights, given))

    return part


def _all(book: HouseBook) -> dict[str, object]:
    return {"house_rules": [row_of(rules) for rules in book.all()]}


def _save(book: HouseBook, rights: OwnerRights, given: Fields) -> dict[str, object]:
    rules = HouseRules(given.text("name"), given.text("preset"), given.options("options"), given.flag("locked", False))
    given.end()
    book.check(rules)
    if rules.locked != book.is_locked(rules.name):
        rights.allow("house_rules")
    book.save(rules)
    return _all(book)


def _forget(book: HouseBook, given: Fields) -> dict[str, object]:
    name = given.text("name")
    given.end()
    book.forget(name)
    return _all(book)


def _discard(unfinished: UnfinishedGames, appliance: Appliance, given: Fields) -> dict[str, object]:
    number = given.number("game", 1)
    given.end()
    unfinished.discard(number)
    if appliance.clips:
        appliance.clips.forget_game(number)
    return {"discarded": number}


def _settings(appliance: Appliance) -> dict[str, object]:
    return {"settings": dict(appliance.settings.settings()) if appliance.settings else {}}


def _change(appliance: Appliance, rights: OwnerRights, given: Fields) -> dict[str, object]:
    readers: dict[str, Callable[[], object]] = {
        "brightness": lambda: given.share("brightness"),
        "sounds": lambda: given.flag("sounds"),
        "pictures": lambda: given.one_of("pictures", PICTURES),
        "replays": lambda: given.flag("replays"),
        "replays_on_tv": lambda: given.flag("replays_on_tv"),
        "figures": lambda: given.flag("figures"),
        "reactions": lambda: given.flag("reactions"),
        "attract": lambda: given.flag("attract"),
    }
    values = {name: read() for name, read in readers.items() if given.has(name)}
    given.end()
    there = appliance.settings.settings() if appliance.settings else {}
    if missing := next((name for name in values if name not in there), None):
        raise Denied(422, "no_such_setting", _("This table has no setting “{missing}”.", missing=missing))
    for deed, names in DEEDS.items():
        if any(values[name] != there[name] for name in names if name in values):
            rights.allow(deed)
    if values and appliance.settings:
        appliance.settings.change(values)
    return _settings(appliance)
