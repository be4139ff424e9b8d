"""Everything that can go wrong around the table, each said in one sentence: what, where, and what to do."""

from pathlib import Path

from table.errors import NotStored


class DeviceError(Exception):
    """Base of all errors of the appliance; its text is what the user is told."""


class BadConfig(DeviceError, ValueError):
    """The configuration file cannot be read, or something in it makes no sense."""


class BadRecording(DeviceError, ValueError):
    """A recording that is missing, damaged, of a format this version does not know, or that cannot be written."""


class BadPicture(DeviceError, ValueError):
    """A file that is not a picture, or only a part of one."""


class BadTrayFile(DeviceError, ValueError):
    """What was told of a tray cannot be read, or makes no sense."""


class BadLabels(DeviceError, ValueError):
    """Labels of a set of pictures that are missing or damaged."""


class CameraLost(DeviceError, ConnectionError):
    """There is no camera, or it gives no more frames."""


class NoPanel(DeviceError, RuntimeError):
    """Buttons and lamp cannot be used; the table runs on without them."""


class BadJournal(DeviceError, NotStored, OSError):
    """The journal cannot be opened or written; what it holds is left as it is."""


class BadSheet(DeviceError, ValueError):
    """A sheet to print that cannot be written, or not in that format."""


class BadTrial(DeviceError, ValueError):
    """What was said in a calibration makes no sense; say it again."""


class NoService(DeviceError, RuntimeError):
    """The service cannot be put on this machine, asked, or taken away."""


class BadRulesNamed(DeviceError, ValueError):
    """Rules named on the command line that do not exist or contradict themselves."""


class BadGame(DeviceError, ValueError):
    """A game that is not there, cannot be read, or could never have been played."""


class BadBackup(DeviceError, ValueError):
    """A backup that is damaged, is none, or cannot be written."""


class NoTable(DeviceError, RuntimeError):
    """No table runs with that configuration."""

    def __init__(self) -> None:
        super().__init__("No table runs with that configuration: start it with quarterdeck run first.")


class CodeNotWritten(DeviceError, OSError):
    """The code for pairing cannot be written where the running table would find it."""

    def __init__(self, folder: Path, reason: str | None) -> None:
        super().__init__(
            f"The code cannot be written in {folder} ({reason}): run this as the table’s user, or as root."
        )
