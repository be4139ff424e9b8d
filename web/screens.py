"""What screens show beside the table itself: the TV on the wall, the camera's picture, and how a screen looks."""

from collections.abc import Mapping

from flask import Blueprint, Response, abort, render_template, request, url_for

from web.appliance import Appliance
from web.catalogue import LANGUAGES
from web.coach import Coach
from web.helping import help_as_html
from web.joining import address_for_phones, joining
from web.pages import REFRESH
from web.qr import picture_of, qr_of
from web.render import Renderer, with_help
from web.table import Table
from web.viewer import THEMES, viewer_of

CAMERA_REFRESH = 5
"""Seconds after which the camera's picture is asked for again where there are no scripts."""


def screens(table: Table, appliance: Appliance, renderers: Mapping[str, Renderer], coach: Coach) -> Blueprint:
    """The pages for this table's screens."""
    part = Blueprint("screens", __name__)

    @part.get("/tv")
    def tv() -> str:
        viewer, snapshot = viewer_of(request), table.snapshot()
        main = with_help(renderers[viewer.language].fragment(snapshot), help_as_html(coach, viewer, snapshot))
        join = joining(address_for_phones(appliance.address, request.host_url), appliance.wifi)
        return render_template("tv.html", main=main, refresh=REFRESH, join=join)

    @part.get("/pairing.svg")
    def pairing() -> Response:
        code = table.snapshot().code
        if code is None:
            abort(404)
        drawn = picture_of(qr_of(f"{address_for_phones(appliance.address, request.host_url)}helm#{code}"))
        return Response(drawn, mimetype="image/svg+xml")

    @part.get("/help")
    def help_() -> str:
        return help_as_html(coach, viewer_of(request), table.snapshot())

    @part.get("/camera")
    def camera() -> str:
        return render_template("camera.html", picture=url_for("api.watching.picture"), refresh=CAMERA_REFRESH)

    @part.get("/look")
    def look() -> str:
        words = viewer_of(request).words
        themes = {theme: words.THEME_NAMES[theme] for theme in THEMES}
        levels = {level: words.HELP_LEVELS[level] for level in coach.levels}
        wishes = {"language": LANGUAGES, "theme": themes, "help": levels}
        return render_template("look.html", wishes=wishes)

    return part
