"""How the last starts went: three that failed in a row, and the next one is made in safe mode."""

from contextlib import suppress
from pathlib import Path

import msgspec

from device.durable import write_durably

FILE = "starts.json"
"""Its name, in the configuration's folder."""

MOST = 3
"""Failed starts in a row after which the next one is safe."""

GOOD = 10.0
"""Seconds of running after which a start has not failed."""

CUT_SHORT = "The program ended before it was ready, and could not say why."


class _Kept(msgspec.Struct, frozen=True):
    """What the file says: how many starts in a row failed, and why the last one did."""

    failed: int = 0
    why: str = CUT_SHORT


class Starts:
    """The starts of the table of that configuration file.

    Each counts as failed until it is told otherwise, so that one that hangs or dies without a word is counted too. A
    file that is damaged, or cannot be written, is as good as none: nothing that happens here keeps a table from
    starting. Where there is no configuration nothing is kept.
    """

    def __init__(self, config: Path) -> None:
        self._config = config
        self._file = config.with_name(FILE)
        self._kept = self._load()
        self._good = False

    def begin(self) -> str | None:
        """A start begins: None if it may, else why the ones before it failed, and the count begins anew."""
        if self._kept.failed >= MOST:
            why = self._kept.why
            self._save(_Kept())
            return why
        self._save(_Kept(self._kept.failed + 1))
        return None

    def failed(self, why: str) -> None:
        """This start failed, for that reason."""
        if not self._good:
            self._save(_Kept(self._kept.failed, why))

    def succeeded(self) -> None:
        """This start did not fail."""
        if not self._good:
            self._good = True
            self._save(_Kept())

    def _load(self) -> _Kept:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=_Kept)
        except (OSError, msgspec.DecodeError):
            return _Kept()

    def _save(self, kept: _Kept) -> None:
        self._kept = kept
        with suppress(OSError):
            if self._config.is_file():
                write_durably(self._file, msgspec.json.encode(kept))
