"""Misread dice that guests report: the sheet on their phones, and the line on phones at the helm."""

from engine.i18n import gettext as _

MISREAD_STAGES = {
    "open": _("Waiting for the helm…"),
    "corrected": _("The helm corrected the roll."),
    "stays": _("The helm says: it stays."),
}
"""What became of a report."""
