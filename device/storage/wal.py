"""Reads SQLite's write-ahead log from disk, to find damage that hides valid frames.

SQLite treats the first frame with a wrong checksum as the end of the log. After a power cut this is correct: the end of
the last transaction was not written. If whole transactions follow the bad frame, the log was damaged later, since each
commit is synced before the next one is written. Format: https://www.sqlite.org/walformat.html
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.files.kept_file import read_file

HEAD = 32
"""Bytes of the log's header."""

FRAME_HEAD = 24
"""Bytes of a frame's header, in front of its page."""

_MAGIC = 0x377F0682
_SIZES = tuple(1 << power for power in range(9, 17))


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
    if len(data) < HEAD + FRAME_HEAD:
        return Log(header_good=True, frames=())
    magic, _, size, _, *_ = struct.unpack(">8I", data[:HEAD])
    order = ">" if magic & 1 else "<"
    good = magic & ~1 == _MAGIC and size in _SIZES and _sums(data[:24], (0, 0), order) == _pair(data[24:32])
    if not good:
        order, size = "<", size if size in _SIZES else 4096
    salts = data[16:24] if good else data[HEAD + 8 : HEAD + 16]
    return Log(good, tuple(_frames(data, size, order, salts)))


def _frames(data: bytes, size: int, order: str, salts: bytes) -> Iterator[WalFrame]:
    before = _pair(data[24:32])
    for at in range(HEAD, len(data) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
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
