"""Extent of the journal, stored in a file beside it, to detect that a journal has lost rows.

The file holds two slots of 64 bytes, written alternately. Each slot has its own checksum, so one slot is always intact.
A slot is written right after the rows are durable, and synced when the table is idle.
"""

import hashlib
import os
import struct
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.files.kept_file import read_file

SLOT = 64
_FORM = struct.Struct(">4sQ16sQQI")
_MARK = b"QDA1"
_SUM = 16


@dataclass(frozen=True, slots=True)
class Extent:
    """Number of events and openings in a journal, and the journal's id (32 hexadecimal digits).

    ``suspect``: a damaged row was found, so the next start checks all rows.
    """

    journal: str
    events: int
    openings: int
    suspect: bool = False


class Acknowledged:
    """File that stores the extent of a journal. Errors on this file never prevent use of the journal."""

    def __init__(self, journal: Path) -> None:
        self._file = file_of(journal)
        self._handle: int | None = None
        self._written = False
        self._turn, self.kept = self._read()

    def note(self, extent: Extent) -> None:
        """Write the extent of the journal. Takes microseconds, since nothing is synced."""
        if extent == self.kept:
            return
        self._turn += 1
        self.kept = extent
        with suppress(OSError, ValueError):
            if self._handle is None:
                self._handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            os.pwrite(self._handle, _packed(self._turn, extent), self._turn % 2 * SLOT)
            self._written = True

    def sync(self) -> None:
        if self._handle is not None and self._written:
            self._written = False
            with suppress(OSError):
                os.fdatasync(self._handle)

    def close(self) -> None:
        try:
            self.sync()
        finally:
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None

    def _read(self) -> tuple[int, Extent | None]:
        try:
            data = read_file(self._file, 4 * SLOT)[: 2 * SLOT]
        except OSError:
            return 0, None
        slots = [_unpacked(data[at : at + SLOT]) for at in (0, SLOT)]
        return max((slot for slot in slots if slot), key=lambda slot: slot[0], default=(0, None))


def file_of(journal: Path) -> Path:
    return journal.with_name(f"{journal.stem}.acknowledged")


def _packed(turn: int, extent: Extent) -> bytes:
    body = _FORM.pack(
        _MARK, turn, bytes.fromhex(extent.journal), extent.events, extent.openings, 1 if extent.suspect else 0
    )
    return body + hashlib.blake2b(body, digest_size=_SUM).digest()


def _unpacked(slot: bytes) -> tuple[int, Extent] | None:
    body, found = slot[: _FORM.size], slot[_FORM.size : _FORM.size + _SUM]
    if len(body) < _FORM.size or hashlib.blake2b(body, digest_size=_SUM).digest() != found:
        return None
    mark, turn, journal, events, openings, suspect = _FORM.unpack(body)
    return (turn, Extent(journal.hex(), events, openings, bool(suspect))) if mark == _MARK else None
