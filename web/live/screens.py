"""Pages for screens beside the table itself: the TV, the camera's picture, and the display settings."""

from collections.abc import Mapping

from flask import Blueprint, Response, render_template, request, url_for

from engine.i18n import gettext as _
from engine.i18n import languages
from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights
from web.access.sessions import screen
from web.appliance import Appliance
from web.errors import Denied, part_or
from web.games import game_on_the_page
from web.guests.join_info import address_for_phones, joining, picture_of, qr_of
from web.guests.room import Room
from web.guests.screens import SoundSwitch
from web.live.advice import AdviceCache, help_as_html
from web.live.renderer import Renderer, first_paint
from web.live.routes import REFRESH
from web.show.attract import EVENING
from web.viewer import REPLAYS, THEMES, viewer_of

CAMERA_REFRESH = 5
"""Seconds after which the camera's picture is asked for again where there are no scripts."""


def screens(
    table: SnapshotSource,
    appliance: Appliance,
    renderers: Mapping[str, Renderer],
    coach: AdviceCache,
    room: Room,
    rights: OwnerRights,
    sound: SoundSwitch,
) -> Blueprint:
    """Return the blueprint for these pages."""
    part = Blueprint("screens", __name__)

    @part.get("/tv")
    def tv() -> str:
        viewer, snapshot = viewer_of(request), table.snapshot()
        main = first_paint(renderers[viewer.language], coach, viewer, snapshot)
        address = address_for_phones(appliance.address, request.host_url)
        join, evening = joining(address, appliance.wifi), qr_of(f"{address}{EVENING}")
        codes = part_or("the codes", lambda: room.on_screens.shown() if room.screens.has(screen()) else None, None)
        return render_template(
            "tv.html",
            main=main,
            refresh=REFRESH,
            join=join,
            codes=codes,
            evening=evening,
            may_move=address != request.host_url,
        )

    @part.get("/pairing.svg")
    def pairing() -> Response:
        drawn = picture_of(qr_of(f"{address_for_phones(appliance.address, request.host_url)}helm"))
        return Response(drawn, mimetype="image/svg+xml")

    @part.get("/address")
    def address() -> dict[str, object]:
        return {"address": joining(address_for_phones(appliance.address, request.host_url), None).address}

    @part.get("/tv/codes")
    def codes() -> str:
        name = screen()
        if name is None or not room.screens.has(name):
            raise Denied(403, "no_screen", _("This is not one of the table’s own screens."))
        room.screens.see(name)
        return render_template("_codes.html", codes=room.on_screens.shown())

    @part.get("/screen")
    def claim() -> str:
        return render_template("screen.html", claimed=room.screens.has(screen()), needed=not room.has_buttons)

    @part.get("/help")
    def help_() -> str:
        return help_as_html(coach, viewer_of(request), table.snapshot())

    @part.get("/camera")
    def camera() -> str:
        private = not (appliance.shows_pictures or rights.is_owner() or rights.at_helm())
        over = appliance.demo is not None and appliance.demo.is_over
        picture = url_for("api.watching.picture")
        return render_template(
            "camera.html", private=private, picture=picture, refresh=CAMERA_REFRESH, demo_is_over=over
        )

    @part.get("/how")
    def how() -> str:
        words, state = viewer_of(request).words, table.snapshot().state
        game = game_on_the_page(state)
        return render_template(
            "how.html",
            game=words.title(state.rules.name)[0],
            how=game.how(state.rules, words),
            terms=game.terms(words),
        )

    @part.get("/look")
    def look() -> str:
        words = viewer_of(request).words
        themes = {theme: words.THEME_NAMES[theme] for theme in THEMES}
        levels = {level: words.HELP_LEVELS[level] for level in coach.levels}
        sounds = {"sound": words.SOUND_LEVELS, "volume": words.VOLUMES, "buzz": words.BUZZ}
        wishes = {"language": languages(), "theme": themes, "help": levels, **sounds}
        wishes["figures"] = dict(words.FIGURES_ON)
        if appliance.clips:
            wishes["replays"] = {replays: words.REPLAYS_FOR[replays] for replays in REPLAYS}
        return render_template("look.html", wishes=wishes, sound_allowed=sound.allowed)

    return part
