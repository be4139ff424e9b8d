"""Key-value storage of the page and state of the table: JSON files beside the configuration, written atomically."""

import json
from pathlib import Path
from typing import Any

from device.durable_write import PRIVATE
from device.journal.journal import Journal
from device.kept_file import content_of, keep
from device.notices import Notices
from device.os_errors import reason_of
from engine.events import MAX_PLAYERS
from engine.i18n import gettext as _
from table.session import KeptState
from web.errors import NotKept
from web.services.store import known_value

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


KEY = "table"


class TableStateFile:
    """Stores whether the camera is used, and the players who wait to join the open game of that journal.

    The game is named by its number and the time of its begin: after a restore, another game may have the number.
    """

    def __init__(self, files: JsonFiles, journal: Journal) -> None:
        self._files = files
        self._journal = journal

    def load(self) -> KeptState:
        """Return the stored state, the default if there is none."""
        return known_value(self._files, KEY, self._read) or KeptState()

    def _read(self, said: Any) -> KeptState:
        match {"camera": True, "joining": []} | said:
            case {"camera": bool(camera), "joining": list(names)} if all(isinstance(name, str) for name in names):
                joining = dict.fromkeys(names if self._is_open(said.get("game")) else ())
                return KeptState(camera, tuple(joining)[:MAX_PLAYERS])
        raise ValueError("no state of a table")

    def save(self, state: KeptState) -> bool:
        """Store the state durably; return False if the disk refuses it."""
        try:
            self._files.put(KEY, {"camera": state.camera, "game": self._game(), "joining": list(state.joining)})
        except NotKept:
            return False
        return True

    def _is_open(self, game: object) -> bool:
        """Return whether that is the open game. While a game is resumed, the time of its begin is unknown."""
        number, begun = self._game()
        return game in ([number, begun], [number, None])

    def _game(self) -> list[float | None]:
        rows = self._journal.rows
        return [rows[0][0] if rows else None, self._journal.begun]
