"""The loop: presses and frames in their order, a camera that is lost and found, and memory that is given back."""

import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from device.cameras.camera import Camera, Frame
from device.errors import CameraLost
from device.journal.journal import Journal
from device.observer import Observer
from device.panels.factory import NullPanel
from device.runtime import loop
from device.runtime.loop import TableLoop
from engine import Started
from table import TrayView
from table.panel import Button, Press
from table.table import ConfirmedEvent, Table, TableSettings
from tests.device.cameras.given import GivenCamera
from vision import Reader, Reading, Watcher

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")


class Finger(NullPanel):
    """A panel whose one press is handed out at once."""

    has_buttons = True

    def __init__(self) -> None:
        self.asked: list[float] = []

    def presses(self, until: float) -> list[Press]:
        self.asked.append(until)
        return [Press(Button.STAND, 0.0)] if len(self.asked) == 1 else []


class Seen(Observer):
    """What an observer is called with, in order."""

    def __init__(self) -> None:
        self.passed: list[object] = []

    def begin(self, table: Table) -> None:
        assert table.rolls == 0
        self.passed.append("begin")

    def observed(self, frame: Frame, reading: Reading) -> None:
        assert not reading.dice
        self.passed.append(frame.time)

    def pressed(self, press: Press) -> None:
        self.passed.append(press.button)

    def confirmed(self, event: ConfirmedEvent) -> None:
        self.passed.append(event.event)


GREY = np.full((90, 160, 3), 90, np.uint8)
NONE, TRIPPED = CameraLost("There is no camera."), CameraLost("Somebody tripped over the cable.")


def three_frames() -> Camera:
    """A camera that gives a frame, a tick and a frame, and is lost."""
    return GivenCamera(Frame(GREY, 1.0, 0), None, Frame(GREY, 1.1, 1), TRIPPED)


def test_a_lost_camera_is_opened_again_and_its_reason_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "TICK", 0.001)
    monkeypatch.setattr(loop, "FIRST_PAUSE", 0.002)
    stop, opened, warnings, seen = threading.Event(), [], list[str](), Seen()
    panel = Finger()

    def open_camera() -> Camera:
        opened.append(1)
        if len(opened) in (2, 3):
            raise NONE
        if len(opened) == 5:
            stop.set()
        return three_frames()

    with Journal(tmp_path / "journal.db") as journal:
        table = Table([START], journal, panel, TrayView(300, 200, 50), "boot")
        notes = []

        def warned(sentence: str) -> None:
            warnings.append(sentence)
            notes.append(table.board.snapshot().camera_why)

        TableLoop(table, panel, Watcher(Reader()), [seen]).attend(open_camera, warned, stop)
    assert len(opened) == 5
    assert notes == warnings
    assert warnings == [str(TRIPPED), str(NONE), str(TRIPPED)]
    assert panel.asked[:3] == [1.0, float("inf"), 1.1]
    assert seen.passed == ["begin", Button.STAND, 1.0, 1.1, 1.0, 1.1, 1.0]


def test_a_lost_camera_is_tried_less_and_less_often_until_it_was_there_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in looks at the buttons between two tries; the reason is given again once it was there."""
    monkeypatch.setattr(loop, "TICK", 0.001)
    monkeypatch.setattr(loop, "FIRST_PAUSE", 0.002)
    monkeypatch.setattr(loop, "LONGEST_PAUSE", 0.008)
    stop, warnings, looks, at_a_try = threading.Event(), list[str](), list[int](), list[int]()

    def open_camera() -> Camera:
        at_a_try.append(len(looks))
        if len(at_a_try) == 7:
            stop.set()
        if len(at_a_try) == 3:  # it is there for one frame only, which changes nothing
            return GivenCamera(Frame(GREY, 1.0, 0), NONE)
        if len(at_a_try) == 5:  # it is there for longer than it takes to count as found again
            return GivenCamera(Frame(GREY, 1.0, 0), Frame(GREY, 1.0 + loop.STEADY + 0.1, 1), NONE)
        raise NONE

    with Journal(tmp_path / "journal.db") as journal:
        table = Table([START], journal, Finger(), TrayView(300, 200, 50), "boot")
        table_loop = TableLoop(table, Finger(), Watcher(Reader()))
        table_loop.attend(open_camera, warnings.append, stop, lambda: looks.append(1))
    assert [after - before for before, after in pairwise(at_a_try)] == [2, 4, 1 + 8, 8, 2 + 2, 4]
    assert warnings == [str(NONE)] * 2


def test_without_a_camera_presses_and_commands_are_taken_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "TICK", 0.001)
    stop, panel, looks = threading.Event(), Finger(), list[int]()

    def between() -> None:
        looks.append(1)
        if len(looks) == 3:
            stop.set()

    with Journal(tmp_path / "journal.db") as journal:
        table = Table([START], journal, panel, TrayView(300, 200, 50), "boot", TableSettings(camera=False))
        TableLoop(table, panel, Watcher(Reader())).attend(None, pytest.fail, stop, between)
        assert table.board.latest.camera == "off"
    assert panel.asked == [float("inf")] * 3


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
