"""Clips, their page, and who may see them: those who may see the picture, and the table's screens where allowed."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import NoReturn

from flask import Blueprint, Response, render_template, request

from engine.i18n import gettext as _
from web.access.guard import OwnerRights
from web.access.visitor import visitor_of
from web.appliance import Appliance
from web.display_names import shown
from web.errors import Denied, part_or
from web.services.device import CLIP_FRAMES, Clip

SAME = 1.0
"""Seconds within which two times mean the same begin of a game."""


class ClipDesk:
    """The clips of a table for the client of the current request."""

    def __init__(self, appliance: Appliance, rights: OwnerRights) -> None:
        self._appliance = appliance
        self._clips = appliance.clips
        self._rights = rights

    @property
    def is_there(self) -> bool:
        if self._clips is None:
            return False
        return self._appliance.known_settings().get("replays") is not False

    def may_see(self) -> bool:
        if not self.is_there or self._clips is None:
            return False
        if self._appliance.shows_pictures or self._rights.is_owner() or self._rights.at_helm():
            return True
        return self._clips.shows_on_tv and visitor_of(request.environ).own

    def shows_big_moments(self) -> bool:
        """Return whether a TV view shows the throw of a big moment again by itself."""
        return bool(self._appliance.known_settings().get("replays_on_tv")) and self.may_see()

    def check(self) -> None:
        """Raise :class:`~web.errors.Denied` unless the current client may see clips."""
        if not self.is_there:
            raise Denied(404, "no_clips", _("This table doesn’t record rolls."))
        if not self.may_see():
            raise Denied(403, "private", _("Take the helm to see the camera picture."))

    def may_keep(self) -> bool:
        return self._clips is not None and self._clips.can_keep and self._rights.at_helm()

    def latest(self) -> Clip | None:
        return self._clips.latest() if self._clips else None

    def find(self, name: str) -> Clip | None:
        clip = self._clips.find(name) if self._clips else None
        return clip if clip and (not clip.is_kept or self._is_of_its_game(clip)) else None

    def kept(self, games: Collection[int] | None = None, most: int = 100) -> Sequence[Clip]:
        """Return the kept clips of these games, or of all, the latest first; none to those who may not see them."""
        if self._clips is None or not self.may_see():
            return ()
        found: list[Clip] = []
        for clip in self._clips.kept(games):
            if len(found) < most and self._is_of_its_game(clip):
                found.append(clip)
        return found

    def with_names(self, games: Collection[int] | None = None, most: int = 100) -> list[tuple[Clip, str]]:
        return [(clip, shown(self.thrower(clip))) for clip in self.kept(games, most)]

    def unreadable(self) -> int:
        return self._clips.unreadable() if self._clips and self.may_see() else 0

    def pictures(self, name: str) -> bytes | None:
        return self._clips.pictures(name) if self._clips and self.find(name) else None

    def thrower(self, clip: Clip) -> str:
        """Return the name under which the player of that clip is shown; empty for a hidden one."""
        return self._appliance.archive.player_names.called(clip.player) or ""

    def _is_of_its_game(self, clip: Clip) -> bool:
        """Return whether the log still has the game of that clip: after a restore, another may have its number."""
        record = self._appliance.archive.record(clip.game) if clip.game is not None else None
        if record is None:
            return False
        return record.clock is None or clip.begun is None or abs(record.clock - clip.begun) < SAME


NO_CLIP = _("There’s no such roll.")
DAY = 86_400


def clip_pages(desk: ClipDesk) -> Blueprint:
    """Return the blueprint for these pages. ``part=film`` in the address asks for the film without the page."""
    part = Blueprint("clips", __name__)
    part.app_context_processor(
        lambda: {
            "sees_clips": partial(part_or, "the rolls", desk.may_see, False),
            "shows_big_moments": partial(part_or, "the rolls", desk.shows_big_moments, False),
        }
    )

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
            frames=CLIP_FRAMES,
            who=shown(desk.thrower(clip)) if clip else "",
            may_keep=bool(clip and clip.roll is not None and not clip.is_kept and desk.may_keep()),
            may_remove=bool(clip and clip.is_kept and desk.may_keep()),
        )

    return part


def _missing() -> NoReturn:
    raise Denied(404, "no_such_clip", NO_CLIP)
