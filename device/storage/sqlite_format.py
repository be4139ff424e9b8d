"""SQLite's own formats, read from disk: the rows in its pages, and the frames of its write-ahead log.

Rows are found without intact tables, indexes or header, as https://www.sqlite.org/fileformat2.html says, sections 1.6
(b-tree pages) and 2.1 (records). Only leaf pages of tables are read. Any bytes are accepted, and whatever is not a row
is skipped. Callers must check the rows (:mod:`device.storage.checksums`).

The log is read to find damage that hides valid frames. SQLite treats the first frame with a wrong checksum as the end
of the log. After a power cut this is correct: the end of the last transaction was not written. If whole transactions
follow the bad frame, the log was damaged later, since each commit is synced before the next one is written. Format:
https://www.sqlite.org/walformat.html
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from device.files.kept_file import read_file

LEAF = 0x0D
"""First byte of a table's leaf page."""

HEADER = 100
"""Bytes of the file's header, which precedes the first page's header."""

PAGE_SIZES = tuple(1 << power for power in range(9, 17))
USUAL = 4096

_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer by serial type."""

Column = int | float | str | bytes | None


class StoredRow(NamedTuple):
    """One row as stored: its rowid and its columns. An ``INTEGER PRIMARY KEY`` is stored as None."""

    rowid: int
    columns: tuple[Column, ...]


def page_size_of(header: bytes) -> int:
    """Return the page size in a file's header, or the default of 4096 bytes if it is not a valid size."""
    named = int.from_bytes(header[16:18], "big") if len(header) >= 18 else 0
    size = 1 << 16 if named == 1 else named
    return size if size in PAGE_SIZES else USUAL


def records_of(page: bytes, *, first: bool = False) -> Iterator[StoredRow]:
    """Yield the rows of a page, if it is a leaf page of a table. ``first``: it is the file's first page.

    Rows with overflow pages are skipped: no event of the journal is that long.
    """
    start = HEADER if first else 0
    if len(page) < start + 8 or page[start] != LEAF:
        return
    for index in range(int.from_bytes(page[start + 3 : start + 5], "big")):
        place = start + 8 + 2 * index
        if place + 2 > len(page):
            return
        record = _record(page, int.from_bytes(page[place : place + 2], "big"))
        if record is not None:
            yield record


def _record(page: bytes, at: int) -> StoredRow | None:
    try:
        size, at = _varint(page, at)
        rowid, at = _varint(page, at)
        body = page[at : at + size]
        if len(body) < size or size > len(page) - 35:
            return None
        return StoredRow(rowid - (1 << 64) if rowid >= 1 << 63 else rowid, tuple(_columns(body)))
    except (IndexError, ValueError, struct.error):
        return None


def _columns(body: bytes) -> Iterator[Column]:
    end, at = _varint(body, 0)
    if end > len(body):
        raise ValueError
    value = end
    while at < end:
        kind, at = _varint(body, at)
        length = _length(kind)
        raw = body[value : value + length]
        if len(raw) < length:
            raise ValueError
        yield _value(kind, raw)
        value += length


def _length(kind: int) -> int:
    if kind in _INTEGERS:
        return _INTEGERS[kind]
    if kind == 7:
        return 8
    return (kind - 12) // 2 if kind >= 12 else 0


def _value(kind: int, raw: bytes) -> Column:
    if kind in _INTEGERS:
        return int.from_bytes(raw, "big", signed=True)
    if kind == 7:
        return float(struct.unpack(">d", raw)[0])
    if kind in (8, 9):
        return kind - 8
    if kind in (10, 11):
        raise ValueError
    if kind < 12:
        return None
    return raw if kind % 2 == 0 else raw.decode("utf-8")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a variable-length integer and the offset after it. Raises IndexError at the end of the data."""
    value = 0
    for _ in range(8):
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    return value << 8 | data[at], at + 1


LOG_HEAD = 32
"""Bytes of the log's header."""

FRAME_HEAD = 24
"""Bytes of a frame's header, in front of its page."""

_MAGIC = 0x377F0682


@dataclass(frozen=True, slots=True)
class WalFrame:
    """One page of the log. ``commits``: last frame of a transaction. ``good``: checksum matches the previous frame.

    ``current``: carries the salts of the log's header, so it was written since the log was last restarted.
    """

    page: bytes
    commits: bool
    good: bool
    current: bool


@dataclass(frozen=True, slots=True)
class Log:
    """A write-ahead log: whether its header is intact, and its frames in order. An empty log has no frames."""

    header_good: bool
    frames: tuple[WalFrame, ...]

    @property
    def is_torn(self) -> bool:
        """Whether SQLite ignores frames that belong to this log."""
        return any(frame.current for frame in self.frames[self._taken :])

    @property
    def is_damaged(self) -> bool:
        """Whether a whole transaction follows a bad frame or header. A power cut cannot cause this."""
        if not self.header_good:
            return any(frame.good and frame.commits for frame in self.frames)
        broken = ended = False
        for frame in self.frames[self._taken :]:
            sound = frame.good and frame.current
            if ended and sound and frame.commits:
                return True
            broken = broken or not sound
            ended = ended or (broken and frame.commits)
        return False

    @property
    def _taken(self) -> int:
        """Number of frames that SQLite uses: up to the last commit before the first bad frame."""
        taken = 0
        if self.header_good:
            for number, frame in enumerate(self.frames, 1):
                if not (frame.good and frame.current):
                    break
                if frame.commits:
                    taken = number
        return taken


def read_log(database: Path) -> Log:
    """Return the write-ahead log of that database, an empty one if there is none. Raises OSError."""
    try:
        data = read_file(Path(f"{database}-wal"))
    except FileNotFoundError:
        data = b""
    return parse_log(data)


def parse_log(data: bytes) -> Log:
    """Return the log in these bytes. Any bytes are accepted."""
    if len(data) < LOG_HEAD + FRAME_HEAD:
        return Log(header_good=True, frames=())
    magic, _, size, _, *_ = struct.unpack(">8I", data[:LOG_HEAD])
    order = ">" if magic & 1 else "<"
    good = magic & ~1 == _MAGIC and size in PAGE_SIZES and _sums(data[:24], (0, 0), order) == _pair(data[24:32])
    if not good:
        order, size = "<", size if size in PAGE_SIZES else USUAL
    salts = data[16:24] if good else data[LOG_HEAD + 8 : LOG_HEAD + 16]
    return Log(good, tuple(_frames(data, size, order, salts)))


def _frames(data: bytes, size: int, order: str, salts: bytes) -> Iterator[WalFrame]:
    before = _pair(data[24:32])
    for at in range(LOG_HEAD, len(data) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
        head, page = data[at : at + FRAME_HEAD], data[at + FRAME_HEAD : at + FRAME_HEAD + size]
        sums = _pair(head[16:24])
        good = _sums(page, _sums(head[:8], before, order), order) == sums
        yield WalFrame(page, any(head[4:8]), good, head[8:16] == salts)
        before = sums


def _pair(data: bytes) -> tuple[int, int]:
    first, second = struct.unpack(">2I", data)
    return first, second


def _sums(data: bytes, before: tuple[int, int], order: str) -> tuple[int, int]:
    """Return SQLite's checksum of the data, a multiple of eight bytes, continued from ``before``."""
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = first + one + second & 0xFFFFFFFF
        second = second + other + first & 0xFFFFFFFF
    return first, second
