"""Checksums of the journal's rows: one of the row itself, and one chained to the row before it.

The first tells whether a row is what was written, the second whether the rows before it are all there, unchanged and in
their order. So damage is narrowed down to single rows, and a row that was taken out, put in or moved shows.
"""

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass

OWN = 8
"""Bytes of a row's own checksum; those of the chain follow."""

CHAINED = 16

START = bytes(OWN + CHAINED)
"""Stands for the checksums before the first row."""

Value = int | float | str | None

_PLACE = struct.Struct(">q")
_REAL = struct.Struct(">d")


@dataclass(frozen=True, slots=True)
class Link:
    """One row of a chained table: its place in the order of writing, its values, its checksums.

    ``place`` counts from 1 without gaps. ``values`` are all columns but place and checksums.
    """

    place: int
    values: tuple[Value, ...]
    checksum: bytes


def checksum(before: bytes, place: int, values: Sequence[Value]) -> bytes:
    """Return the checksums of a row, given those of the row before it: BLAKE2b, 8 + 16 bytes."""
    own = _own(place, values)
    return own + _chained(before, own)


def is_sound(link: Link, before: bytes | None = None) -> bool:
    """Whether the row is what was written; ``before`` are the checksums of the row before it, if it is there."""
    own = _own(link.place, link.values)
    if link.checksum[:OWN] == own:
        return True
    # its own checksum may be what is damaged
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
