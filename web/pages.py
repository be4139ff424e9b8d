"""The pages that everybody may look at: the table, its stream, and a word for programs that ask whether it runs."""

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from web.render import Renderer
from web.stream import Stream, Streams, event
from web.table import Snapshot, Table


def pages(table: Table, renderer: Renderer, streams: Streams, heartbeat: float) -> Blueprint:
    """The pages of this table."""
    part = Blueprint("pages", __name__)

    def told(snapshot: Snapshot) -> bytes:
        return event("table", snapshot, renderer.fragment(snapshot))

    stream = Stream(table, streams, told, heartbeat)

    @part.get("/")
    def page() -> str:
        return render_template("table.html", main=Markup(renderer.fragment(table.snapshot())))

    @part.get("/stream")
    def follow() -> Response:
        return stream.answer()

    @part.get("/healthz")
    def health() -> dict[str, object]:
        now = table.snapshot()
        return {
            "ok": True,
            "boot": now.boot,
            "revision": now.revision,
            "mode": now.mode.value,
            "streams": len(streams),
        }

    return part
