"""How the C library keeps memory: with the page's many threads it would keep far more than they use."""

import ctypes

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3)."""


def keep_little() -> None:
    """Have malloc use one arena for all threads, and give freed memory back; call it before threads are started.

    By default each of some threads gets an arena of its own, of which most stays unused: Python runs one thread at a
    time. Pictures (some MB each) stay on the heap, so that they are not mapped anew for each frame. Does nothing where
    the C library has no mallopt.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_MMAP_THRESHOLD, 32 * 2**20)
        mallopt(_M_TRIM_THRESHOLD, 6 * 2**20)
