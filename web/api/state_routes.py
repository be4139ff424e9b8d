"""Read access: the state, the stream of states, and the camera's picture."""

from pathlib import Path

from flask import Blueprint, Response, request

from engine.i18n import gettext as _
from engine.i18n import languages
from table.snapshot import Snapshot, SnapshotSource
from web.access.owner_rights import OwnerRights
from web.api.state import Teller
from web.appliance import Appliance
from web.errors import Denied
from web.http.streams import Streams
from web.live.sse import Stream, event
from web.ports.preferences import viewer_of

OPENAPI = Path(__file__).parents[1] / "openapi.json"


def watching(
    table: SnapshotSource, appliance: Appliance, rights: OwnerRights, streams: Streams, heartbeat: float
) -> Blueprint:
    """Return the blueprint for read access."""
    part = Blueprint("watching", __name__)
    teller = Teller()
    promised = OPENAPI.read_text("utf-8")

    def stream_in(language: str) -> Stream:
        def told(snapshot: Snapshot) -> bytes:
            return event("state", snapshot, teller.told(snapshot, language))

        return Stream(table, streams, told, heartbeat)

    streams_in = {language: stream_in(language) for language in languages()}

    @part.get("/state")
    def state() -> Response:
        return _in_the_language(
            Response(teller.told(table.snapshot(), viewer_of(request).language), mimetype="application/json")
        )

    @part.get("/events")
    def events() -> Response:
        return _in_the_language(streams_in[viewer_of(request).language].answer())

    @part.get("/openapi.json")
    def openapi() -> Response:
        return Response(promised, mimetype="application/json")

    @part.get("/picture")
    def picture() -> Response:
        if not (appliance.shows_pictures or rights.is_owner() or rights.at_helm()):
            raise Denied(403, "private", _("Take the helm to see the camera picture."))
        jpeg = appliance.pictures.picture() if appliance.pictures else None
        if jpeg is None:
            raise Denied(503, "no_picture", _("No camera picture."), 5)
        return Response(jpeg, mimetype="image/jpeg")

    return part


def _in_the_language(response: Response) -> Response:
    """Say in the headers which language the sentences of the answer have, and that the request decides it."""
    response.headers["Content-Language"] = viewer_of(request).language
    response.vary.add("Accept-Language")
    return response
