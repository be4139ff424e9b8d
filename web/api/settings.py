"""Settings, names of players, and house rules."""

from typing import Annotated, Literal

from flask import Blueprint
from msgspec import UNSET, Meta, UnsetType, field, structs

from engine.i18n import gettext as _
from engine.turns.kit.file.reading import LONGEST_OF_OWNERS
from table.commands import Deed
from web.access.guard import OwnerRights, for_helm_or_owner, for_owner
from web.access.sessions import ControlSessions, check_helm
from web.api.body import ChangeBody, Options, Positive, Share, ShortText
from web.api.commands import CommandHandler
from web.appliance import Appliance
from web.errors import Denied
from web.games.house_rules import HouseBook, HouseRules, all_rules, row_of
from web.games.own_games import OwnGames
from web.history.books import UnfinishedGames

DEEDS: dict[Deed, tuple[str, ...]] = {
    "panel": ("brightness", "sounds"),
    "pictures": ("pictures", "replays", "replays_on_tv", "figures", "reactions", "attract"),
}
"""The settings that each action of the owner changes."""


class NewHouseRules(ChangeBody, frozen=True):
    """House rules under a name; only the owner changes those that are locked."""

    name: ShortText
    preset: ShortText
    options: Options = field(default_factory=dict)
    locked: bool = False


class NamedHouseRules(ChangeBody, frozen=True):
    name: ShortText


class GameText(ChangeBody, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_OF_OWNERS)]


class OwnGame(ChangeBody, frozen=True):
    game: ShortText


class UnfinishedGame(ChangeBody, frozen=True):
    game: Positive


class ChangedSettings(ChangeBody, frozen=True):
    """The settings that change; ``pictures`` is who may see the camera's picture."""

    brightness: Share | UnsetType = UNSET
    sounds: bool | UnsetType = UNSET
    pictures: Literal["everybody", "helm"] | UnsetType = UNSET
    replays: bool | UnsetType = UNSET
    replays_on_tv: bool | UnsetType = UNSET
    figures: bool | UnsetType = UNSET
    reactions: bool | UnsetType = UNSET
    attract: bool | UnsetType = UNSET


def keeping(
    appliance: Appliance, hands: ControlSessions, commands: CommandHandler, rights: OwnerRights, own: OwnGames
) -> Blueprint:
    part = Blueprint("keeping", __name__)
    book = HouseBook(appliance.drawer)
    unfinished = UnfinishedGames(appliance.archive, appliance.drawer)

    def all_house_rules() -> dict[str, object]:
        return {"house_rules": [row_of(rules) for rules in book.all()]}

    def all_settings() -> dict[str, object]:
        return {"settings": dict(appliance.known_settings())}

    @part.get("/rules")
    def rules() -> dict[str, object]:
        return all_rules()

    @part.get("/names")
    def names() -> dict[str, object]:
        check_helm(hands)
        return {"names": list(appliance.guests())}

    @part.get("/house-rules")
    def house_rules() -> dict[str, object]:
        return all_house_rules()

    @part.post("/house-rules")
    @for_helm_or_owner
    @commands.change
    def save(given: NewHouseRules) -> dict[str, object]:
        rules = HouseRules(given.name, given.preset, given.options, given.locked)
        book.check(rules)
        if rules.locked != book.is_locked(rules.name):
            rights.allow("house_rules")
        book.save(rules)
        return all_house_rules()

    @part.post("/house-rules/forget")
    @for_helm_or_owner
    @commands.change
    def forget(given: NamedHouseRules) -> dict[str, object]:
        book.forget(given.name)
        return all_house_rules()

    @part.post("/own-games")
    @for_owner
    @commands.change
    def add(given: GameText) -> dict[str, object]:
        rights.allow("house_rules")
        game = own.save(given.text)
        return {"game": game.presets[0], "title": str(game.title)}

    @part.post("/own-games/forget")
    @for_owner
    @commands.change
    def take_away(given: OwnGame) -> dict[str, object]:
        rights.allow("house_rules")
        own.forget(given.game)
        return {"game": given.game}

    @part.post("/games/discard")
    @commands.change
    def discard(given: UnfinishedGame) -> dict[str, object]:
        unfinished.discard(given.game)
        if appliance.clips:
            appliance.clips.forget_game(given.game)
        return {"discarded": given.game}

    @part.get("/settings")
    def settings() -> dict[str, object]:
        rights.check()
        return all_settings()

    @part.post("/settings")
    @for_owner
    @commands.change
    def change(given: ChangedSettings) -> dict[str, object]:
        sent = structs.asdict(given).items()
        values = {name: value for name, value in sent if name != "key" and value is not UNSET}
        there = appliance.known_settings()
        if missing := next((name for name in values if name not in there), None):
            raise Denied(422, "no_such_setting", _("This table has no setting “{missing}”.", missing=missing))
        for deed, named in DEEDS.items():
            if any(values[name] != there[name] for name in named if name in values):
                rights.allow(deed)
        if values and appliance.settings:
            appliance.settings.change(values)
        return all_settings()

    return part
