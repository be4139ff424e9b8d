"""How the C library keeps memory."""

import subprocess
import sys
from pathlib import Path

import pytest

ARENAS = """
import ctypes, sys, threading
from device.runtime.loop import keep_little
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
if sys.argv[1] == "keep":
    keep_little()
together = threading.Barrier(8)
def allocate():
    together.wait()
    for _ in range(1000):
        libc.malloc(1000)
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(8)]
[one.start() for one in threads], [one.join() for one in threads]
told = libc.fopen(sys.argv[2].encode(), b"w")
libc.malloc_info(0, ctypes.c_void_p(told))
libc.fclose(ctypes.c_void_p(told))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="malloc_info is of glibc")
def test_threads_share_one_arena(tmp_path: Path) -> None:
    found = []
    for how in ("keep", "leave"):
        subprocess.run([sys.executable, "-c", ARENAS, how, str(tmp_path / how)], check=True)
        found.append((tmp_path / how).read_text().count("<heap nr="))
    assert found[0] == 1 < found[1]


HOLES = """
import ctypes, re
from device.runtime.loop import give_back, keep_little
def resident():
    return int(re.search(r"^Rss: +(\\d+)", open("/proc/self/smaps_rollup").read(), re.M)[1])
keep_little()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.memset.argtypes, libc.free.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t], [ctypes.c_void_p]
blocks = [libc.malloc(100_000) for _ in range(400)]
for block in blocks:
    libc.memset(block, 1, 100_000)
for block in blocks[:-1]:
    libc.free(block)
full = resident()
give_back()
print(full - resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="smaps_rollup is of Linux, malloc_trim of glibc")
def test_what_was_freed_below_what_stays_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", HOLES], check=True, capture_output=True, text=True)
    assert int(done.stdout) > 30_000
