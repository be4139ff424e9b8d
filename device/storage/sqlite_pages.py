"""Reads rows directly from the pages of an SQLite file, without intact tables, indexes or header.

Follows https://www.sqlite.org/fileformat2.html, sections 1.6 (b-tree pages) and 2.1 (records). Only leaf pages of
tables are read. Any bytes are accepted, and whatever is not a row is skipped. Callers must check the rows
(:mod:`device.storage.checksums`).
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

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
