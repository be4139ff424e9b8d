"""What recording throws costs: processor time as a share of one core over a recorded evening, and memory."""

import tempfile
import threading
import time
import tracemalloc
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import pytest

from device.cameras.camera import Frame, Image
from device.journal.journal import Journal
from device.recording.clip_recorder import ClipRecorder
from device.recording.format import load
from device.recording.kept_clips import KeptClips, strip_of
from device.runtime.replay import Replay, open_game
from tests.end_to_end.program import RECORDING
from tests.table.desk import Desk
from tests.table.lying import MOVING, settled
from vision import Reading

pytestmark = pytest.mark.benchmark

SHARE, MEGABYTES = 0.01, 15.0
"""Share of one core, and memory, that recording throws may take."""


def share_of_recording() -> float:
    """Return the processor time of the recorder and its thread, as a share of the recording's duration."""
    spent: list[float] = []
    lock = threading.Lock()

    def timed_strip(frames: list[tuple[float, Image]]) -> bytes:
        began = time.thread_time()
        made = strip_of(frames)
        with lock:
            spent.append(time.thread_time() - began)
        return made

    truth = load(RECORDING)
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder, "journal.db")) as journal:
        replay = Replay(RECORDING, truth, journal, speed=None, keeps_clips=True)
        observed = replay.clips.observed

        def timed(frame: Frame, reading: Reading) -> None:
            began = time.thread_time()
            observed(frame, reading)
            with lock:
                spent.append(time.thread_time() - began)

        replay.clips.observed = timed  # type: ignore[method-assign]
        with patch("device.recording.clip_recorder.strip_of", timed_strip), replay.clips:
            replay.run()
    return sum(spent) / (truth.frames[-1].t - truth.frames[0].t)


def test_recording_throws_takes_less_than_a_hundredth_of_a_core() -> None:
    share = share_of_recording()
    print(f"\n{100 * share:.2f} % of a core")
    assert share < SHARE


def test_the_pictures_take_less_than_fifteen_megabytes(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (324, 576, 3), dtype=np.uint8)
    frame = np.asarray(cv2.resize(noise, (2304, 1296), interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    with Journal(tmp_path / "journal.db") as journal:
        desk = Desk(journal)
        with ClipRecorder(lambda: open_game(journal), KeptClips(tmp_path / "clips", 0, 1.0)) as recorder:
            recorder.begin(desk.table)
            tracemalloc.start()
            moment = 0.0
            for _ in range(4):
                for reading in (settled([]), *[MOVING] * 120, *[settled([6, 4, 3, 2, 1])] * 3):
                    moment += 1 / 30
                    recorder.observed(Frame(frame, moment, 1), reading)
                    desk.table.see(reading, moment)
            recorder.settle()
            peak = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
            assert recorder.latest is not None
            strip = len(recorder.latest.strip.result(10)) / 1e6
    print(f"\n{peak:.1f} MB at most, {strip:.2f} MB as a JPEG of noise")
    assert peak < MEGABYTES
