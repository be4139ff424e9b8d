"""Reactions of guests, which the TV shows."""

from flask import Blueprint, request

from web.access.guard import open_to_all
from web.access.visitor import visitor_of
from web.api.request.body import fields
from web.show.reactions import KINDS, Reactions


def reactions(desk: Reactions) -> Blueprint:
    """Return the blueprint for reactions."""
    part = Blueprint("reactions", __name__, url_prefix="/reactions")

    @part.post("")
    @open_to_all
    def react() -> dict[str, object]:
        given = fields()
        kind = given.one_of("kind", KINDS)
        given.end()
        desk.send(kind, visitor_of(request.environ).account)
        return {"sent": kind}

    return part
