"""The owner's pages. What they offer depends on who looks; the changes themselves are sent to the API."""

import time
from typing import get_args

from flask import Blueprint, render_template, request

from engine.profiles import COLOURS, EMBLEMS
from table.commands import Deed
from table.snapshot import SnapshotSource
from web.access.guard import AccessWay, OwnerRights
from web.access.sessions import ControlSessions, hand
from web.appliance import Appliance
from web.errors import Denied, part_or
from web.games.house_rules import HouseBook, row_of
from web.guests.profiles import ProfileBook
from web.guests.room import Room
from web.guests.screens import SoundSwitch
from web.history.ledger_book import LedgerBook
from web.history.player_book import PlayerBook
from web.history.slugs import name_of
from web.owner.machine_pages import summary_of
from web.viewer import viewer_of

LATEST = 8
"""Players on the owner's page, those who played last."""

MOST = 1000
"""Players in the whole list."""


def owner_pages(
    table: SnapshotSource,
    appliance: Appliance,
    hands: ControlSessions,
    room: Room,
    rights: OwnerRights,
    book: PlayerBook,
    ledger: LedgerBook,
    profiles: ProfileBook,
    sound: SoundSwitch,
) -> Blueprint:
    """Return the blueprint for the owner's pages."""
    part = Blueprint("owner", __name__, url_prefix="/owner")

    @part.app_context_processor
    def rights_here() -> dict[str, object]:
        return {"owner_way": rights.way}

    @part.get("")
    def index() -> str:
        is_owner = rights.is_owner()
        known = part_or("the players", lambda: appliance.archive.names(LATEST + 1), ())
        link = part_or("the link", appliance.link.status, None) if appliance.link else None
        house = part_or("the house rules", lambda: [row_of(rules) for rules in HouseBook(appliance.drawer).all()], [])
        return render_template(
            "owner/index.html",
            is_owner=is_owner,
            summary=part_or("the machine", lambda: summary_of(appliance, table.snapshot().trouble), None)
            if is_owner
            else None,
            version=appliance.care.system.state().version if is_owner and appliance.care else "",
            inside=is_owner or hands.is_there(hand()),
            pin=rights.pin.state,
            ways=ways_of(rights),
            players=known[:LATEST],
            has_more=len(known) > LATEST or bool(book.names),
            purses=part_or("the ledger", ledger.lines, ()),
            house=[(rules, rules | {"locked": not rules["locked"]}) for rules in house],
            pictures=dict(appliance.settings.settings()).get("pictures") if appliance.settings else None,
            settings=appliance.known_settings(),
            sound=sound.allowed,
            hands=len(hands),
            screens=None if room.has_buttons else room.screens.all(),
            link=link,
            link_age=None if link is None or link.last_sent is None else time.time() - link.last_sent,
        )

    @part.get("/players")
    def players() -> str:
        rights.check()
        names = book.names
        return render_template(
            "owner/players.html",
            players=appliance.archive.names(MOST),
            corrected=sorted(names.aliases.items()),
            hidden=sorted(names.hidden),
            way=rights.way("players"),
        )

    @part.get("/players/<path:key>")
    def player(key: str) -> str:
        rights.check()
        name = name_of(key)
        if name is None or not appliance.archive.has_player(name):
            raise Denied(404, "no_such_player", viewer_of(request).words.LOG_MISSING["no_such_player"])
        return render_template(
            "owner/player.html",
            name=name,
            profile=profiles.of(name),
            colours=COLOURS,
            emblem_names=EMBLEMS,
            others=[other for other in appliance.archive.names(MOST) if other != name],
            way=rights.way("players"),
        )

    return part


def ways_of(rights: OwnerRights) -> dict[Deed, AccessWay]:
    """Return how the current client gets to do each of the owner's actions."""
    return {deed: rights.way(deed) for deed in get_args(Deed)}
