"""The match that a venue calls to a table, retained under the leaf ``match``.

It is ``{"version": 1, "id": ID, "start": TEXT}``; ``start`` is the canonical text of the game's start.
An empty message calls none.
"""

import json
from dataclasses import dataclass

from engine.codec import decode, encode
from engine.errors import BadLog, BadRules
from engine.events import Started
from engine.i18n import gettext as _
from engine.link_protocol import VERSION, BadMessage, check_wire, decode_object


@dataclass(frozen=True, slots=True)
class MatchCall:
    """A match for this table. Each of its games has an ``id`` of its own: a table opens one once."""

    id: str
    start: Started


def encode_call(call: MatchCall | None) -> bytes:
    if call is None:
        return b""
    return json.dumps({"version": VERSION, "id": call.id, "start": encode(call.start)}, ensure_ascii=False).encode()


def decode_call(data: bytes) -> MatchCall | None:
    """Raises :class:`~engine.link_protocol.BadMessage`."""
    if not data:
        return None
    given = decode_object(data)
    check_wire(given)
    match given:
        case {"id": str(id_), "start": str(text)} if 0 < len(id_) <= 100:
            try:
                start = decode(text)
            except (BadLog, BadRules):
                start = None
            if isinstance(start, Started):
                return MatchCall(id_, start)
    raise BadMessage(_("The message is not a match."))
