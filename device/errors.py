"""Errors of the appliance. Each message is one sentence: what failed, where, and what to do."""

from pathlib import Path

from table.errors import NotStored
from vision.i18n import gettext as _


class DeviceError(Exception):
    """Base class of the appliance's errors. Its text is shown to the user."""


class BadConfig(DeviceError, ValueError):
    """The configuration file cannot be read, or has an invalid value."""


class BadRecording(DeviceError, ValueError):
    """A recording is missing, damaged, of an unknown format version, or cannot be written."""


class BadPicture(DeviceError, ValueError):
    """A file is not a picture, or is truncated."""


class BadTrayFile(DeviceError, ValueError):
    """A description of a tray cannot be read, or has an invalid value."""


class CameraLost(DeviceError, ConnectionError):
    """There is no camera, or it has stopped delivering frames."""


class PageDead(DeviceError, ConnectionError):
    """The page answers no guest; the program ends, and systemd starts it again."""

    def __init__(self) -> None:
        super().__init__(_("The page answered no guest for a minute: start the table again."))


class NoNetworkManager(DeviceError, ConnectionError):
    """NetworkManager is not here, which ``is_away`` says, or refuses what it was asked for."""

    def __init__(self, why: str, *, is_away: bool) -> None:
        super().__init__(why)
        self.is_away = is_away


class NoPanel(DeviceError, RuntimeError):
    """Buttons and lamp cannot be used; the table runs without them."""


class NoLamps(DeviceError, RuntimeError):
    """The four lamps cannot be used; the table runs without them."""


class BadJournal(DeviceError, NotStored, OSError):
    """The journal cannot be opened or written; its content is unchanged."""


class BadTrial(DeviceError, ValueError):
    """An answer given during calibration is invalid."""


class NoService(DeviceError, RuntimeError):
    """The system service cannot be installed, queried or removed."""


class BadEnrolment(DeviceError, ValueError):
    """The file of a venue cannot be used at this table; the table's link is unchanged."""


class BadGame(DeviceError, ValueError):
    """A game is missing, unreadable, or breaks the rules."""


class BadBackup(DeviceError, ValueError):
    """A backup is damaged, is not a backup, or cannot be written."""


class BadErasure(DeviceError, ValueError):
    """A player can't be erased now, or there is none of that name; nothing was changed."""


class BadUpdate(DeviceError, ValueError):
    """An update is refused, or there is no version to go back to; the version that runs goes on."""


class BadCard(DeviceError, ValueError):
    """The files of a card cannot be written, or have an invalid value."""


class NoTable(DeviceError, RuntimeError):
    """No running table uses that configuration."""

    def __init__(self) -> None:
        super().__init__(_("No table runs with that configuration: start it with quarterdeck run first."))


class CodeNotWritten(DeviceError, OSError):
    """The pairing code cannot be written to the file that the running table reads."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(
            _(
                "The code can’t be written in {folder} ({why}): run this as the table’s user, or as root.",
                folder=folder,
                why=reason,
            )
        )
