"""Clips of throws: which there are, and keeping them."""

from flask import Blueprint, Response

from web.api.command_routes import CommandHandler
from web.api.request import Fields
from web.appliance import Appliance
from web.errors import Denied
from web.services.device import Clip
from web.show.clip_desk import NO_CLIP, ClipDesk

LONGEST = 40
"""Characters of a clip's id."""


def clips(appliance: Appliance, desk: ClipDesk, commands: CommandHandler) -> Blueprint:
    """Return the blueprint for clips."""
    part = Blueprint("clips", __name__, url_prefix="/clips")

    @part.get("")
    def all_() -> dict[str, object]:
        if not desk.is_there:
            return {"latest": None, "kept": [], "unreadable": 0}
        desk.check()
        latest = desk.latest()
        kept = [_told(clip, desk) for clip in desk.kept()]
        return {"latest": _told(latest, desk) if latest else None, "kept": kept, "unreadable": desk.unreadable()}

    @part.post("/keep")
    def keep() -> Response:
        return commands.keep(lambda given: _keep(appliance, desk, given))

    @part.post("/remove")
    def remove() -> Response:
        return commands.keep(lambda given: _remove(appliance, desk, given))

    return part


def _keep(appliance: Appliance, desk: ClipDesk, given: Fields) -> dict[str, object]:
    name = given.text("clip", LONGEST)
    given.end()
    desk.check()
    if appliance.clips is None:
        raise Denied(404, "no_such_clip", NO_CLIP)
    return {"clip": _told(appliance.clips.keep(name), desk)}


def _remove(appliance: Appliance, desk: ClipDesk, given: Fields) -> dict[str, object]:
    name = given.text("clip", LONGEST)
    given.end()
    desk.check()
    if appliance.clips is None:
        raise Denied(404, "no_such_clip", NO_CLIP)
    appliance.clips.remove(name)
    return {"removed": name}


def _told(clip: Clip, desk: ClipDesk) -> dict[str, object]:
    return {
        "id": clip.id,
        "game": clip.game,
        "roll": clip.roll,
        "player": desk.thrower(clip) or None,
        "dice": [die.value for die in clip.dice],
        "moment": clip.word or None,
        "kept": clip.is_kept,
        "pictures": clip.address,
    }
