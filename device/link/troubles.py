"""Why the link is down, and the sentences for the owner that more than one module has."""

from dataclasses import dataclass, field

from engine.i18n import Text
from engine.i18n import gettext as _


@dataclass(eq=False)
class LinkLost(Exception):
    """The link is down. The text is a sentence for the owner; ``is_twin``: another table uses the same id.

    ``is_grave``: it does not end by itself, so the table's page shows it too. ``is_away``: the broker could not be
    reached at all. ``is_apart``: the table's id is another's from now on.
    """

    sentence: str
    is_twin: bool = field(default=False, kw_only=True)
    is_grave: bool = field(default=False, kw_only=True)
    is_away: bool = field(default=False, kw_only=True)
    is_apart: bool = field(default=False, kw_only=True)


NO_PAHO = _("The link is off: run .venv/bin/pip install 'paho-mqtt>=2', then restart the table.")
TWIN = _(
    "Another table uses this table’s id: one card is a copy of the other. Games of both are kept; the venue’s owner "
    "picks on the board which card keeps the id."
)
APART = _(
    "The venue’s owner has given this table’s id to the other card. Its games are recorded, and this table has a new "
    "id: restart it, and have the id that quarterdeck doctor shows enrolled."
)


def away(broker: str, why: str) -> Text:
    return _("{broker} can’t be reached ({why}): games are kept, and sent later.", broker=broker, why=why)


def refused(why: str) -> Text:
    return _("The venue refuses what this table sends ({why}): check the venue’s name and the table’s rights.", why=why)
