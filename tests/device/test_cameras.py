"""A camera in a process of its own: the newest picture counts, and one that gives none is left behind and killed."""

import errno
import os
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from device.cameras import process as apart
from device.cameras.camera import Frame, Image, Shot
from device.cameras.config import CameraConfig
from device.cameras.process import CameraProcess, Patience
from device.cameras.shared_frame import SharedFrame
from device.errors import CameraLost
from tests.device.cameras.fake_picamera2 import stand_in
from tests.end_to_end.program import RECORDING

PI = CameraConfig(kind="pi")


@pytest.fixture
def plugged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A fake picamera2 that a camera's process finds; call it with the faults of its board."""
    stand_in(tmp_path, monkeypatch)
    return lambda board: stand_in(tmp_path, monkeypatch, board=board)


def first_frames(camera: CameraProcess, number: int) -> list[Frame]:
    found = []
    for frame in camera.frames():
        found += [frame] if frame else []
        if len(found) == number:
            break
    return found


def why_lost(camera: CameraProcess) -> str:
    with pytest.raises(CameraLost) as lost:
        deque(camera.frames(), maxlen=0)
    return str(lost.value)


SILENT = "The camera stopped sending pictures: if none come, check its cable."
FROZEN = "The camera picture is frozen: if it stays frozen, restart the machine."
GREY = "picture=lambda _: __import__('numpy').full((720, 1280, 3), 90, 'uint8')"


@pytest.mark.parametrize(
    ("board", "patience", "why"),
    [
        ("fault='blocked', blocked_from=5", Patience(next=0.5), SILENT),
        (GREY, Patience(next=60, same=0.5), FROZEN),
    ],
    ids=["gives nothing more", "stands still"],
)
def test_a_camera_that_shows_nothing_new_is_lost_and_its_process_is_gone(
    plugged_in: Callable[[str], None], board: str, patience: Patience, why: str
) -> None:
    plugged_in(board)
    with CameraProcess(PI, patience=patience) as camera:
        process = camera.process
        assert why_lost(camera) == why
    assert not Path(f"/proc/{process}").exists()


def test_a_frozen_picture_is_noticed_within_five_seconds() -> None:
    assert Patience().same + apart.TICK < 5


def test_a_cameras_process_loads_neither_games_nor_pages() -> None:
    loaded = "import sys, device.sources.worker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert {"engine", "web", "flask", "device.config.schema", "device.recording.format"}.isdisjoint(done.stdout.split())


@pytest.mark.usefixtures("plugged_in")
def test_frames_come_with_their_small_picture_and_settings_ten_a_second_while_the_tray_is_calm() -> None:
    with CameraProcess(PI) as camera:
        first, *_, last = first_frames(camera, 5)
        camera.calm(True)
        calm = first_frames(camera, 7)
        camera.calm(False)
        before = calm[-1].time
        for lively in (frame for frame in camera.frames() if frame):
            if lively.time - before < 0.08:  # the camera's process looks at the pause once for each frame
                break
            before = lively.time
    assert min(np.diff([frame.time for frame in calm[2:]])) > 0.08
    assert first.image.shape == (720, 1280, 3)
    assert first.small is not None
    assert first.small.shape == (180, 320)
    assert abs(float(first.small.mean()) - float(cv2.cvtColor(first.image, cv2.COLOR_BGR2GRAY).mean())) < 15
    assert (last.number > first.number, last.time > first.time) == (True, True)
    assert last.settings["exposure"] > first.settings["exposure"]


@pytest.mark.usefixtures("plugged_in")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_camera_whose_process_dies_or_hangs_is_lost(how: signal.Signals) -> None:
    with CameraProcess(PI, patience=Patience(next=0.5)) as camera:
        first_frames(camera, 3)
        os.kill(camera.process, how)
        assert why_lost(camera) in (
            "The camera’s program ended (-9): if this keeps happening, restart the machine.",
            SILENT,
        )


@pytest.mark.usefixtures("plugged_in")
def test_nothing_is_left_open_by_a_camera_that_is_opened_again_and_again() -> None:
    def opened() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before = opened()
    for _ in range(2):
        with CameraProcess(PI) as camera:
            first_frames(camera, 1)
    assert opened() == before


@pytest.mark.parametrize("call", ["memfd_create", "pipe"])
def test_a_program_with_too_many_open_files_has_lost_its_camera(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sorted(Path("/proc/self/fd").iterdir())
    monkeypatch.setattr(os, call, Mock(side_effect=OSError(errno.EMFILE, os.strerror(errno.EMFILE))))
    with pytest.raises(CameraLost, match="Too many open files"):
        CameraProcess(PI)
    assert sorted(Path("/proc/self/fd").iterdir()) == before


@pytest.mark.usefixtures("plugged_in")
@pytest.mark.parametrize("config", [b"", b'{"kind": "p', b'{"kind": "pi"}\n'], ids=["none", "half of one", "whole"])
def test_the_process_ends_without_output_when_its_parent_is_gone(config: bytes) -> None:
    shelf, (news, theirs) = SharedFrame(), os.pipe()
    child = [sys.executable, "-m", "device.sources.worker", str(shelf.handle), str(theirs)]
    done = subprocess.run(child, input=config, capture_output=True, timeout=60, pass_fds=(shelf.handle, theirs))
    os.close(theirs)
    os.close(news)
    shelf.close()
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_recording_is_a_camera_that_never_ends() -> None:
    with CameraProcess(CameraConfig(kind="recording", path=str(RECORDING), speed=10)) as camera:
        frames = first_frames(camera, 4)
    assert frames[0].image.shape == (720, 1280, 3)
    assert frames[-1].time > frames[0].time


@pytest.mark.parametrize(
    ("config", "why"),
    [
        ({"kind": "pi"}, r"^picamera2 [^.]*: install python3-picamera2\.$"),
        ({"kind": "usb", "device": 97}, r"^There is no camera at /dev/video97: [^.]*\.$"),
        ({"device": 97}, r"picamera2.*/dev/video97"),
    ],
)
def test_a_camera_that_is_not_there_is_reported_or_both_where_either_would_do(config: dict[str, Any], why: str) -> None:
    with CameraProcess(CameraConfig(**config)) as camera:
        assert re.search(why, why_lost(camera))


def test_shared_memory_holds_the_newest_frame_and_none_that_is_too_large() -> None:
    ours = SharedFrame()
    theirs = SharedFrame(os.dup(ours.handle))
    image: Image = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
    theirs.put(Shot(np.zeros_like(image), 7.4, None, {}), 2)
    theirs.put(Shot(image, 7.5, image[:, :, 0], {"gain": 2.0}), 3)
    with pytest.raises(ValueError, match="larger than any camera’s"):
        theirs.put(Shot(np.zeros((6000, 6000, 3), np.uint8), 0.0), 4)
    frame = ours.take()
    assert frame is not None
    assert (frame.number, frame.time, frame.settings) == (3, 7.5, {"gain": 2.0})
    assert np.array_equal(frame.image, image)
    assert frame.small is not None
    assert np.array_equal(frame.small, image[:, :, 0])
    ours.close()
    theirs.close()
