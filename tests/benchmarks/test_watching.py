"""What it costs to watch a tray on which nothing happens, and to read the worst of pictures."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.benchmarks.conftest import images_where
from tests.vision.drawn import DrawnDie, Picture, draw_table, draw_tray
from vision import Reader, Rest, Watcher
from vision.stream.motion import small_grey

pytestmark = pytest.mark.benchmark

WATCH = 0.6
"""Milliseconds of processor time that watching may take a frame."""
SECONDS, MEGABYTES = 2.0, 600
"""What the worst picture may take, in processor time and memory."""


@pytest.mark.parametrize("own", [True, False], ids=["the camera's own small picture", "made from the large one"])
def test_watching_a_still_tray_takes_six_tenths_of_a_millisecond_a_frame(own: bool) -> None:
    frames = images_where(lambda frame: frame.layout == 0, 12)
    smalls = [small_grey(frame) if own else None for frame in frames]
    watcher = Watcher(Reader())
    moments = (0.1 * number for number in range(1000))
    for number, moment in zip(range(40), moments, strict=False):
        reading = watcher.see(frames[number % len(frames)], moment, smalls[number % len(frames)])
    assert reading.rest is Rest.SETTLED
    took = []
    for number in range(300):
        began = time.process_time()
        watcher.see(frames[number % len(frames)], 4.0 + 0.001 * number, smalls[number % len(frames)])
        took.append(1000 * (time.process_time() - began))
    print(f"\n{np.median(took):.2f} ms a frame")
    assert np.median(took) < WATCH


def noise(width: int, height: int) -> Picture:
    small = np.random.default_rng(0).integers(0, 256, (height // 10, width // 10, 3), np.uint8)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def dots(step: int) -> Picture:
    sheet = np.full((720, 1280, 3), 200, np.uint8)
    for x in range(8, 1280, step):
        for y in range(8, 720, step):
            cv2.circle(sheet, (x, y), 4, (30, 30, 30), -1, cv2.LINE_AA)
    return sheet


def crowd() -> list[DrawnDie]:
    return [DrawnDie(1 + n % 6, 12 + 18.2 * (n % 16), 12 + 15 * (n // 16), size=13) for n in range(200)]


def scattered() -> list[DrawnDie]:
    return [DrawnDie(1 + n % 6, 50 + 75 * (n % 20), 50 + 75 * (n // 20), 7 * n, 40) for n in range(200)]


WORST: dict[str, Callable[[], Picture]] = {
    "noise.jpg": lambda: noise(12000, 9000),
    "noise.png": lambda: noise(8000, 6000),
    "noise-as-large-as-it-gets-undiminished.png": lambda: noise(4090, 4090),
    "two-hundred-dice-on-a-tray.png": lambda: draw_tray(crowd()),
    "two-hundred-dice.png": lambda: draw_table(scattered(), (1600, 850)),
    "dots.png": lambda: dots(12),
}

READ = """
import sys, time
began = time.perf_counter()
from device.cli.main import main
try:
    main(["read", "--json", sys.argv[1]])
except SystemExit as end:
    peak = next(row.split()[1] for row in open("/proc/self/status") if row.startswith("VmHWM"))
    print(end.code, time.perf_counter() - began, int(peak) / 1024)
"""


@pytest.mark.parametrize("name", WORST)
def test_the_worst_picture_takes_two_seconds_and_600_megabytes(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    cv2.imwrite(str(file), WORST[name](), [cv2.IMWRITE_PNG_COMPRESSION, 1] if file.suffix == ".png" else [])
    done = subprocess.run([sys.executable, "-c", READ, file], capture_output=True, text=True, check=True)
    status, seconds, megabytes = (float(number) for number in done.stdout.splitlines()[-1].split())
    print(f"\n{name}: {seconds:.1f} s, {megabytes:.0f} MB")
    assert status in (0, 1)
    assert seconds < SECONDS
    assert megabytes < MEGABYTES
