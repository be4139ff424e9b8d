"""What the whole appliance costs: while nothing happens, in memory, and from dice at rest to the page."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from device.cameras.camera import Frame
from device.cli.context import warn
from device.config import schema as configuration
from device.observer import Observer
from device.recording.format import Recording, load
from device.runtime.assemble import run_table
from device.sources.locked_camera import LockedCamera
from tests.benchmarks.conftest import images_where
from tests.benchmarks.throttle import share_of_a_core
from tests.device.cameras.fake_picamera2 import stand_in
from tests.end_to_end.looped import LoopedCamera
from tests.end_to_end.processes import family_of, figures_of
from tests.end_to_end.program import RECORDING, running, url_of
from vision import Reader, Reading

pytestmark = pytest.mark.benchmark

IDLE, MEGABYTES, TO_THE_PAGE = 0.06, 200, 0.6
"""What they may be: share of a core, megabytes, seconds from rest to the page."""

FRAMES_A_SECOND = 10
"""That an idle tray is looked at; a machine that does much else gets to fewer, and the cost is reckoned for as many."""

WARM, MEASURED = 12.0, 20.0
"""Seconds for the tray to be found and looked at, and seconds that are measured then."""

CONFIG = """
[game]
players = ["Mia", "Jonas"]
starter = "Jonas"
[web]
host = "127.0.0.1"
port = {port}
[panel]
kind = "none"
[camera]
{camera}
"""

TAKEN = "taken.npy"
"""A file beside the configuration, with the number of frames that were taken."""

PICAMERA2 = """
import numpy as np
from tests.device.cameras.fake_picamera2 import Board, library

FRAMES = np.load({frames!r})
TAKEN = np.lib.format.open_memmap({taken!r}, "w+", np.int64, (1,))


def picture(number):
    TAKEN[0] = number
    return FRAMES[number % len(FRAMES)]


it = library(Board(picture=picture))
Picamera2, controls = it.Picamera2, it.controls
"""


@pytest.fixture
def idle_tray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    np.save(tmp_path / "frames.npy", np.stack(images_where(lambda frame: frame.rest == "empty", 4)))
    module = PICAMERA2.format(frames=str(tmp_path / "frames.npy"), taken=str(tmp_path / TAKEN))
    stand_in(tmp_path, monkeypatch, module)
    config = tmp_path / "quarterdeck.toml"
    config.write_text(CONFIG.format(port=0, camera='kind = "pi"\nexposure = 20000\n'))
    return config


def processor_time_of_a_reading() -> float:
    """Seconds that it takes to read one picture with five dice: the operation that all else is compared with."""
    [image] = images_where(lambda frame: frame.layout == 0, 1)
    reader, took = Reader(), []
    for _ in range(9):
        began = time.process_time()
        reader.read(image)
        took.append(time.process_time() - began)
    return median(took)


def test_an_idle_tray_costs_less_than_six_hundredths_of_a_core(idle_tray: Path) -> None:
    with running("run", "--config", idle_tray) as program:
        url_of(program)
        time.sleep(WARM)
        before, taken = figures_of(program.pid), int(np.load(idle_tray.with_name(TAKEN))[0])
        time.sleep(MEASURED)
        after, frames = figures_of(program.pid), int(np.load(idle_tray.with_name(TAKEN))[0]) - taken
    share = FRAMES_A_SECOND * (after.seconds - before.seconds) / frames
    reading = processor_time_of_a_reading()
    print(
        f"\n{100 * share:.1f} % of a core at ten frames a second ({frames / MEASURED:.1f} were looked at), "
        f"as much as {share / reading:.1f} readings a second (one takes {1000 * reading:.1f} ms of processor time); "
        f"{after.kilobytes / 1024:.0f} MB"
    )
    assert share < IDLE


def test_all_processes_together_take_less_than_200_megabytes(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(CONFIG.format(port=0, camera=f'kind = "recording"\npath = "{RECORDING}"\n'))
    with running("run", "--config", config) as program:
        url = url_of(program)
        page = http.client.HTTPConnection(re.sub(r"http://|/", "", url))
        page.request("GET", "/")
        assert page.getresponse().status == 200
        most = 0
        for _ in range(35):
            time.sleep(1)
            most = max(most, figures_of(program.pid).kilobytes)
        page.close()
    one = subprocess.run(
        [sys.executable, "-c", "import cv2, flask; print(open('/proc/self/smaps_rollup').read())"],
        capture_output=True,
        text=True,
        check=True,
    )
    alone = int(re.findall(r"Pss:\s+(\d+)", one.stdout)[0])
    print(f"\n{most / 1024:.0f} MB at the most (OpenCV and Flask alone: {alone / 1024:.0f} MB)")
    assert most < MEGABYTES * 1024


class FirstFrame(Observer):
    """Notes when the first frame of the recording was due: all others are so many seconds later."""

    def __init__(self) -> None:
        self.time = 0.0

    def observed(self, frame: Frame, reading: Reading) -> None:  # noqa: ARG002
        """Note the first frame's time."""
        self.time = self.time or frame.time


