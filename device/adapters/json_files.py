"""Key-value storage for the page: JSON files beside the configuration, written atomically."""

import json
from pathlib import Path

from device.durable_write import PRIVATE
from device.kept_file import content_of, keep
from device.notices import Notices
from device.os_errors import reason_of
from engine.i18n import gettext as _
from web.errors import NotKept

FILES = (
    "discarded-games",
    "helm",
    "house-rules",
    "ledger",
    "owner",
    "players",
    "profiles",
    "screens",
    "setup",
    "sound",
    "stick-backups",
    "table",
    "tournament",
    "tournaments",
)
"""The allowed keys, which are the file names without their ending."""

SECRET = ("helm", "owner", "setup")
"""Keys whose files only the table's user can read: the names in the cookies of devices, the hash of the owner's PIN."""


class JsonFiles:
    """Stores each value as a JSON file in that folder. A file with invalid JSON is renamed, with a notice."""

    def __init__(self, folder: Path, notices: Notices | None = None) -> None:
        self._folder = folder
        self._notices = notices or Notices()

    def get(self, name: str) -> object:
        """Return the stored value; None if there is none or it cannot be read."""
        file = self._file(name)
        data = content_of(file, self._notices)
        if data is None:
            return None
        try:
            value: object = json.loads(data)
            json.dumps(value, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            self._notices.set_aside(file)
            return None
        return value

    def was_lost(self, name: str) -> bool:
        """Return whether the file is there but cannot be read, or was renamed and not written since."""
        file = self._file(name)
        if self.get(name) is not None:
            return False
        if file.exists():  # null is a value that was removed
            data = content_of(file, self._notices)
            return data is None or data.strip() != b"null"
        return any(self._folder.glob(f"{file.name}.unreadable-*"))

    def set_aside(self, name: str) -> None:
        """Rename the file, whose value this version does not know, with a notice."""
        self._notices.set_aside(self._file(name), unknown=True)

    def put(self, name: str, value: object) -> None:
        """Store the value; it is on disk on return."""
        try:
            written = json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"
            keep(self._file(name), written, mode=PRIVATE if name in SECRET else None)
        except OSError as error:
            raise NotKept(
                _(
                    "{file} can’t be written ({strerror}): free up space.",
                    file=self._file(name),
                    strerror=reason_of(error),
                )
            ) from None

    def _file(self, name: str) -> Path:
        assert name in FILES
        return self._folder / f"{name}.json"
