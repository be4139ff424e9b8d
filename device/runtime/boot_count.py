"""Counts failed starts. After three in a row, a page with the reason is served before the next start.

A start fails if it ends with an error before it counts as good, or if the program crashes. Power-off and signals do not
count as failures.
"""

import faulthandler
import hashlib
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from device.files.kept_file import content_of, keep, read_file
from device.notices import Notices
from engine.i18n import gettext as _
from engine.i18n import packed, unpacked

FILE = "starts.json"
"""Name of the file, in the configuration's folder and in the runtime folder."""

CRASH = "crash.txt"
"""Output file of Python's fault handler, in the runtime folder."""

MOST = 3
"""Failed starts in a row after which the page is served."""

GOOD = 10.0
"""Seconds of running after which a start counts as good."""

TOO_LONG = 30.0
"""Seconds after which a start that is ended from outside before it was ready counts as failed."""


LARGEST = 1 << 48
"""Limit of a valid count of starts. A larger value means that the file is damaged."""


class _Kept(msgspec.Struct, frozen=True):
    """Contents of the file: failed starts in a row and the reason of the last one. The higher ``turn`` is newer.

    ``why`` is the reason in English, ``message`` the same as a text that can be translated.
    """

    failed: int = 0
    why: str = ""
    turn: int = 0
    message: Any = None

    @property
    def reason(self) -> str:
        with suppress(ValueError, RecursionError):
            text = unpacked(self.message)
            if isinstance(text, str) and text == self.why:
                return text
        return self.why


class BootCount:
    """Counter of the starts of the table with that configuration file.

    The count is stored beside the configuration, and in the runtime folder while the disk refuses writes. A damaged
    file is ignored. Errors here never prevent a start. Without a configuration nothing is stored.
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
        """Return why the page is to be served before the next start. None if too few starts failed."""
        return self._kept.reason if self._kept.failed >= MOST else None

    def begin(self) -> None:
        """Begin a start. Counts the previous one if the program crashed in it, and enables the fault handler."""
        self._good = False
        crash = self._runtime / CRASH
        with suppress(OSError):
            if said := read_file(crash)[:200].decode("utf-8", "replace").partition("\n")[0].strip():
                crash.unlink()
                self.failed(_("The program crashed ({said}).", said=said))
        with suppress(OSError):
            self._crash = self._crash or crash.open("wb")
            faulthandler.enable(self._crash)

    def failed(self, why: str) -> None:
        """Count this start as failed for that reason, unless it already counted as good."""
        if not self._good:
            self._save(min(self._kept.failed + 1, MOST), why)

    def succeeded(self) -> None:
        if not self._good:
            self._good = True
            if self._kept.failed:
                self._save(0, "")

    def close(self) -> None:
        """End the run and disable the fault handler."""
        if self._crash is not None:
            faulthandler.disable()
            self._crash.close()
            self._crash = None
            with suppress(OSError):
                (self._runtime / CRASH).unlink()
                self._runtime.rmdir()

    def _save(self, failed: int, why: str) -> None:
        self._kept = _Kept(failed, "".join(why), self._kept.turn + 1, packed(why) or None)
        if not self._config.is_file():
            return
        beside, in_memory = self._files
        data = msgspec.json.encode(self._kept)
        try:
            keep(beside, data)
        except OSError:
            with suppress(OSError):
                keep(in_memory, data)
        else:
            with suppress(OSError):
                in_memory.unlink()


def runtime_folder(config: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the runtime folder of this configuration and user, in memory or for temporary files.

    Uses systemd's folder if there is one. The folder is created if it does not exist.
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
