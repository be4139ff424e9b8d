"""The texts about the link to a venue and to Home Assistant, on the owner's page."""

from engine.i18n import gettext as _
from engine.i18n import ngettext

LINK_ALL_SENT = _("All events are sent.")
LINK_UNKNOWN = _("How many events wait isn’t known yet.")
LINK_NOT_SENT = _("Nothing was sent since the start.")
LINK_JUST_SENT = _("Last sent less than a minute ago.")


def link_state(linked: bool, to: str) -> str:
    """Whether the table is linked, and to which address."""
    return _("Linked to {to}.", to=to) if linked else _("Not linked to {to}.", to=to)


def link_sent(seconds: float | None) -> str:
    """How long ago the venue confirmed rows."""
    if seconds is None:
        return LINK_NOT_SENT
    minutes = int(max(0.0, seconds) // 60)
    if minutes == 0:
        return LINK_JUST_SENT
    if minutes < 120:
        return ngettext("Last sent {count} minute ago.", "Last sent {count} minutes ago.", minutes)
    return ngettext("Last sent {count} hour ago.", "Last sent {count} hours ago.", minutes // 60)


def link_behind(behind: int | None) -> str:
    """How many events the venue has not confirmed."""
    if behind is None:
        return LINK_UNKNOWN
    if behind == 0:
        return LINK_ALL_SENT
    return ngettext("{count} event waits to be sent.", "{count} events wait to be sent.", behind)
