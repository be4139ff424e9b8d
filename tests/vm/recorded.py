"""What a power cut can leave of a disk whose writes dm-log-writes has recorded.

The recording is a device of its own: a head of one sector, then entries, each a sector and the data behind it. A write
stands in it when it is durable: one with FUA once it is complete, any other right before the flush that came after it.
So everything up to a flush is on disk for certain, and of what comes before the next flush each write, and each
sector of it, may be there or not. Format: the kernel's documentation of dm-log-writes.
"""

import random
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
SECTOR = 512

_HEAD = struct.Struct("<QQQI")
_ENTRY = struct.Struct("<QQQQ")


@dataclass(frozen=True, slots=True)
class Entry:
    """A write (where it goes, in bytes, and its data), a flush, or a mark with its text as data."""

    flags: int
    at: int
    data: bytes

    @property
    def is_write(self) -> bool:
        return bool(self.data) and not self.flags & MARK


@dataclass(frozen=True, slots=True)
class Cut:
    """A power cut: what is durable since the cut before, the writes that are there beside it, and the last mark."""

    durable: tuple[Entry, ...]
    beside: tuple[Entry, ...]
    mark: str


def entries(recording: bytes) -> Iterator[Entry]:
    magic, version, many, size = _HEAD.unpack_from(recording)
    assert (magic, version) == (MAGIC, 1), "this is no recording of dm-log-writes"
    at = size
    for _ in range(many):
        sector, sectors, flags, length = _ENTRY.unpack_from(recording, at)
        if flags & MARK:
            yield Entry(flags, 0, recording[at + _ENTRY.size : at + _ENTRY.size + length])
        elif flags & DISCARD:
            yield Entry(flags, sector * size, b"")  # what was discarded may be there still
        else:
            yield Entry(flags, sector * size, recording[at + size : at + size + sectors * size])
            at += sectors * size
        at += size


def cuts(recorded: Sequence[Entry], chance: random.Random, each: int) -> Iterator[Cut]:
    """Yield power cuts: one at each flush and each write with FUA, and ``each`` more where writes were not flushed."""
    durable: list[Entry] = []
    open_: list[Entry] = []
    mark = ""
    for entry in recorded:
        if entry.flags & MARK:
            mark = entry.data.rstrip(b"\0").decode("ascii")
        elif entry.is_write and entry.flags & FUA:
            durable.append(entry)
            yield Cut(tuple(durable), (), mark)
            durable = []
        elif entry.is_write:
            open_.append(entry)
        if entry.flags & FLUSH:
            for number in range(each if open_ else 0):
                beside = open_ if number == 0 else list(_some(open_, chance, torn=number % 2 == 0))
                yield Cut(tuple(durable), tuple(beside), mark)
                durable = []
            durable += open_
            open_ = []
            yield Cut(tuple(durable), (), mark)
            durable = []


def _some(writes: Sequence[Entry], chance: random.Random, *, torn: bool) -> Iterator[Entry]:
    """Yield some of the writes, or some of the sectors of each, in any order in which a disk may have taken them."""
    for write in chance.sample(writes, len(writes)):
        if not torn:
            if chance.random() < 0.5:
                yield write
            continue
        for start in range(0, len(write.data), SECTOR):
            if chance.random() < 0.5:
                yield Entry(write.flags, write.at + start, write.data[start : start + SECTOR])
