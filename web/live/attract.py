"""What the TV shows between games, never during one: the table's name, the last result, and how to join."""

from functools import partial

from flask import Blueprint, Response, render_template

from engine.i18n import gettext as _
from table.snapshot import SnapshotSource
from web.appliance import Appliance
from web.errors import part_or
from web.guests.join_info import address_for_phones, joining
from web.guests.profiles import ProfileBook
from web.live.result import result_of
from web.live.view_model import pot_of


def attract_pages(table: SnapshotSource, appliance: Appliance, profiles: ProfileBook) -> Blueprint:
    part = Blueprint("attract", __name__)

    def after() -> int:
        """Return the milliseconds after a game until it begins; 0 where it is off."""
        return round(1000 * appliance.attract_after) if appliance.known_settings().get("attract") is not False else 0

    part.app_context_processor(lambda: {"attract_after": partial(part_or, "the TV between games", after, 0)})

    @part.get("/tv/attract")
    def attract() -> Response:
        now = table.snapshot()
        result = result_of(now)
        if result is None:
            return Response(status=204)
        link = appliance.link() if appliance.link else None
        html = render_template(
            "_attract.html",
            name=link.table if link and link.table else _("Quarterdeck"),
            result=result,
            shake=part_or("the pot", lambda: pot_of(now), None),
            badges=profiles.of_game(now.state.players),
            join=joining(address_for_phones(appliance.address), appliance.wifi),
        )
        return Response(html)

    return part
