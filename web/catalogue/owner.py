"""The texts of the owner's pages."""

from engine.i18n import gettext as _
from engine.i18n import ngettext

OWNER_SOUND_SAYS = {
    True: _("Each screen chooses for itself whether it sounds, and the table’s speaker by its configuration."),
    False: _("All screens are silent, and so is the table’s speaker."),
}
OWNER_SOUND_SWITCH = {True: _("Switch off all sound"), False: _("Allow sound again")}
OWNER_LOCKED = {
    "pin": _("This needs the owner’s PIN."),
    "machine": _("This needs an owner: run “quarterdeck owner” on the machine to set a PIN."),
    "helm": _("This needs the helm."),
}
"""Why a page does not offer something, by :data:`web.access.guard.AccessWay`."""

LOG_HIDDEN = _("Hidden player")


OWNER_TASKS = {
    "helm_box.keeping": _("Backup"),
    "helm_box.calibration": _("Calibration"),
    "helm_box.settings": _("Settings"),
}
"""The owner's pages by their endpoints."""


def owner_hands(hands: int) -> str:
    """How many phones are at the helm."""
    return ngettext("{count} phone is at the helm.", "{count} phones are at the helm.", hands) if hands else NO_HANDS


NO_HANDS = _("No phone is at the helm.")
