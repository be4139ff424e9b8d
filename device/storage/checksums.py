"""Checksums of the journal's rows: one of the row itself, and one chained to the previous row.

The first detects a changed row. The second detects a missing, changed or reordered row before it. Together they locate
damage to single rows, and detect rows that were removed, inserted or moved.
"""

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass

OWN = 8
"""Bytes of a row's own checksum. The chained checksum follows."""

CHAINED = 16

START = bytes(OWN + CHAINED)
"""Initial value, used in place of the checksums before the first row."""

Value = int | float | str | None

_PLACE = struct.Struct(">q")
_REAL = struct.Struct(">d")


@dataclass(frozen=True, slots=True)
class Link:
    """One row of a chained table: its place in the order of writing, its values and its checksums.

    ``place`` counts from 1 without gaps. ``values`` holds all columns except place and checksums.
    """

    place: int
    values: tuple[Value, ...]
    checksum: bytes


def checksum(before: bytes, place: int, values: Sequence[Value]) -> bytes:
    """Return the checksums of a row, given those of the previous row: BLAKE2b, 8 + 16 bytes."""
    own = _own(place, values)
    return own + _chained(before, own)


def is_sound(link: Link, before: bytes | None = None) -> bool:
    """Return whether the row is unchanged. ``before`` holds the checksums of the previous row, if present."""
    own = _own(link.place, link.values)
    if link.checksum[:OWN] == own:
        return True
    # the row's own checksum may be the damaged part
    return before is not None and link.checksum[OWN:] == _chained(before, own)


def _own(place: int, values: Sequence[Value]) -> bytes:
    parts = [_PLACE.pack(place)]
    for value in values:
        if isinstance(value, str):
            text = value.encode("utf-8", "surrogatepass")
            parts += (b"t", _PLACE.pack(len(text)), text)
        elif isinstance(value, float):
            parts += (b"r", _REAL.pack(value))
        elif value is None:
            parts.append(b"n")
        else:
            parts += (b"i", _PLACE.pack(value))
    return hashlib.blake2b(b"".join(parts), digest_size=OWN).digest()


def _chained(before: bytes, own: bytes) -> bytes:
    return hashlib.blake2b(before[OWN:] + own, digest_size=CHAINED).digest()
