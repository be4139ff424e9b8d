"""The page and the sheet of a phone's own player: who it is, and the colour and the emblem."""

from flask import Blueprint, render_template, request

from engine.profiles.profile import COLOURS, EMBLEMS, Profile
from web.display_names import shown
from web.joining.own_player import OwnPlayer


def own_pages(own: OwnPlayer) -> Blueprint:
    """Return the blueprint."""
    part = Blueprint("me", __name__, url_prefix="/me")

    @part.app_context_processor
    def mine() -> dict[str, object]:
        return {"own_player": lambda: shown(own.name)}

    def told(player: str) -> dict[str, object]:
        here = own.profiles.of_game(own.present)  # as on the table, where no two are alike

        def look_of(name: str) -> Profile:
            return here.get(shown(name)) or own.profiles.of(name)

        return {
            "player": player,
            "is_me": bool(player) and shown(player) == shown(own.name),
            "may_change": bool(player) and own.may_change(player),
            "here": own.present,
            "profile": look_of(player) if player else None,
            "profile_of": look_of,
            "colours": COLOURS,
            "emblem_names": EMBLEMS,
            "shown": shown,
        }

    @part.get("")
    def page() -> str:
        return render_template("me.html", **told(own.name))

    @part.get("/sheet")
    def sheet() -> str:
        asked = request.args.get("player", "")
        here = next((name for name in own.present if shown(name) == asked), own.name)
        return render_template("_me_sheet.html", **told(here))

    return part
