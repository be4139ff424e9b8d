"""The page of a throw that is shown again, and its pictures."""

from functools import partial
from typing import NoReturn

from flask import Blueprint, Response, render_template, request

from engine.i18n import gettext as _
from web.display_names import shown
from web.errors import Denied, part_or
from web.ports.clips import FRAMES, Clip
from web.show.clip_desk import ClipDesk

NO_CLIP = _("There’s no such roll.")
DAY = 86_400


def clip_pages(desk: ClipDesk) -> Blueprint:
    """Return the blueprint for these pages. ``part=film`` in the address asks for the film without the page."""
    part = Blueprint("clips", __name__)
    part.app_context_processor(lambda: {"sees_clips": partial(part_or, "the rolls", desk.may_see, False)})

    @part.get("/throw")
    def latest() -> str:
        return _page(desk.latest())

    @part.get("/throw/<name>")
    def kept(name: str) -> str:
        desk.check()
        return _page(desk.find(name) or _missing())

    @part.get("/clips/<name>.jpg")
    def pictures(name: str) -> Response:
        desk.check()
        found = desk.pictures(name) or _missing()
        answer = Response(found, mimetype="image/jpeg")
        answer.headers["Cache-Control"] = f"private, max-age={DAY}"
        return answer

    def _page(clip: Clip | None) -> str:
        film = request.args.get("part") == "film"
        if film:
            desk.check()
        seen = desk.may_see()
        return render_template(
            "_throw.html" if film else "throw.html",
            clip=clip if seen else None,
            private=not seen,
            frames=FRAMES,
            who=shown(desk.thrower(clip)) if clip else "",
            may_keep=bool(clip and clip.roll is not None and not clip.is_kept and desk.may_keep()),
            may_remove=bool(clip and clip.is_kept and desk.may_keep()),
        )

    return part


def _missing() -> NoReturn:
    raise Denied(404, "no_such_clip", NO_CLIP)
