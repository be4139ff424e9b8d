"""How the last starts went: after three in a row that failed, the table is started behind a page that says why.

A start fails when an error ends it before it was good, or the program crashes. To be switched off or killed is no
failure.
"""

import faulthandler
import hashlib
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from device.durable_write import write_durably
from device.notices import Notices, content_of

FILE = "starts.json"
"""Its name, in the configuration's folder and in the runtime folder."""

CRASH = "crash.txt"
"""Where Python's fault handler writes, in the runtime folder."""

MOST = 3
"""Failed starts in a row after which the page is served."""

GOOD = 10.0
"""Seconds of running after which a start has not failed."""

TOO_LONG = 30.0
"""Seconds after which a start that is ended from outside, and was not ready by then, has failed."""


LARGEST = 1 << 48
"""No count of starts is as large: a file that says so is damaged."""


class _Kept(msgspec.Struct, frozen=True):
    """What the file says: how many starts in a row failed, and why the last one did. The higher ``turn`` is newer."""

    failed: int = 0
    why: str = ""
    turn: int = 0


class BootCount:
    """The starts of the table of that configuration file.

    They are counted beside the configuration, and in the runtime folder while the disk takes nothing. A file that is
    damaged is as good as none: nothing that happens here keeps a table from starting. Without a configuration nothing
    is kept.
    """

    def __init__(self, config: Path, notices: Notices | None = None, runtime: Path | None = None) -> None:
        self._config = config
        self._runtime = runtime or runtime_folder(config)
        self._files = (config.with_name(FILE), self._runtime / FILE)
        notices = notices or Notices()
        self._kept = max((_read(file, notices) for file in self._files), key=lambda kept: kept.turn)
        self._good = False
        self._crash: IO[bytes] | None = None

    @property
    def why(self) -> str | None:
        """Why the page is to be served before the next start is tried; None if none failed, or too few."""
        return self._kept.why if self._kept.failed >= MOST else None

    def begin(self) -> None:
        """Begin a start: count the one before if the program crashed in it, and have the next crash written down."""
        self._good = False
        crash = self._runtime / CRASH
        with suppress(OSError):
            if said := crash.read_bytes()[:200].decode("utf-8", "replace").partition("\n")[0].strip():
                crash.unlink()
                self.failed(f"The program crashed ({said}).")
        with suppress(OSError):
            self._crash = self._crash or crash.open("wb")
            faulthandler.enable(self._crash)

    def failed(self, why: str) -> None:
        """Count this start as failed, for that reason, unless it was good already."""
        if not self._good:
            self._save(min(self._kept.failed + 1, MOST), why)

    def succeeded(self) -> None:
        """Say that this start has not failed."""
        if not self._good:
            self._good = True
            if self._kept.failed:
                self._save(0, "")

    def close(self) -> None:
        """End the run: nothing is written down any more."""
        if self._crash is not None:
            faulthandler.disable()
            self._crash.close()
            self._crash = None
            with suppress(OSError):
                (self._runtime / CRASH).unlink()
                self._runtime.rmdir()

    def _save(self, failed: int, why: str) -> None:
        self._kept = _Kept(failed, why, self._kept.turn + 1)
        if not self._config.is_file():
            return
        beside, in_memory = self._files
        data = msgspec.json.encode(self._kept)
        try:
            write_durably(beside, data)
        except OSError:
            with suppress(OSError):
                write_durably(in_memory, data)
        else:
            with suppress(OSError):
                in_memory.unlink()


def runtime_folder(config: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """Return a folder in memory, or for temporary files, for this configuration and user; made if it is not there.

    systemd's is taken if there is one.
    """
    if given := environment.get("RUNTIME_DIRECTORY", "").split(":")[0]:
        return Path(given)
    name = hashlib.sha256(os.fsencode(config.absolute())).hexdigest()[:16]
    base = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else Path(tempfile.gettempdir())
    folder = base / f"quarterdeck-{os.getuid()}-{name}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if found.st_uid != os.getuid() or folder.is_symlink():
            return Path("/nonexistent")
    return folder


def _read(file: Path, notices: Notices) -> _Kept:
    data = content_of(file, notices)
    if data is None:
        return _Kept()
    try:
        kept = msgspec.json.decode(data, type=_Kept)
        kept.why.encode()
        if 0 <= kept.failed <= LARGEST and 0 <= kept.turn <= LARGEST:
            return kept
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        pass
    notices.set_aside(file)
    return _Kept()
