"""The texts of the owner's pages about the machine."""

from engine.i18n import gettext as _

MACHINE_TASKS = {
    "machine.system": _("Updates & power"),
    "machine.backups": _("Backups"),
    "machine.log": _("Log"),
}
"""The pages about the machine by their endpoints."""


def backup_size(size: int) -> str:
    """The size of a backup, in bytes."""
    return _("{size} kB", size=max(1, round(size / 1000)))
