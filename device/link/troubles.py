"""Why the link is down, and the sentences for the owner that more than one module has."""

from dataclasses import dataclass, field

from engine.i18n import Text
from engine.i18n import gettext as _


@dataclass(eq=False)
class LinkLost(Exception):
    """The link is down. The text is a sentence for the owner; ``is_twin``: another table uses the same id.

    ``is_grave``: it does not end by itself, so the table's page shows it too. ``was_up``: the broker had accepted the
    connection. ``is_away``: the broker could not be reached at all.
    """

    sentence: str
    is_twin: bool = field(default=False, kw_only=True)
    is_grave: bool = field(default=False, kw_only=True)
    was_up: bool = field(default=False, kw_only=True)
    is_away: bool = field(default=False, kw_only=True)


NO_PAHO = _("The link is off: run .venv/bin/pip install 'paho-mqtt>=2', then restart the table.")
TWIN = _(
    "Another table seems to use this table’s id: the broker keeps closing the connection. If a card was copied, delete "
    "table-id.json on the copy and restart it."
)


def away(broker: str, why: str) -> Text:
    return _("{broker} can’t be reached ({why}): games are kept, and sent later.", broker=broker, why=why)


def refused(why: str) -> Text:
    return _("The venue refuses what this table sends ({why}): check the venue’s name and the table’s rights.", why=why)