def moments_of_readings(port: int, until: float) -> list[float]:
    """When the page was told of a throw that lies there to be counted, until then (monotonic)."""
    moments = []
    stream = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    stream.request("GET", "/stream")
    answer = stream.getresponse()
    while time.monotonic() < until:
        line = answer.readline()
        if line.startswith(b'data: <main id="table" class="shown '):
            moments.append(time.monotonic())
    stream.close()
    return moments


def test_from_the_last_moving_frame_to_the_page_takes_six_tenths_of_a_second(tmp_path: Path) -> None:
    recording = load(RECORDING)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file = tmp_path / "quarterdeck.toml"
    file.write_text(CONFIG.format(port=port, camera=f'kind = "recording"\npath = "{RECORDING}"\n'))
    config, first, stop = configuration.load(file), FirstFrame(), threading.Event()
    camera = LoopedCamera(RECORDING, LockedCamera(file, config.camera, warn).open)
    table = threading.Thread(target=run_table, args=[file, config, camera.panel, camera.open, [first], warn, stop])
    table.start()
    while not first.time:
        time.sleep(0.05)
    shown = moments_of_readings(port, first.time + recording.frames[-1].t)
    stop.set()
    table.join()
    moving = [frame.t for frame in recording.frames if frame.rest in ("moving", "obstructed")]
    took = []
    for moment in shown:
        last = max((t for t in moving if t < moment - first.time), default=None)
        if last is not None and moment - first.time - last < 2:
            took.append(moment - first.time - last)
    print(f"\n{', '.join(f'{seconds:.2f}' for seconds in took)} s")
    assert len(took) >= 4
    assert median(took) <= TO_THE_PAGE


def started(recording: Recording, line: str) -> float:
    """When a round of the recording started, by the first frame of it that was looked at (monotonic)."""
    _, moment, number = line.split()
    return float(moment) - recording.frames[int(number)].t


def delays(recording: Recording, began: list[float], shown: list[float]) -> list[float]:
    """Seconds from the last moving frame to each moment at which a throw was ``shown``.

    ``began`` are the times at which the rounds of the recording began.
    """
    busy = ("moving", "obstructed")
    ends = [one.t for one, other in pairwise(recording.frames) if one.rest in busy and other.rest not in busy]
    took = []
    for moment in shown:
        since = moment - max((start for start in began if start <= moment), default=moment)
        last = max((t for t in ends if t < since), default=None)
        if last is not None and since - last < LONGEST:
            took.append(since - last)
    return took


LONGEST = 2.5
"""Seconds after which a change of the page comes from something else than dice that came to rest."""

ROUNDS = 2.3
"""Rounds of the recording that a slow table is watched for: its start takes part of the first."""


@pytest.mark.parametrize(("share", "seconds"), [(0.4, 0.6), (0.2, 0.9)], ids=["two fifths", "a fifth"])
def test_from_the_last_moving_frame_to_the_page_on_a_fifth_of_a_core(
    tmp_path: Path, share: float, seconds: float
) -> None:
    recording = load(RECORDING)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file = tmp_path / "quarterdeck.toml"
    file.write_text(CONFIG.format(port=port, camera=f'kind = "recording"\npath = "{RECORDING}"\n'))
    with share_of_a_core(share) as joined:
        if joined is None:
            pytest.skip("Control groups cannot be written here: run this as root.")
        command = [sys.executable, "-m", "tests.benchmarks.throttle", str(file), str(RECORDING)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=joined) as table:
            assert table.stdout is not None
            lines: list[str] = []
            reading = threading.Thread(target=lambda: lines.extend(table.stdout or ()))
            first = started(recording, next(line for line in table.stdout if line.startswith("began")))
            reading.start()
            shown = moments_of_readings(port, first + ROUNDS * recording.frames[-1].t)
            for process in reversed(family_of(table.pid)):
                os.kill(process, signal.SIGKILL)
            reading.join()
    began = [first, *(started(recording, line) for line in lines if line.startswith("began"))]
    took = delays(recording, began, shown)
    print(f"\n{median(took):.2f} s ({', '.join(f'{one:.2f}' for one in took)})")
    assert len(took) >= 4
    assert median(took) <= seconds
