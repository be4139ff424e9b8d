"""Limits the memory that the C library reserves. By default the page's many threads would reserve too much."""

import ctypes

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3)."""


def keep_little() -> None:
    """Make malloc use one arena for all threads and return freed memory. Call before threads are started.

    By default several threads get an arena of their own, most of it unused, since Python runs one thread at a time.
    Images (some MB each) stay on the heap, so that they are not mapped again for each frame. Does nothing if the C
    library has no mallopt.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_MMAP_THRESHOLD, 32 * 2**20)
        mallopt(_M_TRIM_THRESHOLD, 6 * 2**20)
