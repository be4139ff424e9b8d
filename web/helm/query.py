"""What was asked for in an address: options of rules, and the words of whoever asks."""

import json
from typing import Any

from flask import request

from web.api.request_body import bad
from web.catalogue import Words
from web.ports.preferences import viewer_of


def options_asked() -> dict[str, Any]:
    """The options in the address, as JSON; :class:`~web.errors.Denied` where they are none."""
    try:
        options = json.loads(request.args.get("options", "{}"))
    except (ValueError, RecursionError):
        raise bad("The options in the address are not JSON.") from None
    if not isinstance(options, dict) or len(options) > 40:
        raise bad("The options in the address are one object of up to 40.")
    return options


def words_asked() -> Words:
    """The words of the viewer's language."""
    return viewer_of(request).words
