"""The texts of the owner's pages about the machine."""

from engine.i18n import gettext as _
from engine.i18n import ngettext

MACHINE = _("Machine")
MACHINE_WELL = _("All well.")
MACHINE_CHECKED = _("Everything that was checked")
MACHINE_TASKS = {
    "machine.system": _("Updates & power"),
    "machine.backups": _("Backups"),
    "machine.log": _("Log"),
}
"""The pages about the machine by their endpoints."""

SYSTEM = _("Updates & power")
SYSTEM_VERSION = _("Version")
SYSTEM_NEW_HERE = _("What’s new in this version")
SYSTEM_INSTALLED = _("Installed")
SYSTEM_NO_PACKAGE = _("Updates come with the package: a demo has none.")
SYSTEM_UPDATE = _("Update")
SYSTEM_UPDATE_SAYS = _("From one signed file, quarterdeck_….deb. It’s checked before anything changes.")
SYSTEM_FILE = _("File on this phone")
SYSTEM_UPLOAD = _("Upload and check")
SYSTEM_UPLOADING = _("The file is uploaded. Keep this page open.")
SYSTEM_AGAIN = _("No word from the table. The upload continues automatically.")
SYSTEM_CHECKING = _("The file is checked. This takes some seconds.")
SYSTEM_LOST = _("No word from the table: choose the file again, and the upload continues.")
SYSTEM_STICK = _("On a USB stick")
SYSTEM_NO_STICK = _("No update found on a stick. Plug one in, then reload this page.")
SYSTEM_RELOAD = _("Reload")
SYSTEM_DROP = _("Discard")
SYSTEM_NOTES_OF = _("What’s new")
SYSTEM_NO_NOTES = _("Its changelog says nothing about it.")
SYSTEM_GAME = _("A game is being played. Finish it, then install.")
SYSTEM_SAFELY = _("A backup is made first. If it doesn’t start, this version comes back.")
SYSTEM_BACK = _("Go back")
SYSTEM_BACK_SAYS = _("Games stay. If the newer version changed them, those from before its update come back.")
SYSTEM_NO_BACK = _("There’s no earlier version on this machine.")
SYSTEM_POWER = _("Restart and switch off")
SYSTEM_GAME_KEPT = _("A game is open. It’s kept and continues after the start.")
SYSTEM_RESTART = _("Restart the table")
SYSTEM_RESTART_SAYS = _("Takes some seconds. Phones come back by themselves.")
SYSTEM_REBOOT = _("Restart the machine")
SYSTEM_REBOOT_SAYS = _("Takes about a minute.")
SYSTEM_SHUTDOWN = _("Switch off")
SYSTEM_SHUTDOWN_SAYS = _("It’s safe to unplug when the machine’s lamp is off.")
SYSTEM_WAITING = _("The table restarts. Keep this page open.")
SYSTEM_RUNS_AGAIN = _("The table runs again.")
SYSTEM_SILENT = _("No word from the table for two minutes. Check the machine.")
SYSTEM_OFF = _("The table is off. Unplug it when the machine’s lamp is off.")
SYSTEM_SCRIPTS = _("Switch scripts on in this browser to use this page.")

BACKUPS = _("Backups")
BACKUPS_SAYS = _("Games, players, house rules and settings, in one file each.")
BACKUPS_MAKE = _("Back up now")
BACKUPS_NONE = _("No backups yet.")
BACKUPS_SOUND = _("checked")
BACKUPS_DAMAGED = _("damaged: delete it on the machine")
BACKUPS_GET = _("Download")
BACKUPS_RESTORE = _("Restore")
BACKUPS_RESTORE_SAYS = _("The table restarts with it. The data from before is kept.")
BACKUPS_FILE = _("Restore from a file, export games")
BACKUPS_STICK = _("To a USB stick, every day")
BACKUPS_STICK_NONE = _("Plug in a stick for daily backups.")
BACKUPS_STICK_OFF = _("Daily backups are off: set [backup] usb in the configuration.")
BACKUPS_STICK_NEW = _("Use this stick")
BACKUPS_STICK_NOW = _("Back up to the stick now")
BACKUPS_STICK_RUNNING = _("A backup is being written.")

SERVICE_LOG = _("Log")
SERVICE_LOG_SAYS = _("What happened to this table, the latest first.")
SERVICE_LOG_ALL = _("Show everything")
SERVICE_LOG_PROBLEMS = _("Problems only")
SERVICE_LOG_NONE = _("Nothing yet.")
SERVICE_LOG_GET = _("Download for support")
SERVICE_LOG_GET_SAYS = _("A text file with technical messages, without passwords.")
SERVICE_LOG_PROBLEM = _("Problem")


def system_install(version: str) -> str:
    """The button that installs that version."""
    return _("Install version {version}", version=version)


def system_back(version: str) -> str:
    """The button that brings that version back."""
    return _("Go back to version {version}", version=version)


def system_built(version: str, day: str) -> str:
    """A package on a stick, with the day when it was built."""
    return _("Version {version}, {day}", version=version, day=day)


def system_choose(version: str) -> str:
    """The button that takes a package from a stick."""
    return _("Check version {version}", version=version)


def system_upload_rests(name: str) -> str:
    """A file that was uploaded in part."""
    return _("{file} is here in part: choose it again, and the upload continues.", file=name)


def backup_size(size: int) -> str:
    """The size of a backup, in bytes."""
    return _("{size} kB", size=max(1, round(size / 1000)))


def backups_last(day: str, time: str) -> str:
    """When the last backup to a stick was made."""
    return _("Last: {day}, {time}", day=day, time=time)


def backups_next(day: str, time: str) -> str:
    """When the next backup to a stick is made."""
    return _("Next: {day}, {time}", day=day, time=time)


def backups_on_stick(where: str, count: int) -> str:
    """How many backups are on the stick."""
    return ngettext("{count} backup on {where}", "{count} backups on {where}", count, where=where)


def log_often(times: int) -> str:
    """How often a sentence was written in a row."""
    return ngettext("{count} time", "{count} times", times)
