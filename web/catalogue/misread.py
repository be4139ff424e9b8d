"""Misread dice that guests report: the sheet on their phones, and the line on phones at the helm."""

from engine.i18n import gettext as _

MISREAD_KEY = _("Wrong?")
MISREAD_HEADING = _("Report a misread die")
MISREAD_WHICH = _("Tap the misread die.")
MISREAD_FACE = _("Tap the face it showed.")
MISREAD_NONE = _("No roll to report yet.")
MISREAD_GONE = _("That roll can’t be reported any more.")
MISREAD_STAGES = {
    "open": _("Waiting for the helm…"),
    "corrected": _("The helm corrected the roll."),
    "stays": _("The helm says: it stays."),
}
"""What became of a report."""

MISREADS = _("Reports of misread dice")
MISREAD_CORRECT = _("Correct")
MISREAD_STAYS = _("It stays")
MISREAD_PICTURE = _("Picture of the reported die")


def misread_says(read: int, face: int) -> str:
    """What a guest reports."""
    return _("A guest says: the {read} was a {face}", read=read, face=face)
