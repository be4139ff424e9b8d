"""Files beside the configuration: the page's values and the state of the table, as JSON, and the pairing code.

The code is written by ``quarterdeck pair`` and read by the running table. It is valid while the command runs, one
minute at most. The command holds a lock on the file, which the kernel releases when the process ends. The file holds
its expiry by the clock that counts from boot; the time of day is not used. A file without the lock is invalid.
"""

import fcntl
import json
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from device.errors import CodeNotWritten
from device.files.durable_write import PRIVATE
from device.files.kept_file import content_of, keep
from device.files.os_errors import not_written, reason_of
from device.journal.journal import Journal
from device.notices import Notices
from engine.events import MAX_PLAYERS
from table.session import KeptState
from web.errors import NotKept
from web.guests.codes import GOOD_FOR, Code, Use, new_code
from web.services.store import known_value

FILES = (
    "discarded-games",
    "helm",
    "house-rules",
    "ledger",
    "own-games",
    "owner",
    "players",
    "proof",
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
        file = self._file(name)
        if self.get(name) is not None:
            return False
        if file.exists():  # null is a value that was removed
            data = content_of(file, self._notices)
            return data is None or data.strip() != b"null"
        return any(self._folder.glob(f"{file.name}.unreadable-*"))

    def set_aside(self, name: str) -> None:
        self._notices.set_aside(self._file(name), unknown=True)

    def put(self, name: str, value: object) -> None:
        try:
            written = json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"
            keep(self._file(name), written, mode=PRIVATE if name in SECRET else None)
        except OSError as error:
            raise NotKept(not_written(self._file(name), error)) from None

    def _file(self, name: str) -> Path:
        assert name in FILES
        return self._folder / f"{name}.json"


class TableStateFile:
    """Stores whether the camera is used, and the players who wait to join the open game of that journal.

    The game is named by its number and the time of its begin: after a restore, another game may have the number.
    """

    def __init__(self, files: JsonFiles, journal: Journal) -> None:
        self._files = files
        self._journal = journal

    def load(self) -> KeptState:
        return known_value(self._files, "table", self._read) or KeptState()

    def _read(self, said: Any) -> KeptState:
        match {"camera": True, "joining": [], "shake": None} | said:
            case {"camera": bool(camera), "joining": list(names), "shake": None | dict() as shake} if all(
                isinstance(name, str) for name in names
            ):
                is_open = self._is_open(said.get("game"))
                state = KeptState(camera, tuple(dict.fromkeys(names if is_open else ()))[:MAX_PLAYERS], shake)
                if names and not is_open and not self._journal.trouble:
                    self.save(state)  # who waited for another game does not wait again when it is resumed
                return state
        raise ValueError("no state of a table")

    def save(self, state: KeptState) -> bool:
        """Store the state durably; return False if the disk refuses it."""
        try:
            row = {"camera": state.camera, "game": self._game(), "joining": list(state.joining)}
            self._files.put("table", row if state.shake is None else row | {"shake": state.shake})
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


CODE_FILE = "pairing-code"
"""The file's name, beside the configuration."""

LARGEST_CODE = 512
"""Maximum size of the file, in bytes."""


class Offer:
    """A pairing code, valid until its command ends or it is used."""

    def __init__(self, file: Path, digits: str, inode: int) -> None:
        self._file = file
        self._inode = inode
        self.digits = digits

    @property
    def stands(self) -> bool:
        """Return whether the code is unused and not replaced by another command's."""
        try:
            return self._file.stat().st_ino == self._inode
        except OSError:
            return False


@contextmanager
def offered(folder: Path, use: Use, make: Callable[[], str] = new_code) -> Iterator[Offer]:
    """Offer a code in that folder until the block is left. Raises :class:`CodeNotWritten`.

    Only its owner can read the file. As root, the owner is set to that of the folder.
    """
    file = folder / CODE_FILE
    fresh = file.with_name(f"{CODE_FILE}.{os.getpid()}")
    digits = make()
    said = json.dumps({"code": digits, "use": use, "until": time.monotonic() + GOOD_FOR}).encode()
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise CodeNotWritten(folder, reason_of(error)) from None
    try:
        if os.geteuid() == 0:
            owner = folder.stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
        fcntl.flock(handle, fcntl.LOCK_EX)
        os.write(handle, said)
        fresh.replace(file)
        offer = Offer(file, digits, os.fstat(handle).st_ino)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        os.close(handle)
        raise CodeNotWritten(folder, reason_of(error)) from None
    try:
        yield offer
    finally:
        if offer.stands:
            with suppress(OSError):
                file.unlink()
        os.close(handle)


class PrintedCode:
    """Reader of the code offered in a folder. Implements :class:`web.guests.codes.Printed`."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / CODE_FILE
        self._clock = clock

    def code(self) -> Code | None:
        try:
            handle = os.open(self._file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        try:
            if not self._is_ours(os.fstat(handle)) or not _is_held(handle):
                return None
            return _code(os.read(handle, LARGEST_CODE), self._clock())
        except OSError:
            return None
        finally:
            os.close(handle)

    def spend(self) -> None:
        """Remove the file; the command then sees that its code was used."""
        with suppress(OSError):
            self._file.unlink()

    def _is_ours(self, about: os.stat_result) -> bool:
        """Return whether only the owner can read the file, and the owner is the folder's or the current user."""
        owners = (self._file.parent.stat().st_uid, os.geteuid())
        return stat.S_ISREG(about.st_mode) and not about.st_mode & 0o077 and about.st_uid in owners


def _is_held(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(handle, fcntl.LOCK_UN)
    return False


def _code(text: bytes, now: float) -> Code | None:
    try:
        said: Any = json.loads(text)
        code = Code(str(said["code"]), said["use"], float(said["until"]))
    except (ValueError, KeyError, TypeError):
        return None
    return code if 0 < code.until - now <= GOOD_FOR else None
