"""What a power cut can leave of a recorded disk, told from a small recording."""

import random
import struct

from tests.vm.recorded import FLUSH, FUA, MAGIC, MARK, Entry, cuts, entries

SECTOR = 512


def recording(*parts: Entry) -> bytes:
    data = struct.pack("<QQQI", MAGIC, 1, len(parts), SECTOR).ljust(SECTOR, b"\0")
    for part in parts:
        is_mark = bool(part.flags & MARK)
        size = len(part.data)
        head = struct.pack("<QQQQ", part.at // SECTOR, 0 if is_mark else size // SECTOR, part.flags, size * is_mark)
        data += (head + part.data * is_mark).ljust(SECTOR, b"\0") + (b"" if is_mark else part.data)
    return data


FIRST, SECOND = Entry(0, 0, b"a" * 1024), Entry(0, 4096, b"b" * 512)
FORCED = Entry(FUA, 8192, b"c" * 512)
WHOLE = (FORCED, Entry(MARK, 0, b"1"), FIRST, SECOND, Entry(FLUSH, 0, b""), Entry(MARK, 0, b"2"), Entry(FLUSH, 0, b""))


def test_a_recording_is_read_as_it_was_written() -> None:
    assert tuple(entries(recording(*WHOLE))) == WHOLE


def test_what_was_flushed_is_there_and_what_was_not_may_be() -> None:
    tried = list(cuts(WHOLE, random.Random(1), 5))
    there: set[Entry] = set()
    for number, cut in enumerate(tried):
        there |= set(cut.durable)
        assert there == ({FORCED} if number < 6 else {FORCED, FIRST, SECOND})
        assert cut.mark == ("" if number == 0 else "1" if number < 7 else "2")
    assert tried[1].beside == (FIRST, SECOND)
    parts = {FIRST, SECOND, Entry(0, 0, b"a" * 512), Entry(0, 512, b"a" * 512)}
    assert all(set(cut.beside) <= parts for cut in tried)
    assert len({cut.beside for cut in tried}) > 3
    assert len(tried) == 1 + 5 + 1 + 1
