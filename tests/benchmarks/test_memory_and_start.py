"""How soon the page is up, and what the whole program takes to play a game."""

import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.end_to_end.program import RECORDING, ROOT, running, url_of

pytestmark = pytest.mark.benchmark


def test_the_first_page_is_served_within_two_seconds() -> None:
    took = []
    for _ in range(5):
        began = time.perf_counter()
        with running("demo", "--port", "0") as program, urllib.request.urlopen(url_of(program)) as page:
            assert page.status == 200
            page.read()
            took.append(time.perf_counter() - began)
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import cv2, flask"], check=True)
    reference = time.perf_counter() - began
    print(f"\n{sorted(took)[2]:.2f} s (importing OpenCV and Flask alone: {reference:.2f} s)")
    assert sorted(took)[2] < 2.0


def test_a_whole_game_takes_less_than_170_megabytes() -> None:
    with running("demo", "--port", "0", "--speed", "4") as program:
        with urllib.request.urlopen(url_of(program)) as page:
            page.read()
        assert program.stdout is not None
        for line in program.stdout:
            if "The demo is finished" in line:
                break
        status = Path(f"/proc/{program.pid}/status").read_text("ascii")
        peak = next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmHWM"))
    print(f"\n{RECORDING.name}: {peak / 1024:.0f} MB")
    assert peak < 170 * 1024


READS = """
import sys
import cv2
from vision import Reader
cv2.setNumThreads(1)
def peak():
    return next(int(row.split()[1]) for row in open("/proc/self/status") if row.startswith("VmHWM"))
alone = peak()
picture = cv2.imread(sys.argv[1])
for reader in (Reader(), Reader(Reader().find_tray(picture))):
    for _ in range(3):
        assert reader.read(picture).dice
print(alone, peak())
"""


def test_a_reader_takes_less_than_95_megabytes() -> None:
    """It has one thread, as at the table."""
    picture = ROOT / "fixtures" / "stills" / "clean" / "felt-burgundy-a-0.jpg"
    said = subprocess.run(
        [sys.executable, "-c", READS, str(picture)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    alone, peak = map(int, said.stdout.split())
    print(f"\n{picture.name}: {peak / 1024:.0f} MB (Python and OpenCV alone: {alone / 1024:.0f} MB)")
    assert peak < 95 * 1024
