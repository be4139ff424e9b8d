"""Read access: the state, the stream of states, and the camera's picture."""

from pathlib import Path

from flask import Blueprint, Response

from engine.i18n import gettext as _
from table.snapshot import Snapshot, SnapshotSource
from web.access.guard import hand
from web.access.sessions import ControlSessions
from web.api.state import Teller
from web.appliance import Appliance
from web.errors import Denied
from web.http.streams import Streams
from web.live.sse import Stream, event

OPENAPI = Path(__file__).parents[1] / "openapi.json"


def watching(
    table: SnapshotSource, appliance: Appliance, hands: ControlSessions, streams: Streams, heartbeat: float
) -> Blueprint:
    """Return the blueprint for read access."""
    part = Blueprint("watching", __name__)
    teller = Teller()
    promised = OPENAPI.read_text("utf-8")

    def told(snapshot: Snapshot) -> bytes:
        return event("state", snapshot, teller.told(snapshot))

    stream = Stream(table, streams, told, heartbeat)

    @part.get("/state")
    def state() -> Response:
        return Response(teller.told(table.snapshot()), mimetype="application/json")

    @part.get("/events")
    def events() -> Response:
        return stream.answer()

    @part.get("/openapi.json")
    def openapi() -> Response:
        return Response(promised, mimetype="application/json")

    @part.get("/picture")
    def picture() -> Response:
        settings = appliance.settings.settings() if appliance.settings else {}
        if settings.get("pictures", "everybody") != "everybody" and not hands.has(hand()):
            raise Denied(403, "private", _("The camera’s pictures are for those at the helm."))
        jpeg = appliance.pictures.picture() if appliance.pictures else None
        if jpeg is None:
            raise Denied(503, "no_picture", _("There is no picture from the camera."), 5)
        return Response(jpeg, mimetype="image/jpeg")

    return part
