"""The texts of the owner's pages."""

from engine.i18n import gettext as _
from engine.i18n import ngettext

OWNER = _("Owner")
OWNER_IS = _("You’re signed in as the owner. After 15 minutes without use you’re signed out.")
OWNER_SIGN_OUT = _("Sign out")
OWNER_PIN = _("PIN")
OWNER_SIGN_IN = _("Sign in")
OWNER_SIGN_IN_SAYS = _("Backup, calibration, players and settings need the owner’s PIN.")
OWNER_KEYPAD = _("Number keys")
OWNER_CLEAR = _("Clear")
OWNER_SET = _("Set a PIN")
OWNER_SET_SAYS = _("4 to 12 digits. From then on the helm plays, and the rest needs the PIN.")
OWNER_NEW_PIN = _("New PIN")
OWNER_REPEAT = _("Repeat the PIN")
OWNER_DIFFERS = _("The two PINs differ.")
OWNER_CHANGE = _("Change PIN")
OWNER_REMOVE = _("Remove PIN")
OWNER_REMOVE_SAYS = _("Without a PIN, this table has no owner.")
OWNER_FORGOTTEN = _("Forgot the PIN? Set a new one on the machine with “quarterdeck owner”.")
OWNER_NONE = _(
    "This table has no owner’s PIN yet. Take the helm to set one, or run “quarterdeck owner” on the machine."
)
OWNER_LOST = _("The owner’s PIN can’t be read any more. Set it again with “quarterdeck owner” on the machine.")
OWNER_LOST_PRESS = _("The owner’s PIN can’t be read any more. Set a new one; the table asks for a press.")
OWNER_SOUND = _("Sound")
OWNER_SOUND_SAYS = {
    True: _("Each screen chooses for itself whether it sounds, and the table’s speaker by its configuration."),
    False: _("All screens are silent, and so is the table’s speaker."),
}
OWNER_SOUND_SWITCH = {True: _("Switch off all sound"), False: _("Allow sound again")}
OWNER_ENTER = _("Enter PIN")
OWNER_LOCKED = {
    "pin": _("This needs the owner’s PIN."),
    "machine": _("This needs an owner: run “quarterdeck owner” on the machine to set a PIN."),
    "helm": _("This needs the helm."),
}
"""Why a page does not offer something, by :data:`web.access.owner_rights.AccessWay`."""

OWNER_PLAYERS = _("Players")
OWNER_PLAYERS_SAYS = _("Correct a name, merge two, or hide a player. Games stay as they were played.")
OWNER_ALL_PLAYERS = _("Show all")
OWNER_NO_PLAYERS = _("Nobody has played yet.")
OWNER_CORRECT = _("Correct the name")
OWNER_NAME = _("Name")
OWNER_SAVE = _("Save")
OWNER_MERGE = _("Merge")
OWNER_MERGE_SAYS = _("Shows and counts all games of this player as another player’s.")
OWNER_MERGE_INTO = _("Merge into")
OWNER_HIDE = _("Hide")
OWNER_HIDE_SAYS = _("Hidden players appear in no list. Their games stay.")
OWNER_CHANGED = _("Changed names")
OWNER_UNDO = _("Undo")
OWNER_SHOW_AGAIN = _("Show again")
LOG_HIDDEN = _("Hidden player")

OWNER_HOUSE = _("House rules")
OWNER_HOUSE_SAYS = _("Locked house rules can’t be changed or deleted.")
OWNER_NO_HOUSE = _("No house rules saved yet.")

OWNER_PRIVACY = _("Camera privacy")
OWNER_TABLE = _("Table")
OWNER_TASKS = {
    "helm_box.keeping": _("Backup"),
    "helm_box.calibration": _("Calibration"),
    "helm_box.settings": _("Settings"),
}
"""The owner's pages by their endpoints."""

OWNER_HELM = _("At the helm")

CAMERA_PRIVATE = _("The camera picture is only shown at the helm.")


def owner_hands(hands: int) -> str:
    """How many phones are at the helm."""
    return ngettext("{count} phone is at the helm.", "{count} phones are at the helm.", hands) if hands else NO_HANDS


NO_HANDS = _("No phone is at the helm.")


def owner_changed(name: str, shown: str) -> str:
    """A name that is shown as another one."""
    return _("{name} is shown as {other}", name=name, other=shown)


def owner_hidden(name: str) -> str:
    """A player who is hidden."""
    return _("{name} is hidden", name=name)
