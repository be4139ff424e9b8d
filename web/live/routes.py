"""The public pages: the table, its stream, and a health check."""

from collections.abc import Mapping
from functools import partial

from flask import Blueprint, Response, render_template, request

from table.snapshot import Snapshot, SnapshotSource
from web.access.guard import open_to_all
from web.display_names import isolated
from web.errors import part_or
from web.guests.profiles import ProfileBook
from web.http.limits import Streams
from web.live.advice import AdviceCache
from web.live.figures import Figures, LiveFigures
from web.live.renderer import Renderer, first_paint
from web.live.sse import Stream, event
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
    connected: Mapping[str, bool],
) -> Blueprint:
    """Return the blueprint for the public pages; ``renderers`` are by the letters of their language.

    ``connected`` says which of the configured parts the table has found: ``buttons`` and ``lamps``.
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

        return Stream(table, streams, told, heartbeat, lambda: profiles.version, reactions)

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
        return render_template("_figures.html", figures=figures, badges=badges, isolated=isolated)

    @part.get("/result")
    def review() -> Response:
        snapshot = table.snapshot()
        found = renderers[viewer_of(request).language].review(snapshot)
        if found.waits:
            return Response(status=204)
        badges = profiles.of_game(snapshot.state.players)
        return Response(render_template("_review.html", review=found, badges=badges))

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
            **connected,
        }

    return part
