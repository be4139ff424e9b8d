"""The public pages: the table with its stream, the TV, also between games, the camera’s picture, how to play, and the
display settings.
"""

from collections.abc import Mapping
from functools import partial

from flask import Blueprint, Response, render_template, request, url_for

from engine import title_of
from engine.i18n import gettext as _
from engine.i18n import languages, pgettext
from table.snapshot import Snapshot, SnapshotSource
from web.access.guard import OwnerRights, open_to_all
from web.access.sessions import screen
from web.appliance import Appliance
from web.errors import Denied, part_or
from web.games import game_on_the_page
from web.games.page import MOST_TERMS
from web.guests.join_info import address_for_phones, joining, picture_of, qr_of
from web.guests.profiles import ProfileBook
from web.guests.room import Room
from web.guests.screens import SoundSwitch
from web.http.limits import Streams
from web.live.chances import AdviceCache, Figures, LiveFigures, help_as_html
from web.live.renderer import Renderer, first_paint
from web.live.result import result_of
from web.live.sse import Stream, event
from web.live.view_model import pot_of
from web.services.device import Demo
from web.show.reactions import Reactions
from web.viewer import viewer_of

REFRESH = 4
"""Seconds after which a page without scripts looks again."""


def pages(
    table: SnapshotSource,
    renderers: Mapping[str, Renderer],
    coach: AdviceCache,
    streams: Streams,
    heartbeat: float,
    demo: Demo | None,
    profiles: ProfileBook,
    reactions: Reactions,
    live: LiveFigures,
    found: Mapping[str, object],
) -> Blueprint:
    """Return the blueprint for the public pages; ``renderers`` are by the letters of their language.

    ``found`` says which of the configured parts the table has, and where other devices have reached it.
    """
    part = Blueprint("pages", __name__)
    part.app_context_processor(
        lambda: {
            "reacts": partial(part_or, "the reactions", reactions.is_on, False),
            "shows_figures": partial(part_or, "the figures", live.is_on, False),
        }
    )

    def stream_of(renderer: Renderer) -> Stream:
        def told(snapshot: Snapshot) -> bytes:
            return event("table", snapshot, renderer.fragment(snapshot))

        return Stream(table, streams, told, heartbeat, renderer.look, reactions)

    followed = {language: stream_of(renderer) for language, renderer in renderers.items()}

    @part.get("/")
    def page() -> str:
        viewer, snapshot = viewer_of(request), table.snapshot()
        main = first_paint(renderers[viewer.language], coach, viewer, snapshot)
        return render_template("table.html", main=main, refresh=REFRESH)

    @part.get("/stream")
    def follow() -> Response:
        return followed[viewer_of(request).language].answer()

    @part.get("/figures")
    def beside() -> str:
        snapshot = table.snapshot()
        badges = profiles.of_game(snapshot.state.players)
        figures = part_or("the figures", lambda: live.of(snapshot), Figures())
        return render_template("_figures.html", figures=figures, badges=badges)

    @part.get("/result")
    def review() -> Response:
        snapshot = table.snapshot()
        found = renderers[viewer_of(request).language].review(snapshot)
        if found.waits:
            return Response(status=204)
        return Response(render_template("_review.html", review=found))

    if demo is not None:

        @part.post("/demo/again")
        @open_to_all
        def again() -> Response:
            demo.again()
            return Response(status=204)

    @part.get("/healthz")
    def health() -> dict[str, object]:
        now = table.snapshot()
        why = {"why": now.camera_why} if now.camera_why else {}
        return why | {
            "ok": True,
            "boot": now.boot,
            "revision": now.revision,
            "mode": now.mode.value,
            "streams": len(streams),
            "trouble": now.trouble,
            **found,
        }

    return part


CAMERA_REFRESH = 5
"""Seconds after which the camera's picture is asked for again where there are no scripts."""

HELP_LEVELS = {"off": _("No help"), "odds": _("Odds only"), "advice": _("Odds and advice")}

WISHES: dict[str, tuple[str, str, Mapping[str, str]]] = {
    "language": (_("Language"), "", {}),
    "theme": (_("Theme"), "", {"night": _("Dark"), "day": _("Light")}),
    "help": (
        _("Odds and hints"),
        _("Exact odds and the best move for the current player. Ask the others first."),
        HELP_LEVELS,
    ),
    "sound": (
        _("Sound"),
        _("A caller says each roll; Voice says all, for blind players."),
        {"off": _("No sound"), "effects": _("Effects"), "caller": _("Effects and caller"), "voice": _("Voice")},
    ),
    "volume": (_("Volume"), "", {"low": _("Low"), "medium": pgettext("volume", "Medium"), "high": _("High")}),
}
"""What each screen chooses for itself: the heading, a line on it if it needs one, and the choices."""


def screens(
    table: SnapshotSource,
    appliance: Appliance,
    renderers: Mapping[str, Renderer],
    coach: AdviceCache,
    room: Room,
    rights: OwnerRights,
    sound: SoundSwitch,
) -> Blueprint:
    part = Blueprint("screens", __name__)

    @part.get("/tv")
    def tv() -> str:
        viewer = viewer_of(request)
        address = address_for_phones(appliance.address)
        join, evening = joining(address, appliance.wifi), qr_of(f"{address}evening")
        codes = part_or("the codes", lambda: room.on_screens.shown() if room.screens.has(screen()) else None, None)
        return render_template(
            "tv.html",
            main=first_paint(renderers[viewer.language], coach, viewer, table.snapshot()),
            refresh=REFRESH,
            join=join,
            codes=codes,
            evening=evening,
            may_move=address != request.host_url,
        )

    @part.get("/pairing.svg")
    def pairing() -> Response:
        return Response(picture_of(qr_of(f"{address_for_phones(appliance.address)}helm")), mimetype="image/svg+xml")

    @part.get("/address")
    def address() -> dict[str, object]:
        return {"address": joining(address_for_phones(appliance.address), lambda _host: None).address}

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
            "camera.html",
            has_camera=appliance.pictures is not None,
            private=private,
            picture=picture,
            refresh=CAMERA_REFRESH,
            demo_is_over=over,
        )

    @part.get("/how")
    def how() -> str:
        state = table.snapshot().state
        game = game_on_the_page(state)
        how = game.how(state.rules)
        return render_template(
            "how.html",
            game=title_of(state.rules.name)[0],
            how=how,
            terms=[game.terms[key] for key in how.terms[:MOST_TERMS]],
        )

    @part.get("/look")
    def look() -> str:
        allowed = {"language": languages(), "help": {level: HELP_LEVELS[level] for level in coach.levels}}
        wishes = {wish: (title, line, allowed.get(wish, choices)) for wish, (title, line, choices) in WISHES.items()}
        return render_template("look.html", wishes=wishes, sound_allowed=sound.allowed)

    return part


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
