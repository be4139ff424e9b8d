"""The texts of the set-up."""

from engine.i18n import gettext as _
from engine.i18n import ngettext

SETUP_CLOSED = {
    "taken": _("Another phone is setting up this table. Wait until it is done."),
    "idle": _("Another phone began to set up this table. Take over to go on here."),
    "pin": _("Another phone is setting up this table. Enter the owner’s PIN to go on here."),
    "closed": _("This table is in use already. Set the owner’s PIN first, then sign in."),
    "finished": _("This table is set up. Enter the owner’s PIN to change it."),
    "open": _("Choose the language first."),
}
"""Why the set-up is not offered, by :data:`web.setup.access.Standing`."""

SETUP_STEPS = {
    "language": _("Language"),
    "pin": _("Owner’s PIN"),
    "camera": _("Camera and tray"),
    "tray": _("Holding dice"),
    "throws": _("Test rolls"),
    "names": _("Names"),
    "codes": _("Phones and TV"),
}
"""The steps by their names in addresses."""

SETUP_LANGUAGE_SAYS = _("Choose the language of this phone. Each phone can have its own.")
SETUP_NO_PICTURE = _("No camera picture. It comes back automatically once the camera works.")
SETUP_FOUND = {
    "markers": _("The tray is found."),
    "corners": _("The tray is found by the corners you marked."),
    "nowhere": _("The tray is not found yet. Clean and light the markers, or mark the corners yourself."),
}
"""How the tray was found, by :data:`web.services.device.Sight.found`."""
SETUP_NOT_FOUND = _("The tray is not found yet: mark its corners, or skip this step.")

SETUP_TRAY_SAYS = _("Where do players put the dice they keep?")
SETUP_HOLDS = {
    "rail": _("On the rail at the left"),
    "in_place": _("They stay where they lie"),
    "off_tray": _("Off the tray"),
}
"""Ways to hold dice, by :data:`web.services.device.Hold`."""
SETUP_BAD_RAIL = _("Enter the width of the rail in millimetres.")

SETUP_RESTS = {
    "empty": _("No dice on the tray: roll them, then read again."),
    "moving": _("The dice are still moving: wait, then read again."),
    "obstructed": _("Something is over the tray: take it away, then read again."),
    "no_picture": SETUP_NO_PICTURE,
    "no_tray": _("Find the tray first: go back to the camera."),
}
"""Why a test throw was not read, by :data:`web.services.device.Rest`."""
SETUP_PLAYING = _("A game is on: finish it first, then test the dice.")

SETUP_TABLE_NAME = _("Name of the table")
SETUP_NO_PLAYERS = _("Enter at least one name.")


SETUP_BAD_STEP = _("This is not a step of the set-up.")
SETUP_BAD_CORNERS = _("Give each of the four corners as two numbers.")


def setup_since(minutes: int) -> str:
    """For how long another phone has been setting up."""
    if minutes < 1:
        return _("It began less than a minute ago.")
    return ngettext("It began {count} minute ago.", "It began {count} minutes ago.", minutes)


def setup_player(number: int) -> str:
    """The label of a player's name."""
    return _("Player {number}", number=number)
