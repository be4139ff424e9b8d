"""Query parameters: options of rules, and the viewer's texts."""

import json
from typing import Any

from flask import request

from engine.i18n import gettext as _
from web.api.request import bad
from web.catalogue import Words
from web.viewer import viewer_of


def options_asked() -> dict[str, Any]:
    """Return the options in the address, as JSON; :class:`~web.errors.Denied` if they are not valid."""
    try:
        options = json.loads(request.args.get("options", "{}"))
    except (ValueError, RecursionError):
        raise bad(_("The options in the address are not JSON.")) from None
    if not isinstance(options, dict) or len(options) > 40:
        raise bad(_("The options in the address must be one object of up to 40."))
    return options


def words_asked() -> Words:
    """Return the texts of the viewer's language."""
    return viewer_of(request).words
