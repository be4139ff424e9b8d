"""Limits the memory that the C library keeps. By default the page's many threads would reserve too much."""

import ctypes
from functools import cache
from typing import Any

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3)."""


def keep_little() -> None:
    """Make malloc use one arena for all threads and return freed memory. Call before threads are started.

    By default several threads get an arena of their own, most of it unused, since Python runs one thread at a time.
    Images (some MB each) stay on the heap, so that they are not mapped again for each frame. Does nothing if the C
    library has no mallopt.
    """
    mallopt = _function("mallopt")
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_MMAP_THRESHOLD, 32 * 2**20)
        mallopt(_M_TRIM_THRESHOLD, 6 * 2**20)


def give_back() -> None:
    """Return all freed memory to the system. Takes 2 ms: call it where nobody waits, not for each frame.

    What a reading needs for a moment lies between what stays, where `keep_little` alone does not reach it.
    """
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _function(name: str) -> Any:
    """Return a function of the C library; None where it has none of that name."""
    return getattr(ctypes.CDLL(None), name, None)
