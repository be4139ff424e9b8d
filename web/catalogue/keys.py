"""The keyboard at the helm."""

from engine.i18n import gettext as _

KEY_NAMES = {"Enter": _("Enter"), "Backspace": _("Backspace"), "Esc": _("Esc")}
KEYBOARD = {
    "1 2 3 4 5 6": _("Enter a die"),
    "Enter": _("Open the pad, or count the roll"),
    "Backspace": _("Clear the dice"),
    "S": _("Stand"),
    "U": _("Undo"),
    "Esc": _("Close"),
    "?": _("Show these keys"),
}
"""What each key does; keys of one line are separated by spaces."""
